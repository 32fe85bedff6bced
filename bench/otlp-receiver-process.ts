/** A receiver of OTLP in a separate process: it takes everything and keeps nothing, as a collector that is fast enough. */
import { createServer } from 'node:http';

const { port } = JSON.parse(process.argv[2] ?? '{}') as { port: number };

createServer((request, response) => {
  request.resume().on('end', () => response.end());
}).listen(port, '127.0.0.1', () => process.send?.('ready'));
