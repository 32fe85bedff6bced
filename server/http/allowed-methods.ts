/**
 * The methods of an address. Other methods have no routes: Node knows thirty of them, and a route for each at every
 * address would cost memory and most of the time of a start. They are found where no route was.
 */
import { detail } from '@muster/contract/messages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Address with its parameters → the methods that `Allow` names. */
    readonly allowedMethods: Map<string, string>;
  }
}

export function rememberAllowedMethods(app: FastifyInstance): void {
  app.decorate('allowedMethods', new Map());
}

/** Answers OPTIONS, and from now on 405 to methods without a route. */
export function allowMethods(app: FastifyInstance, url: string, served: readonly string[]): void {
  const methods = served.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = [...new Set(methods), 'OPTIONS'].join(', ');
  app.allowedMethods.set(url, allow);
  app.route({
    method: 'OPTIONS',
    url,
    handler: async (request, reply) => {
      refuseEmptyId(request);
      return reply.code(204).header('allow', allow).send();
    },
  });
}

/** The router accepts an empty id, as in `/employees/`, but nothing has one: the address does not exist. */
export function refuseEmptyId({ params }: FastifyRequest): void {
  for (const id of Object.values(params as Record<string, string>)) if (id === '') throw noSuchAddress();
}

const noSuchAddress = () => new Problem('not-found', detail('noSuchAddress'));

/** Why a request has no route. */
export function unrouted(app: FastifyInstance, { method, url }: FastifyRequest): Problem {
  const allowed = allowedAt(app.allowedMethods, url);
  if (allowed === undefined || allowed.split(', ').includes(method)) {
    return noSuchAddress();
  }
  return new Problem('method-not-allowed', detail('methodNotAllowed', { method, allowed }), {
    headers: { allow: allowed },
  });
}

function allowedAt(allowedMethods: ReadonlyMap<string, string>, url: string): string | undefined {
  const given = decodedPath(url).split('/');
  for (const [pattern, allowed] of allowedMethods) {
    const segments = pattern.split('/');
    const isSame = (segment: string, at: number) =>
      segment.startsWith(':') ? given[at] !== '' : segment === given[at];
    if (segments.length === given.length && segments.every(isSame)) return allowed;
  }
  return undefined;
}

function decodedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
