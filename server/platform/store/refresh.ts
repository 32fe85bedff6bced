/**
 * Keeps stored representations up to date with the declarations. When a release changes what a resource shows, its rows
 * are rewritten before the service accepts requests, with new entity tags and without events, because only their format
 * changed. Events are never rewritten.
 */
import { createHash } from 'node:crypto';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Database } from '../database/database.ts';
import { representation } from './representation.ts';
import { rewrite } from './write.ts';

export async function refreshRepresentations(database: Database, resources: readonly Resource[]): Promise<void> {
  const known = await database.query<{ resource_type: string; digest: string }>(
    'select resource_type, digest from representations',
  );
  const digests = new Map(known.map(({ resource_type, digest }) => [resource_type, digest]));
  for (const resource of resources.filter(({ isWrittenElsewhere }) => !isWrittenElsewhere)) {
    const digest = createHash('sha256').update(representation(resource, 'kept')).digest('hex');
    if (digests.get(resource.type) === digest) continue;
    const accounts = await database.query<{ id: string }>('select id from accounts order by id');
    for (const { id } of accounts) await database.transaction(id, (tx) => rewrite(tx, resource));
    await database.query(
      `insert into representations values ($1, $2) on conflict (resource_type) do update set digest = excluded.digest`,
      [resource.type, digest],
    );
  }
}
