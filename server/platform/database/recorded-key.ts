/** Whether a database already has a key: checked before a key exists, so that no new one is created for it. */
import { connected } from './connection.ts';
import { UnavailableError } from './errors.ts';

export const hasRecordedKey = async (url: string): Promise<boolean> => (await recordedKeyCheck(url)) !== null;

/** The check value of the key that the database was set up with; null: none yet. */
export async function recordedKeyCheck(url: string): Promise<string | null> {
  const connection = await connected({ url, name: 'muster key', statementMs: 10_000 }).catch((error: unknown) => {
    throw new UnavailableError(error, 'undone');
  });
  try {
    const { rows } = await connection.query(`select to_regclass('installation') is not null as exists`);
    if (!rows[0]?.exists) return null;
    const found = await connection.query<{ key_check: string }>('select key_check from installation');
    return found.rows[0]?.key_check ?? null;
  } finally {
    await connection.end();
  }
}
