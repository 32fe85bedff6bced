/** Rows of the only account of a database, as they are stored. */
import pg from 'pg';

/** As the role of the service, for the first account. */
export async function asService<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    await connection.query(`select set_config('muster.account_id', (select min(id)::text from accounts), false)`);
    return (await connection.query<Row>(text)).rows;
  } finally {
    await connection.end();
  }
}
