/** Where the ledger of erasures is kept. */
import { join } from 'node:path';
import { type ErasureLedger, ledgerInFolder, ledgerInStorage } from '../erasure/ledger.ts';
import type { FileStorage } from '../files/storage.ts';
import type { Config } from '../settings/config.ts';

/** In the data folder if the files are there as well, otherwise with the files: other nodes and a new machine find it. */
export const ledgerOf = ({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>, storage: FileStorage): ErasureLedger =>
  files.s3 === null && files.dir === join(dataDir, 'files') ? ledgerInFolder(dataDir) : ledgerInStorage(storage);
