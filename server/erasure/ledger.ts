/**
 * The ledger of erasures: ids and moments only, one line of JSON each. It is kept apart from the database, so that a
 * restored backup does not bring erased people back. A line is durable before the erasure that it names commits.
 */
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BytesMissing, type FileStorage, installationKeys } from '../files/storage.ts';

export interface ErasedPerson {
  readonly account: string;
  readonly employee: string;
  readonly at: string;
  /** The erasure did not run after all: a hold came first. */
  readonly isWithdrawn?: true;
}

export interface ErasureLedger {
  /** Oldest first. */
  read(): Promise<readonly ErasedPerson[]>;
  /** Resolves when it is durable. */
  append(person: ErasedPerson): Promise<void>;
}

export const ledgerFileName = 'erasures.ndjson';

/** In a folder. */
export function ledgerInFolder(folder: string): ErasureLedger {
  const path = join(folder, ledgerFileName);
  return {
    async read() {
      try {
        return linesOf(await readFile(path, 'utf8'));
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return [];
        throw error;
      }
    },
    async append(person) {
      const file = await open(path, 'a', 0o600);
      try {
        // A crash may have left half a line.
        await file.appendFile(`\n${JSON.stringify(person)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await synced(dirname(path));
    },
  };
}

/** The name of a new file is durable only with its folder. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** In the bucket of the files, which has no way to append. Erasures begin one at a time, under a lock of the database. */
export function ledgerInStorage(storage: FileStorage): ErasureLedger {
  const content = async (): Promise<string> => {
    try {
      return await text(await storage.read(installationKeys.erasures));
    } catch (error) {
      if (error instanceof BytesMissing) return '';
      throw error;
    }
  };
  return {
    read: async () => linesOf(await content()),
    async append(person) {
      const whole = `${await content()}${JSON.stringify(person)}\n`;
      await storage.write(installationKeys.erasures, Readable.from([Buffer.from(whole)]));
    },
  };
}

export function linesOf(content: string): ErasedPerson[] {
  return content.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as ErasedPerson];
    } catch {
      // Half a line: its erasure has not begun.
      return [];
    }
  });
}

/** Who is erased according to the ledger: the last line of a person counts. */
export function erasedIn(lines: readonly ErasedPerson[]): ErasedPerson[] {
  const last = new Map(lines.map((line) => [`${line.account}/${line.employee}`, line]));
  return [...last.values()].filter(({ isWithdrawn }) => !isWithdrawn);
}
