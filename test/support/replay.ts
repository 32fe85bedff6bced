/** Rebuilds rows from events alone, as a client with a copy does. */
import { expect } from 'vitest';
import type { Row } from './examples.ts';
import type { EventRow } from './organization/organization.ts';

/** The rows of the replayed types by `type id`, without members that depend on the request. */
export function replayed(events: readonly EventRow[], types: readonly string[]): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const { topic, data, previousAttributes } of events) {
    const [type = '', verb] = topic.split('.');
    if (!types.includes(type)) continue;
    const key = `${type} ${data.id}`;
    const known = rows.get(key);
    if (verb === 'created') expect([key, known]).toEqual([key, undefined]);
    else expect([key, known]).not.toEqual([key, undefined]);
    if (verb === 'updated') expect([key, previousAttributes]).toEqual([key, differences(known as Row, data)]);
    if (verb === 'deleted') rows.delete(key);
    else rows.set(key, data);
  }
  return rows;
}

/** The changed members with their former values, without the time of the change. */
function differences(before: Row, after: Row): Record<string, unknown> {
  const names = Object.keys(before).filter((name) => name !== 'lastUpdatedAt');
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, before[name]]),
  );
}

export const bare = ({ links: _, embedded: __, ...row }: Row): Row => row as Row;
