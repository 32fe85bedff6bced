/**
 * Work on passwords, on two threads of its own. Node's thread pool has four threads for files, names of hosts,
 * compression and signatures: passwords there would make all of these wait. The threads start with the first password.
 */
import type { Argon2Parameters } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { detail } from '@muster/contract/messages.ts';
import { boundedQueue, QueueFullError } from '../auth/bounded-queue.ts';
import { Problem } from '../problem.ts';

export type PasswordTask =
  | { readonly kind: 'derive'; readonly parameters: Argon2Parameters }
  | { readonly kind: 'estimate'; readonly password: string; readonly ownWords: readonly string[] };

const threadsMax = 2;
/** About two seconds of work for two threads: whoever would wait longer is asked to come again. */
const waitingMax = 60;
const retryAfterSeconds = 2;

const queue = boundedQueue({ atOnceMax: threadsMax, waitingMax });
const idle: Worker[] = [];

export const argon2id = async (parameters: Argon2Parameters): Promise<Buffer> =>
  Buffer.from((await answered({ kind: 'derive', parameters })) as Uint8Array);

/** How many guesses somebody needs who knows common passwords, patterns and these words, as a power of ten. */
export const guessesLog10 = async (password: string, ownWords: readonly string[]): Promise<number> =>
  (await answered({ kind: 'estimate', password, ownWords })) as number;

/** Refuses with 429 when too many wait already. */
async function answered(task: PasswordTask): Promise<unknown> {
  try {
    return await queue.run(() => inThread(task));
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new Problem('too-many-requests', detail('tooManySignIns', { seconds: retryAfterSeconds }), {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  }
}

/** No more of these are under way than there are threads, so that an idle one is found or may be started. */
async function inThread(task: PasswordTask): Promise<unknown> {
  const worker = idle.pop() ?? new Worker(new URL('./password-worker.ts', import.meta.url));
  // An idle thread does not keep the process alive; one at work does.
  worker.ref();
  const answer = await answerOf(worker, task);
  worker.unref();
  idle.push(worker);
  return answer;
}

/** A thread that fails is not used again: the next password starts another. */
function answerOf(worker: Worker, task: PasswordTask): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const succeed = (answer: unknown) => {
      worker.off('error', fail).off('exit', fail);
      resolve(answer);
    };
    const fail = (error: unknown) => {
      worker.off('message', succeed).off('error', fail).off('exit', fail);
      reject(error instanceof Error ? error : new Error('A thread that works on passwords ended.'));
    };
    worker.once('message', succeed).once('error', fail).once('exit', fail);
    worker.postMessage(task);
  });
}
