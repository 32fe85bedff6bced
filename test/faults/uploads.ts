/** Files that writers upload: the name and the content follow from the marker of the change. */
import { createHash } from 'node:crypto';
import type { Muster } from '@muster/client';
import type { Upload } from './ledger.ts';

/** Some are larger than a chunk of the encryption. */
const linesMax = 4000;

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** With one key, so that a repeated upload is the same file. */
export async function uploaded(muster: Muster, uploads: Upload[], marker: string): Promise<string> {
  const fileName = `amendment-${marker}.txt`;
  const bytes = Buffer.from(`Amendment ${marker}\n`.repeat(1 + ((Number(marker.split('-').at(-1)) * 97) % linesMax)));
  const content = new Blob([bytes], { type: 'text/plain' });
  const { id } = await muster.files.upload(content, { fileName, idempotencyKey: `file-${marker}`, timeoutMs: 10_000 });
  if (!uploads.some((one) => one.id === id))
    uploads.push({ id, fileName, sha256: digestOf(bytes), size: bytes.length });
  return id;
}
