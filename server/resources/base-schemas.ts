import { baseSchemas } from '@muster/contract/base-schemas.ts';
import type { Database } from '../database/database.ts';

/** The same for all accounts. A document never changes under its name, so what is there stays. */
export async function plantBaseSchemas(database: Database): Promise<void> {
  await database.query(
    'insert into base_schemas (name, schema) select * from unnest($1::text[], $2::json[]) on conflict do nothing',
    [Object.keys(baseSchemas), Object.values(baseSchemas).map((schema) => JSON.stringify(schema))],
  );
}
