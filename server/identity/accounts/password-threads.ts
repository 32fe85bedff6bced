/**
 * Work on passwords, on two threads of its own. Node's thread pool has four threads for files, names of hosts,
 * compression and signatures: passwords there would make all of these wait. A thread starts with the first password and
 * ends when none has come for a second: its list of known passwords takes some 40 MB.
 */
import type { Argon2Parameters } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { detail } from '@muster/contract/messages.ts';
import { refuseInsideTransaction } from '../../platform/database/open-transaction.ts';
import { Problem } from '../../problem.ts';
import { boundedQueue, QueueFullError } from '../auth/bounded-queue.ts';

export type PasswordTask =
  | { readonly kind: 'derive'; readonly parameters: Argon2Parameters }
  | { readonly kind: 'estimate'; readonly password: string; readonly ownWords: readonly string[] };

const threadsMax = 2;
/** About two seconds of work for two threads: anyone who would wait longer is asked to come again. */
const waitingMax = 60;
const retryAfterSeconds = 2;

const queue = boundedQueue({ atOnceMax: threadsMax, waitingMax });
/** A sign-in has its next password within that time, if it has one; a new thread takes 30 ms. */
const idleMs = 1000;
/** Each with the timer that ends it, the one that worked last at the end. */
const idle = new Map<Worker, NodeJS.Timeout>();

export const argon2id = async (parameters: Argon2Parameters): Promise<Buffer> =>
  Buffer.from((await answered({ kind: 'derive', parameters })) as Uint8Array);

/** How many guesses somebody needs who knows common passwords, patterns and these words, as a power of ten. */
export const guessesLog10 = async (password: string, ownWords: readonly string[]): Promise<number> =>
  (await answered({ kind: 'estimate', password, ownWords })) as number;

/** Refuses with 429 when too many wait already. */
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

/** No more of these are under way than there are threads, so that an idle one is found or may be started. */
async function inThread(task: PasswordTask): Promise<unknown> {
  const worker = reused() ?? new Worker(new URL('./password-worker.ts', import.meta.url));
  // An idle thread does not keep the process alive; one at work does.
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
