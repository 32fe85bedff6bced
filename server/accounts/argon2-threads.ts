/**
 * Argon2 on two threads of its own. Node's thread pool has four threads for files, names of hosts, compression and
 * signatures: passwords there would make all of these wait. The threads start with the first password.
 */
import type { Argon2Parameters } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { detail } from '@muster/contract/messages.ts';
import { boundedQueue, QueueFullError } from '../auth/bounded-queue.ts';
import { Problem } from '../problem.ts';

const threadsMax = 2;
/** About two seconds of work for two threads: whoever would wait longer is asked to come again. */
const waitingMax = 60;
const retryAfterSeconds = 2;

const queue = boundedQueue({ atOnceMax: threadsMax, waitingMax });
const idle: Worker[] = [];

/** Refuses with 429 when too many wait already. */
export async function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  try {
    return await queue.run(() => derive(parameters));
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new Problem('too-many-requests', detail('tooManySignIns', { seconds: retryAfterSeconds }), {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  }
}

/** No more of these are under way than there are threads, so that an idle one is found or may be started. */
async function derive(parameters: Argon2Parameters): Promise<Buffer> {
  const worker = idle.pop() ?? new Worker(new URL('./argon2-worker.ts', import.meta.url));
  // An idle thread does not keep the process alive; one at work does.
  worker.ref();
  const tag = await answerOf(worker, parameters);
  worker.unref();
  idle.push(worker);
  return tag;
}

/** A thread that fails is not used again: the next password starts another. */
function answerOf(worker: Worker, parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const succeed = (tag: Uint8Array) => {
      worker.off('error', fail).off('exit', fail);
      resolve(Buffer.from(tag));
    };
    const fail = (error: unknown) => {
      worker.off('message', succeed).off('error', fail).off('exit', fail);
      reject(error instanceof Error ? error : new Error('A thread that derives keys ended.'));
    };
    worker.once('message', succeed).once('error', fail).once('exit', fail);
    worker.postMessage(parameters);
  });
}
