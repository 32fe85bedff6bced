// The token endpoint, revocation, introspection, metadata and public keys. Responds in the JSON of RFC 6749 in all
// cases; available only under the token host; sends no CORS header.
import { problems } from '@muster/contract/problems.ts';
import { scopes as knownScopes } from '@muster/contract/scopes.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AddressBook } from '../../identity/accounts/addresses.ts';
import type { ClientAuthentication } from '../../identity/auth/client-authentication.ts';
import type { ClientRecord } from '../../identity/auth/clients.ts';
import type { SigningKeys } from '../../identity/auth/signing-keys.ts';
import { type Tokens, tokenSeconds } from '../../identity/auth/tokens.ts';
import { retryAfterSeconds, UnavailableError } from '../../platform/database/errors.ts';
import { Problem } from '../../problem.ts';
import {
  credentialsOf,
  type Form,
  invalidClient,
  invalidRequest,
  parseForm,
  requiredField,
  scopesAsked,
  TokenRequestError,
} from './token-request.ts';

export interface TokenEndpointOptions {
  readonly addresses: AddressBook;
  readonly clientAuthentication: ClientAuthentication;
  readonly tokens: Tokens;
  readonly keys: SigningKeys;
}

const bodyBytesMax = 16_384;
const formType = 'application/x-www-form-urlencoded';
/** Public and long-lived: a new key is published an hour or more before it signs. */
const cachedFiveMinutes = 'public, max-age=300';

const paths = {
  token: '/connect/token',
  revocation: '/connect/revocation',
  introspection: '/connect/introspection',
  metadata: '/.well-known/oauth-authorization-server',
  keys: '/.well-known/jwks.json',
} as const;

class WaitError extends TokenRequestError {
  readonly isAfterGuesses = true;
  readonly seconds: number;

  constructor(seconds: number) {
    super(429, 'temporarily_unavailable', `Too many failed attempts. Try again in ${seconds} seconds.`);
    this.name = 'WaitError';
    this.seconds = seconds;
  }
}

export function tokenEndpoint(app: FastifyInstance, options: TokenEndpointOptions): void {
  // A separate scope, because the form parser, the error format and the host rule apply only here.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>(formType, { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_, body, done) => {
      try {
        done(null, parseForm(body));
      } catch (error) {
        done(error as Error);
      }
    });
    scope.setErrorHandler<FastifyError | Problem>((error, request, reply) => answerError(error, request, reply));
    scope.addHook('onRequest', async (request, reply) => {
      if (!options.addresses.isAuthHost(request.host)) {
        reply.callNotFound();
        return reply;
      }
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    });
    postRoutes(scope, options);
    getRoutes(scope, options);
    for (const path of [paths.token, paths.revocation, paths.introspection]) refuseOthers(scope, path, ['POST']);
    for (const path of [paths.metadata, paths.keys]) refuseOthers(scope, path, ['GET', 'HEAD']);
  });
}

function postRoutes(scope: FastifyInstance, options: TokenEndpointOptions): void {
  const { tokens, clientAuthentication } = options;

  scope.post(paths.token, async (request) => {
    const form = formOf(request);
    if (requiredField(form, 'grant_type') !== 'client_credentials') {
      throw new TokenRequestError(400, 'unsupported_grant_type', 'The only grant_type is client_credentials.');
    }
    const client = await clientOf(request, form, clientAuthentication);
    const granted = await clientAuthentication.grant(client, scopesAsked(form));
    if (granted === null) {
      throw new TokenRequestError(400, 'invalid_scope', 'A scope does not exist or is not granted to the client.');
    }
    return {
      access_token: await tokens.issue(client, granted),
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      scope: granted.join(' '),
    };
  });

  scope.post(paths.revocation, async (request, reply) => {
    const form = formOf(request);
    const token = requiredField(form, 'token');
    await tokens.revoke(token, await clientOf(request, form, clientAuthentication));
    return reply.send();
  });

  scope.post(paths.introspection, async (request) => {
    const form = formOf(request);
    const token = requiredField(form, 'token');
    return tokens.introspect(token, await clientOf(request, form, clientAuthentication));
  });
}

function getRoutes(scope: FastifyInstance, { addresses, keys }: TokenEndpointOptions): void {
  const metadata = metadataOf(addresses.authUrl);
  scope.get(paths.metadata, async (_, reply) => cached(reply).send(metadata));
  scope.get(paths.keys, async (_, reply) => cached(reply).send(await keys.published()));
}

function cached(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', cachedFiveMinutes).removeHeader('pragma');
}

/** RFC 8414. */
function metadataOf(authUrl: string): Readonly<Record<string, unknown>> {
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: authUrl,
    token_endpoint: authUrl + paths.token,
    token_endpoint_auth_methods_supported: methods,
    jwks_uri: authUrl + paths.keys,
    scopes_supported: knownScopes,
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    revocation_endpoint: authUrl + paths.revocation,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint: authUrl + paths.introspection,
    introspection_endpoint_auth_methods_supported: methods,
  };
}

function formOf(request: FastifyRequest): Form {
  if (!(request.body instanceof Map)) throw invalidRequest(`The body must be a form (${formType}).`);
  return request.body;
}

async function clientOf(
  request: FastifyRequest,
  form: Form,
  clientAuthentication: ClientAuthentication,
): Promise<ClientRecord> {
  const credentials = credentialsOf(request.headers.authorization, form);
  const answer = await clientAuthentication.authenticate({ ...credentials, address: request.ip });
  if (answer.kind === 'wait') throw new WaitError(answer.seconds);
  if (answer.kind === 'refused') throw invalidClient();
  return answer.client;
}

/** Refused before the body is read. */
function refuseOthers(scope: FastifyInstance, url: string, allowed: readonly string[]): void {
  const method = scope.supportedMethods.filter((known) => !allowed.includes(known));
  const onRequest = async (_: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .code(405)
      .header('allow', allowed.join(', '))
      .send({
        error: 'invalid_request',
        error_description: `Only ${allowed.join(' and ')} is possible here.`,
      });
  scope.route({ method, url, onRequest, handler: async () => undefined });
}

function answerError(
  error: FastifyError | TokenRequestError | UnavailableError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  if (error instanceof WaitError) reply.header('retry-after', error.seconds);
  if (error instanceof TokenRequestError) {
    if (error.status === 401) reply.header('www-authenticate', 'Basic realm="Muster", charset="UTF-8"');
    return reply.code(error.status).send({ error: error.code, error_description: error.message });
  }
  if (error instanceof UnavailableError) {
    request.log.error(error);
    const sentence = `The service cannot use its database at the moment. Try again in ${retryAfterSeconds} seconds.`;
    const body = { error: 'temporarily_unavailable', error_description: sentence };
    return reply.code(503).header('retry-after', retryAfterSeconds).send(body);
  }
  if (error instanceof Problem) {
    const [message = error.message] = Object.values(error.errors ?? {}).flat();
    return reply
      .code(problems[error.kind].status)
      .headers(error.headers)
      .send({ error: 'invalid_request', error_description: message });
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status >= 500) {
    request.log.error(error);
    return reply.code(500).send({ error: 'server_error', error_description: 'The service failed. Try again later.' });
  }
  const isTooLarge = status === 413;
  return reply.code(isTooLarge ? 413 : 400).send({
    error: 'invalid_request',
    error_description: isTooLarge
      ? `The form has more than ${bodyBytesMax} bytes.`
      : `The body must be a form (${formType}).`,
  });
}
