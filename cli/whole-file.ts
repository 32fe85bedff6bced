/** Files with personal data: for their owner alone, and complete or not there. */
import { createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { type Sink, sinkOn } from './sink.ts';

/** An empty file may have been made to choose its rights. */
export function refuseExisting(output: string, isOverwritten: boolean): void {
  if (isOverwritten || (statSync(output, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw new RefusedError({ output: [`${output} exists already: name another file, or add --overwrite.`] });
}

/** Written under another name until it is complete: a partial export must not be mistaken for a whole one. */
export async function wholeFile<T>(path: string, write: (sink: Sink) => Promise<T>): Promise<T> {
  const draft = `${path}.part`;
  // Also if a former draft was open to others.
  await rm(draft, { force: true });
  const stream = createWriteStream(draft, { mode: 0o600, flags: 'wx' });
  const sink = sinkOn(stream);
  try {
    const result = await write(sink);
    await sink.end();
    await rename(draft, path);
    return result;
  } catch (error) {
    stream.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}
