/** Runs in a worker thread: text in, value out. See parsing.ts. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  try {
    parentPort?.postMessage({ id, value: JSON.parse(Buffer.from(bytes.buffer).toString('utf8')) });
  } catch (error) {
    parentPort?.postMessage({ id, errorMessage: (error as Error).message });
  }
});
