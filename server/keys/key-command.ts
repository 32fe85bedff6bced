/**
 * Runs the command that prints the encryption keys. What it has started ends with it: a key service that does not answer
 * leaves no process behind, neither when the time is over nor when a person gives up waiting.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Two keys take a hundred characters. */
const outputMax = 10_000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What the command prints is never shown. */
export async function outputOfKeyCommand(command: string, timeoutMs: number): Promise<string> {
  const end = () => {
    try {
      // A command may disregard other signals.
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  let isOverdue = false;
  const timer = setTimeout(() => {
    isOverdue = true;
    end();
  }, timeoutMs);
  const onSignal = (signal: NodeJS.Signals) => {
    end();
    process.off(signal, onSignal);
    // Nobody else handles it: it does what it does by default.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  // Before it starts: a signal that comes meanwhile would end this process alone.
  for (const signal of signals) process.on(signal, onSignal);
  process.on('exit', end);
  // A group of its own can be ended as a whole. The signals of a terminal do not reach it, so they are passed on.
  const child = spawn('/bin/sh', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.length > outputMax) end();
  });
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (isOverdue) throw failed(`did not end within ${timeoutMs / 1000} seconds`);
    if (output.length > outputMax) throw failed('prints more than keys');
    if (signal !== null) throw failed(`was ended by ${signal}`);
    if (code !== 0) throw failed(`ended with status ${code}`);
    return output;
  } finally {
    clearTimeout(timer);
    for (const signal of signals) process.off(signal, onSignal);
    process.off('exit', end);
  }
}

const failed = (reason: string): Error => new Error(`The command of MUSTER_ENCRYPTION_KEY_COMMAND ${reason}.`);
