/**
 * The `muster` command without a separate process, which would take ten times as long. It runs from its arguments to
 * its exit status, with other streams.
 */
import { Writable } from 'node:stream';
import { runCommand } from '../../cli/run.ts';

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The streams and the exit status belong to the whole process: one command at a time. */
let former: Promise<unknown> = Promise.resolve();

export function runMuster(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const ended = former.then(() => captured(args, env));
  former = ended.catch(() => undefined);
  return ended;
}

async function captured(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const [stdout, stderr] = [collecting(), collecting()];
  const restore = [replaced('stdout', stdout.stream), replaced('stderr', stderr.stream)];
  const { exitCode } = process;
  process.exitCode = 0;
  try {
    await runCommand(args, env);
    return { status: Number(process.exitCode), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.exitCode = exitCode;
    for (const put of restore) put();
  }
}

/** Replaces the whole stream, because an export ends it. Returns a function that restores it. */
function replaced(name: 'stdout' | 'stderr', stream: Writable): () => void {
  const former = Object.getOwnPropertyDescriptor(process, name) as PropertyDescriptor;
  Object.defineProperty(process, name, { configurable: true, enumerable: true, get: () => stream });
  return () => Object.defineProperty(process, name, former);
}

function collecting(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** Runs a line such as `muster accounts list`; returns its output, and throws if the command fails. */
export async function runMusterLine(line: string, env: Record<string, string>): Promise<string> {
  const { status, stdout, stderr } = await runMuster(wordsOf(line).slice(1), env);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** As a shell splits the line. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three ?? '');
