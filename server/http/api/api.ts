/**
 * The current API on a Fastify instance: its addresses and methods. What happens to a request is the list of steps of
 * its operation, in `pipeline.ts`.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { allowMethods, refuseEmptyId } from '../allowed-methods.ts';
import { type Answer, type Streamed, sendText } from '../response/response.ts';
import type { ApiDependencies } from './dependencies.ts';
import { routes } from './routes.ts';

export function serveApi(app: FastifyInstance, dependencies: ApiDependencies): void {
  const urls = Map.groupBy(routes, ({ url }) => url);
  // A collection whose members can only be read one by one still is an address.
  for (const url of [...urls.keys()].filter((one) => one.endsWith('/:id')).map((one) => one.slice(0, -'/:id'.length)))
    if (!urls.has(url)) urls.set(url, []);
  for (const [url, served] of urls) {
    for (const route of served) {
      app.route({
        method: route.method,
        url,
        handler: async (request, reply) => {
          refuseEmptyId(request);
          return send(reply, await route.run(dependencies, route, request, reply));
        },
      });
    }
    allowMethods(
      app,
      url,
      served.map(({ method }) => method),
    );
  }
}

function send(reply: FastifyReply, answer: Answer | Streamed): FastifyReply {
  reply.code(answer.status).headers(answer.headers);
  if ('stream' in answer) return reply.send(answer.stream);
  const { body } = answer;
  return body === null ? reply.send() : sendText(reply, body);
}
