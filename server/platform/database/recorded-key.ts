/** Whether a database already has a key: checked before a key exists, so that no new one is created for it. */
import { connected } from './connection.ts';
import { UnavailableError } from './errors.ts';

export const hasRecordedKey = async (url: string): Promise<boolean> => (await recordedKeyCheck(url)) !== null;

/** The check value of the key that is active; null: none yet. */
export const recordedKeyCheck = (url: string): Promise<string | null> =>
  asked(url, async (connection) => {
    if (!(await hasTable(connection, 'installation'))) return null;
    const found = await connection.query<{ key_check: string }>('select key_check from installation');
    return found.rows[0]?.key_check ?? null;
  });

/** Whether values are being encrypted again with a new key. */
export const isRotating = (url: string): Promise<boolean> =>
  asked(url, async (connection) => {
    if (!(await hasTable(connection, 'encryption_keys'))) return false;
    const found = await connection.query(`select from encryption_keys where state = 'retiring'`);
    return found.rows.length > 0;
  });

type Connection = Awaited<ReturnType<typeof connected>>;

async function hasTable(connection: Connection, table: string): Promise<boolean> {
  const { rows } = await connection.query('select to_regclass($1) is not null as exists', [table]);
  return rows[0]?.exists === true;
}

async function asked<T>(url: string, ask: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connected({ url, name: 'muster key', statementMs: 10_000 }).catch((error: unknown) => {
    throw new UnavailableError(error, 'undone');
  });
  try {
    return await ask(connection);
  } finally {
    await connection.end();
  }
}
