/** Whether a database was set up already, with a key: asked before there is one, so that none is made up for it. */
import pg from 'pg';

export async function hasRecordedKey(url: string): Promise<boolean> {
  const connection = new pg.Client({
    connectionString: url,
    application_name: 'muster',
    connectionTimeoutMillis: 10_000,
  });
  await connection.connect();
  try {
    const { rows } = await connection.query(`select to_regclass('installation') is not null as exists`);
    if (!rows[0]?.exists) return false;
    return (await connection.query('select 1 from installation')).rows.length > 0;
  } finally {
    await connection.end();
  }
}
