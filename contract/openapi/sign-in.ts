/** The sign-in of people in OpenAPI. It is not a resource, so it has its own table. */
import { limits } from '../limits.ts';
import { type SignInOperation, signIn } from '../sign-in.ts';
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
      ...(paths[path] ?? parametersOf(path)),
      [method.toLowerCase()]: described(key, operation, sessionName),
    };
  }
  return paths;
}

const idParameter: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Its `id`.',
  schema: { type: 'string', minLength: 1 },
};

const parametersOf = (path: string): Record<string, Json> =>
  // The one member of a path item that is not an operation.
  path.includes('{id}') ? { parameters: [idParameter] as unknown as Json } : {};

function described(
  key: string,
  { path, summary, by, query = {}, body, answer }: SignInOperation,
  sessionName: string,
): Json {
  const isOpen = by === 'nobody' || by === 'begun';
  return {
    operationId: operationId(key),
    tags: [tag],
    summary,
    description: needs[by],
    security: isOpen ? [] : [{ [sessionName]: [] }],
    ...(Object.keys(query).length > 0 && {
      parameters: Object.entries(query).map(([name, { description, '~optional': _, ...schema }]) => ({
        name,
        in: 'query',
        description,
        schema,
      })),
    }),
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
