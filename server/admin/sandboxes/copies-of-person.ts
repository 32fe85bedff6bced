/**
 * The copies of a person in the sandboxes of an account. Their ids follow from the key of the copy, which is stored
 * encrypted: nobody who sees a sandbox can tell whose copy somebody is, but an erasure can.
 */
import { employees } from '@muster/contract/resources/employees.ts';
import type { Database } from '../../platform/database/database.ts';
import { type NumberRanges, renumbered } from './renumbering.ts';

interface CopyKey {
  readonly secret: string;
  /** The number of ids of people when the copy was made. */
  readonly count: string;
}

const about = (sandboxId: string): string => `${sandboxId}/copy-key`;

/**
 * After the transaction of the copy, before the sandbox is ready. Inside it, the row of the sandbox would be locked, and
 * the progress of the copy is written there by another connection.
 */
export async function keepCopyKey(
  database: Database,
  sandboxId: string,
  secret: string,
  ranges: NumberRanges,
): Promise<void> {
  const key: CopyKey = { secret, count: String(ranges.get(employees.type)?.count ?? 0n) };
  const sealed = database.vault.seal(JSON.stringify(key), about(sandboxId));
  await database.query('update accounts set copy_key = $2 where id = $1', [sandboxId, sealed]);
}

export interface Copy {
  readonly accountId: string;
  readonly employeeId: string;
}

export interface Copies {
  readonly copies: readonly Copy[];
  /** Every sandbox of the account, with a copy of the person or not. */
  readonly sandboxIds: readonly string[];
  /** Those whose copy is being made, which may hold the person under an id that is not known yet. */
  readonly copyingIds: readonly string[];
}

/** Sandboxes without a key were made before keys were stored: the person cannot be found in them. */
export async function copiesOfPerson(database: Database, accountId: string, employeeId: string): Promise<Copies> {
  const sandboxes = await database.query<{ id: string; state: string; key: string | null }>(
    'select id::text as id, state, copy_key as key from accounts where origin_id = $1',
    [accountId],
  );
  const copies = sandboxes.flatMap(({ id, key }) => {
    const text = key === null ? null : database.vault.openOrNull(key, about(id));
    if (text === null) return [];
    const { secret, count } = JSON.parse(text) as CopyKey;
    // Somebody who came after the copy.
    if (BigInt(employeeId) > BigInt(count)) return [];
    return [
      {
        accountId: id,
        employeeId: renumbered(employees.type, BigInt(employeeId), { count: BigInt(count), step: 1n }, secret),
      },
    ];
  });
  return {
    copies,
    sandboxIds: sandboxes.map(({ id }) => id),
    copyingIds: sandboxes.flatMap(({ id, state }) => (state === 'copying' ? [id] : [])),
  };
}
