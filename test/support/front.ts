/** Proxies between a client and the service: a relay that drops responses, and a server that responds instead. */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface Front {
  readonly url: string;
  close(): Promise<void>;
}

/** Relays bytes to the service, and closes the connection instead of passing on the first `lost` responses. */
export async function losingRelay(serviceUrl: string, lost: number): Promise<Front> {
  const { hostname, port } = new URL(serviceUrl);
  const sockets = new Set<Socket>();
  let left = lost;
  const relay = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far);
    far.on('data', (bytes) => {
      if (left === 0) return near.write(bytes);
      left -= 1;
      near.destroy();
      return far.destroy();
    });
    far.on('end', () => near.end());
    near.on('close', () => far.destroy());
  });
  return listening(relay, () => {
    for (const socket of sockets) socket.destroy();
  });
}

export async function frontServer(answer: RequestListener): Promise<Front> {
  const server = createHttpServer(answer);
  return listening(server, () => server.closeAllConnections());
}

async function listening(server: Server, hangUp: () => void): Promise<Front> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      hangUp();
      server.close();
      await once(server, 'close');
    },
  };
}
