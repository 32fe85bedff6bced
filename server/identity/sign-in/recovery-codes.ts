/** Codes that replace a lost second factor. Shown once, stored as digests, each used once. */
import { randomInt } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';

const codesMade = 10;

/** Without characters that are easily confused. Twelve of 32 have 60 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const lettersInCode = 12;

const newCode = (): string =>
  Array.from({ length: lettersInCode }, () => letters[randomInt(letters.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** Tolerates any way of writing it down. */
const bare = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const digest = ({ vault }: Tx, administratorId: string, code: string): Buffer =>
  vault.fingerprint(`recovery-code ${administratorId} ${bare(code)}`);

const replacing = statement(`
with person as (
  select id from administrators where account_id = $1 and id = $2
), gone as (
  delete from administrator_recovery_codes using person where administrator_id = person.id
)
insert into administrator_recovery_codes (administrator_id, digest) select person.id, unnest($3::bytea[]) from person`);

/** Creates new ones; the former ones become invalid. */
export async function replaceRecoveryCodes(tx: Tx, administratorId: string): Promise<string[]> {
  const codes = Array.from({ length: codesMade }, newCode);
  await tx.run(replacing, [administratorId, codes.map((code) => digest(tx, administratorId, code))]);
  return codes;
}

const removing = statement(`
delete from administrator_recovery_codes using administrators
where account_id = $1 and id = $2 and administrator_id = id and ($3::bytea is null or digest = $3)
returning 1 as one`);

export async function useRecoveryCode(tx: Tx, administratorId: string, code: string): Promise<boolean> {
  return (await tx.run(removing, [administratorId, digest(tx, administratorId, code)])).length > 0;
}

export async function removeRecoveryCodes(tx: Tx, administratorId: string): Promise<void> {
  await tx.run(removing, [administratorId, null]);
}
