/** The port for metrics and the health of a service. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Written {
  /** The media type. */
  readonly type: string;
  readonly text: string;
}

interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** All values of now, in a format that is accepted. */
  readonly write: (accept: string) => Promise<Written>;
}

type Unreadiness = () => Promise<string | null>;

export function metricsServer({ host, port, write }: MetricsServerOptions) {
  // Longer than programs wait between two requests: a connection that is closed while one arrives would lose it.
  const server = createServer({ keepAliveTimeout: 75_000 });

  async function answer({ url, headers }: IncomingMessage, response: ServerResponse, unreadiness: Unreadiness) {
    if (url === '/metrics') {
      const { type, text } = await write(headers.accept ?? '');
      return void response.writeHead(200, { 'content-type': type }).end(text);
    }
    if (url === '/health/live') return json(response, 200, { status: 'live' });
    if (url !== '/health/ready') return json(response, 404, { status: 'not found' });
    const reason = await unreadiness();
    if (reason === null) return json(response, 200, { status: 'ready' });
    return json(response, 503, { status: 'not ready', reason });
  }

  return {
    /** Opens the port. Returns where it listens. */
    async listen(unreadiness: Unreadiness): Promise<{ readonly port: number }> {
      server.on('request', (request, response) => {
        answer(request, response, unreadiness).catch(() => response.writeHead(500).end());
      });
      server.listen(port, host);
      await once(server, 'listening');
      return { port: (server.address() as { port: number }).port };
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
