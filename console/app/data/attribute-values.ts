/** The values of one attribute for many people on a day: what the screen wants at the same moment is one request. */
import type { Listed } from '@muster/client/collection.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import DataLoader from 'dataloader';
import { queryClient } from './cache.ts';
import { type Moment, momentFor, useMoment } from './moment.ts';
import { methodsOf } from './service.ts';

export type AttributeRow = Listed<typeof employeeAttributes>;

/** So long others may join. */
const batchingMs = 15;
/** As many people as one filter may name. */
const together = 100;

/**
 * Asks for the values that held on a day. Of today the list says which are in force; of another day also values count that
 * have changed since.
 */
export const heldOn = (day: string, today: string, moment: Moment | null) =>
  day === today
    ? { filters: { 'applicability.asOf': day }, at: moment }
    : { filters: {}, at: { ...moment, asOf: day } };

type Loader = DataLoader<string, readonly AttributeRow[]>;

/** Which values: of a definition, on a day, as known at a moment. */
interface Wanted {
  readonly definitionId: string;
  readonly today: string;
  readonly moment: Moment | null;
}

const loaders = new Map<string, Loader>();

const keyOf = ({ definitionId, today, moment }: Wanted): string => JSON.stringify([definitionId, today, moment]);

function loaderOf(wanted: Wanted): Loader {
  const key = keyOf(wanted);
  const known = loaders.get(key);
  if (known) return known;
  const loader: Loader = new DataLoader((ids) => valuesOf(ids, wanted), {
    cache: false,
    maxBatchSize: together,
    batchScheduleFn: (ask) => setTimeout(ask, batchingMs),
  });
  loaders.set(key, loader);
  return loader;
}

async function valuesOf(ids: readonly string[], { definitionId, today, moment }: Wanted) {
  const { filters, at } = heldOn(moment?.asOf ?? today, today, moment);
  const query = {
    filters: { ...filters, 'employee.id': [...new Set(ids)], 'definition.id': definitionId },
    ...momentFor(employeeAttributes, at),
    limit: 1000,
  };
  const byPerson = new Map<string, AttributeRow[]>();
  for await (const row of methodsOf(employeeAttributes).list(query)) {
    byPerson.set(row.employee.id, [...(byPerson.get(row.employee.id) ?? []), row]);
  }
  return ids.map((id) => byPerson.get(id) ?? []);
}

const valuesOptions = (employeeId: string, wanted: Wanted) =>
  queryOptions({
    queryKey: [employeeAttributes.type, 'of-person', keyOf(wanted), employeeId],
    staleTime: 60_000,
    queryFn: () => loaderOf(wanted).load(employeeId),
  });

/** On the day that the page shows. */
export function useAttributeValues(employeeId: string, definitionId: string, today: string) {
  const moment = useMoment();
  return useQuery(valuesOptions(employeeId, { definitionId, today, moment }));
}

/** The same, outside of a component. */
export const readAttributeValues = (employeeId: string, wanted: Wanted) =>
  queryClient.fetchQuery(valuesOptions(employeeId, wanted));
