/**
 * JSON.parse that does not block other requests. It cannot be interrupted and takes a tenth of a second for the largest
 * body on a slow machine. Unusually large bodies are therefore parsed in a thread, which starts on demand and ends when
 * idle.
 */
import { Worker } from 'node:worker_threads';

/** Takes less than 10 ms. */
const inlineBytesMax = 1_000_000;
const idleMs = 10_000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  idle: NodeJS.Timeout | undefined;
}

let thread: Thread | undefined;
let lastId = 0;

/** Fails with a SyntaxError, as JSON.parse does. The bytes are UTF-8. */
export async function parsed(bytes: Buffer): Promise<unknown> {
  if (bytes.length <= inlineBytesMax) return JSON.parse(bytes.toString('utf8'));
  thread ??= startThread();
  const { worker, waiting, idle } = thread;
  clearTimeout(idle);
  lastId += 1;
  const id = lastId;
  // A copy that is transferred to the thread: the original bytes are still needed here.
  const copy = new Uint8Array(bytes);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ id, bytes: copy }, [copy.buffer]);
  });
}

function startThread(): Thread {
  const worker = new Worker(new URL('./parsing-thread.ts', import.meta.url), {
    // A body has at most 8 MB and 10,000 members; the parsed value is a few times larger at most.
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const started: Thread = { worker, waiting: new Map(), idle: undefined };
  const end = (error: Error) => {
    if (thread === started) thread = undefined;
    for (const { reject } of started.waiting.values()) reject(error);
    started.waiting.clear();
  };
  worker.on('message', ({ id, value, errorMessage }: { id: number; value?: unknown; errorMessage?: string }) => {
    const waiting = started.waiting.get(id);
    started.waiting.delete(id);
    if (started.waiting.size === 0) rest(started);
    if (errorMessage === undefined) waiting?.resolve(value);
    else waiting?.reject(new SyntaxError(errorMessage));
  });
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The thread that parses bodies has ended.')));
  return started;
}

/** An idle thread does not keep the process running. */
function rest(started: Thread): void {
  started.worker.unref();
  started.idle = setTimeout(() => {
    if (thread === started) thread = undefined;
    void started.worker.terminate();
  }, idleMs).unref();
}
