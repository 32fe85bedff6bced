/** Erases the people again whom a restored backup has brought back. */
import { byService } from '@muster/contract/author.ts';
import { eraseAgain } from '../erasure/erase-again.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import type { Connections } from './connections.ts';
import type { ServiceOptions } from './options.ts';

/** Before anybody is answered. */
export async function eraseRestored({ ledger, logger }: ServiceOptions, { erasures }: Connections, files: KeptFiles) {
  if (!ledger) return;
  const database = erasures.by(byService('erasures'));
  const count = await eraseAgain({ database, files, ledger, attemptMs: 0, onChange: () => undefined });
  if (count > 0) logger.warn({ count }, 'the database was older than the ledger of erasures: people were erased again');
}
