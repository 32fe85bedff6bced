/** A thread that works on passwords, one task after the other. Started by password-threads.ts. */
import { argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { PasswordTask } from './password-threads.ts';

// On Linux this affects only the calling thread: if processors are short, requests go first.
if (process.platform === 'linux') setPriority(19);

/** Estimating longer passwords takes long, and they are strong enough in any case. */
const charactersMax = 64;

async function estimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/** A list of common passwords and related data: loaded when the first password is set. */
let estimating: ReturnType<typeof estimator> | undefined;

async function answerTo(task: PasswordTask): Promise<unknown> {
  if (task.kind === 'derive') return argon2Sync('argon2id', task.parameters);
  estimating ??= estimator();
  return (await estimating).check(task.password.slice(0, charactersMax), [...task.ownWords]).guessesLog10;
}

parentPort?.on('message', (task: PasswordTask) => {
  answerTo(task).then(
    (answer) => parentPort?.postMessage(answer),
    // Ends the thread, which rejects the waiting task.
    (error: unknown) => queueMicrotask(() => Promise.reject(error)),
  );
});
