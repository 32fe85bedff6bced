/** Whether a database already has a key: checked before a key exists, so that no new one is created for it. */
import pg from 'pg';
import { connectionConfig } from './connection.ts';
import { UnavailableError } from './errors.ts';

export async function hasRecordedKey(url: string): Promise<boolean> {
  const connection = new pg.Client(connectionConfig({ url, name: 'muster key', statementMs: 10_000 }));
  // A lost connection fails its statement; without a listener it would end the process.
  connection.on('error', () => undefined);
  await connection.connect().catch((error: unknown) => {
    throw new UnavailableError(error, 'undone');
  });
  try {
    const { rows } = await connection.query(`select to_regclass('installation') is not null as exists`);
    if (!rows[0]?.exists) return false;
    return (await connection.query('select 1 from installation')).rows.length > 0;
  } finally {
    await connection.end();
  }
}
