/** A thread that derives keys from passwords, one after the other. Started by argon2-threads.ts. */
import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

// On Linux this concerns the calling thread alone: when cores are short, whoever answers requests goes first.
if (process.platform === 'linux') setPriority(10);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
