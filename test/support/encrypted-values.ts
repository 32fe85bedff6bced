/** What an encryption key opens: in every place of the database that holds encrypted values, and in stored files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DerivedKeys, open } from '../../server/identity/auth/installation-key.ts';
import { encryptedPlaces } from '../../server/keys/places.ts';
import { placeRows } from '../../server/keys/renew-rows.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { renewedMember, renewedText } from '../../server/platform/store/sealing.ts';

/** How many values of each place these keys decrypt, whatever number the values have. */
export async function valuesOpenedBy(at: Database, keys: DerivedKeys): Promise<Record<string, number>> {
  const accounts = await at.query<{ id: string }>('select id::text as id from accounts');
  const counts: Record<string, number> = {};
  for (const place of encryptedPlaces) {
    let count = 0;
    const opens = (decrypt: () => unknown) => {
      try {
        decrypt();
        count += 1;
      } catch {}
      return null;
    };
    for (const accountId of place.isOfAccounts ? accounts.map(({ id }) => id) : [null]) {
      for (const row of await placeRows(at, place, accountId, null)) {
        const owner = accountId ?? String(row.account ?? '');
        const session = at.session(owner || '0');
        const text = (sealed: string, about: string) =>
          opens(() => open(keys.vault, Buffer.from(sealed, 'base64url'), about));
        place.renewed(
          row,
          {
            text,
            inText: (stored, subject) => renewedText(session, text, stored, subject),
            member: (stored, subject, name) => renewedMember(session, text, stored, subject, name),
            digests: () => null,
            bytes: (sealed) => opens(() => open(keys.envelope, sealed)),
          },
          owner,
        );
      }
    }
    counts[place.name] = count;
  }
  return counts;
}

/** The stored files whose own key these keys decrypt. */
export async function filesOpenedBy(folder: string, accountId: string, { vault }: DerivedKeys): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const opened: string[] = [];
  for (const { name, parentPath } of names) {
    const bytes = await readFile(join(parentPath, name));
    const head = bytes.subarray(3, 3 + (bytes.length < 3 ? 0 : bytes.readUInt16BE(1)));
    try {
      open(vault, Buffer.from(head.toString(), 'base64url'), `${accountId}/${name}`);
      opened.push(name);
    } catch {}
  }
  return opened;
}
