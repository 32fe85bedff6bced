/** The values of one attribute for many people: what the screen wants at the same moment is one request. */
import type { Listed } from '@muster/client/collection.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import DataLoader from 'dataloader';
import { queryClient } from './cache.ts';
import { methodsOf } from './service.ts';

export type AttributeRow = Listed<typeof employeeAttributes>;

/** So long others may join. */
const batchingMs = 15;
/** As many people as one filter may name. */
const together = 100;

type Loader = DataLoader<string, readonly AttributeRow[]>;

/** By definition and day. */
const loaders = new Map<string, Loader>();

function loaderOf(definitionId: string, day: string): Loader {
  const key = `${definitionId} ${day}`;
  const known = loaders.get(key);
  if (known) return known;
  const loader: Loader = new DataLoader((ids) => valuesOf(ids, definitionId, day), {
    cache: false,
    maxBatchSize: together,
    batchScheduleFn: (ask) => setTimeout(ask, batchingMs),
  });
  loaders.set(key, loader);
  return loader;
}

async function valuesOf(ids: readonly string[], definitionId: string, day: string) {
  const filters = { 'employee.id': [...new Set(ids)], 'definition.id': definitionId, 'applicability.asOf': day };
  const byPerson = new Map<string, AttributeRow[]>();
  for await (const row of methodsOf(employeeAttributes).list({ filters, limit: 1000 })) {
    byPerson.set(row.employee.id, [...(byPerson.get(row.employee.id) ?? []), row]);
  }
  return ids.map((id) => byPerson.get(id) ?? []);
}

const valuesOptions = (employeeId: string, definitionId: string, day: string) =>
  queryOptions({
    queryKey: [employeeAttributes.type, 'of-person', definitionId, day, employeeId],
    staleTime: 60_000,
    queryFn: () => loaderOf(definitionId, day).load(employeeId),
  });

export const useAttributeValues = (employeeId: string, definitionId: string, day: string) =>
  useQuery(valuesOptions(employeeId, definitionId, day));

/** The same, outside of a component. */
export const readAttributeValues = (employeeId: string, definitionId: string, day: string) =>
  queryClient.fetchQuery(valuesOptions(employeeId, definitionId, day));
