import { baseSchemas } from '@muster/contract/base-schemas.ts';
import { schemas } from '@muster/contract/resources/schemas.ts';
import type { Database } from '../platform/database/database.ts';
import { representation } from '../platform/store/representation.ts';

/** The same for all accounts. A document never changes under its name; the envelope around it may. */
export async function seedBaseSchemas(database: Database): Promise<void> {
  await database.query(
    `insert into base_schemas (id, title, schema, representation)
     select id, title, schema, ${representation(schemas, 'given')}
     from unnest($1::text[], $1::text[], $2::json[]) as given (id, title, schema)
     on conflict (id) do update set representation = excluded.representation`,
    [Object.keys(baseSchemas), Object.values(baseSchemas).map((schema) => JSON.stringify(schema))],
  );
}
