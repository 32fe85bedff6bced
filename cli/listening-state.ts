/**
 * What `muster listen` stores between two runs, one file in the data folder for each account and receiver: its position
 * and its signing secret. Written atomically, and readable only by its owner.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { newWebhookSecret } from '@muster/server/webhooks/signature.ts';

interface Kept {
  readonly secret: string;
  /** The number of the last processed event; null before the first run. */
  readonly position: string | null;
}

export interface ListeningState extends Kept {
  readonly path: string;
  /** Resolves when it is durable. */
  keep(position: string): Promise<void>;
}

export async function listeningState(
  dataDir: string,
  account: string,
  receiver: string | null,
): Promise<ListeningState> {
  const digest = createHash('sha256').update(`${account}\n${receiver}`).digest('hex').slice(0, 12);
  const folder = join(dataDir, 'listen');
  const path = join(folder, `${account}-${digest}.json`);
  const { secret, position } = (await kept(path)) ?? { secret: newWebhookSecret(), position: null };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    secret,
    position,
    path,
    async keep(next) {
      const draft = await open(`${path}.new`, 'w', 0o600);
      try {
        await draft.writeFile(`${JSON.stringify({ account, receiver, position: next, secret }, null, 2)}\n`);
        await draft.sync();
      } finally {
        await draft.close();
      }
      await rename(`${path}.new`, path);
    },
  };
}

async function kept(path: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
