/**
 * Password hashing and strength estimates on one or two separate threads. Node's thread pool has four threads for files, host
 * names, compression and signatures: passwords there would delay all of these. A thread starts with the first password
 * and ends when it has been idle for a second: its list of known passwords takes some 40 MB.
 */
import type { Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { detail } from '@muster/contract/messages.ts';
import { refuseInsideTransaction } from '../../platform/database/open-transaction.ts';
import { Problem } from '../../problem.ts';
import { boundedQueue, QueueFullError } from '../auth/bounded-queue.ts';

export type PasswordTask =
  | { readonly kind: 'derive'; readonly parameters: Argon2Parameters }
  | { readonly kind: 'estimate'; readonly password: string; readonly ownWords: readonly string[] };

/** On two processors, two hashes at once would leave none for requests. */
const threadsMax = availableParallelism() > 2 ? 2 : 1;
/** A few seconds of work: beyond that, the caller is asked to retry. */
const waitingMax = 60;
const retryAfterSeconds = 2;

const queue = boundedQueue({ atOnceMax: threadsMax, waitingMax });
/** The next password of a sign-in comes within that time; a new thread takes 30 ms. */
const idleMs = 1000;
/** Each with the timer that ends it, most recently used last. */
const idle = new Map<Worker, NodeJS.Timeout>();

export const argon2id = async (parameters: Argon2Parameters): Promise<Buffer> =>
  Buffer.from((await answered({ kind: 'derive', parameters })) as Uint8Array);

/**
 * The estimated number of guesses for an attacker who knows common passwords, patterns and these words, as a power of
 * ten.
 */
export const guessesLog10 = async (password: string, ownWords: readonly string[]): Promise<number> =>
  (await answered({ kind: 'estimate', password, ownWords })) as number;

/** Refuses with 429 if too many wait already. */
async function answered(task: PasswordTask): Promise<unknown> {
  refuseInsideTransaction('a password');
  try {
    return await queue.run(() => inThread(task));
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new Problem('too-many-requests', detail('tooManySignIns', { seconds: retryAfterSeconds }), {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  }
}

/** No more of these run than there are threads, so an idle thread exists or may be started. */
async function inThread(task: PasswordTask): Promise<unknown> {
  const worker = reused() ?? new Worker(new URL('./password-worker.ts', import.meta.url));
  // An idle thread does not keep the process alive; a working one does.
  worker.ref();
  const answer = await answerOf(worker, task);
  worker.unref();
  idle.set(worker, setTimeout(() => end(worker), idleMs).unref());
  return answer;
}

function reused(): Worker | undefined {
  const [worker, ending] = [...idle].at(-1) ?? [];
  if (worker) idle.delete(worker);
  clearTimeout(ending);
  return worker;
}

function end(worker: Worker): void {
  idle.delete(worker);
  void worker.terminate();
}

/** A failed thread is not used again: the next password starts another. */
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
