/** Removed files that can be restored: in a folder of the same file system, by account and last digits. */
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAbsence, makeFolder, makeSafe, namesIn, removeIfThere } from './folders.ts';
import { type FileStorage, newestFirst, type Quarantined, quarantinedAs, quarantineName } from './storage.ts';

type Quarantine = Pick<FileStorage, 'quarantine' | 'restore' | 'quarantined' | 'discard'>;

export function diskQuarantine(root: string, pathOf: (key: string) => string): Quarantine {
  const folder = join(root, '.quarantine');
  const pathIn = (one: Quarantined): string => {
    const [account = '', name = ''] = quarantineName(one).split('/');
    const digits = name.slice(0, name.indexOf('.')).slice(-2);
    return join(folder, account, digits, name);
  };

  async function* within(account: string, digits: string): AsyncGenerator<Quarantined> {
    for await (const name of namesIn(join(folder, account, digits))) {
      const found = quarantinedAs(`${account}/${name}`);
      if (found) yield found;
    }
  }

  return {
    async quarantine(key, now) {
      const [from, to] = [pathOf(key), pathIn({ key, since: now })];
      await makeFolder(dirname(to));
      try {
        await rename(from, to);
      } catch (error) {
        if (isAbsence(error)) return;
        throw error;
      }
      await makeSafe(dirname(to));
      await makeSafe(dirname(from));
    },
    async restore(key) {
      const [account = '', name = ''] = quarantineName({ key, since: new Date(0) }).split('/');
      const found: Quarantined[] = [];
      for await (const one of within(account, name.slice(0, name.indexOf('.')).slice(-2))) {
        if (one.key === key) found.push(one);
      }
      const [newest] = found.sort(newestFirst);
      if (!newest) return false;
      await makeFolder(dirname(pathOf(key)));
      try {
        await rename(pathIn(newest), pathOf(key));
      } catch (error) {
        // Another process has restored it.
        if (!isAbsence(error)) throw error;
      }
      await makeSafe(dirname(pathOf(key)));
      return true;
    },
    async *quarantined() {
      for await (const account of namesIn(folder)) {
        for await (const digits of namesIn(join(folder, account))) yield* within(account, digits);
      }
    },
    discard: (one) => removeIfThere(pathIn(one)),
  };
}
