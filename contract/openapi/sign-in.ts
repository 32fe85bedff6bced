/** The sign-in of people in OpenAPI. It is not a resource, so it has its own table. */
import { named } from '../kit/schema.ts';
import { limits } from '../limits.ts';
import { type SignInOperation, signIn } from '../sign-in.ts';
import { pathParameter, query as queryParameter } from './parameter-parts.ts';
import { headers, responsesWith } from './responses.ts';
import type { Json } from './schemas.ts';

const tag = 'sign-in';

export const signInTag: Json = {
  name: tag,
  'x-displayName': 'Sign-in',
  description:
    'How people prove who they are, their sessions, and what they change of themselves. Nothing here needs `Api-Version`.',
};

/** Keys are written as in code: `withPassword` → `sign-in-with-password`. */
const operationId = (key: string): string => `${tag}-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const needs: Readonly<Record<SignInOperation['by'], string>> = {
  nobody: 'For everybody.',
  begun: 'For who has begun to sign in, known by a cookie.',
  person: 'For everybody who is signed in, whatever their role.',
  confirmed:
    'For who is signed in and has proved within ten minutes who they are, else 403; or whose sign-in waits for the enrolment ' +
    'of a second factor.',
};

export function signInPaths(sessionName: string): Record<string, Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [key, operation] of Object.entries<SignInOperation>(signIn)) {
    const { path, method } = operation;
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: described(key, operation, sessionName),
    };
  }
  return paths;
}

const idParameter = pathParameter(
  'id',
  'Its `id`.',
  { type: 'string', minLength: 1, maxLength: 255 },
  { example: '0196c3f2-5a10-7c4e-9b1d-2f6a3e8d4c71' },
);

/** For an account on a host of its own, none of these is needed. */
const queryExamples: Readonly<Record<string, string>> = {
  account: 'acme',
  environment: 'production',
  sandbox: 'bkq7mrt2',
};

function described(
  key: string,
  { path, summary, by, query = {}, body, answer }: SignInOperation,
  sessionName: string,
): Json {
  const isOpen = by === 'nobody' || by === 'begun';
  const parameters = [
    ...(path.includes('{id}') ? [idParameter] : []),
    ...Object.entries(query).map(([name, { description, '~optional': _, ...schema }]) =>
      queryParameter(name, String(description), schema.enum === undefined ? schema : named(`sign-in-${name}`, schema), {
        example: queryExamples[name] ?? [schema.enum].flat()[0],
      }),
    ),
  ];
  return {
    operationId: operationId(key),
    tags: [tag],
    summary,
    description: needs[by],
    security: isOpen ? [] : [{ [sessionName]: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        description: `At most ${limits.signInBodyBytesMax / 1000} KB.`,
        required: true,
        content: { 'application/json': { schema: body } },
      },
    }),
    responses: {
      ...(answer
        ? {
            200: {
              description: 'Done.',
              headers: headers('Api-Version', 'traceparent'),
              content: { 'application/json': { schema: answer } },
            },
          }
        : { 204: { description: 'Done. No body.', headers: headers('Api-Version', 'traceparent') } }),
      ...responsesWith([
        400,
        401,
        403,
        429,
        431,
        500,
        503,
        ...(path.includes('{id}') ? [404] : []),
        ...(body ? [413, 415] : []),
      ]),
    },
  };
}
