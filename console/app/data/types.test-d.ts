/**
 * What must and what must not compile of the data layer, checked by `tsc` and never run: each `@ts-expect-error` fails
 * the check as soon as the line under it compiles.
 */
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { professions } from '@muster/contract/resources/professions.ts';
import { useBatched } from './batched.ts';
import { useCreate, useUpdate } from './changes.ts';
import { embeddedIn, useAll, useList, useOne } from './queries.ts';

export function useQueries(): void {
  useAll(leaves, { filters: { 'employee.id': '12', status: 'confirmed' }, sort: ['-startsOn'] });
  // @ts-expect-error a leave has no such status
  useAll(leaves, { filters: { status: 'active' } });
  // @ts-expect-error no list is narrowed by a misspelt member
  useAll(leaves, { filters: { 'employe.id': '12' } });
  // @ts-expect-error a flag is no text
  useAll(professions, { filters: { isArchived: 'false' } });
  // @ts-expect-error professions are not sorted by their title
  useList(professions, { sort: ['title'] });
  // @ts-expect-error professions cannot be searched
  useList(professions, { search: 'engineer' });
  // What a person has chosen on the screen is checked by the service.
  useList(professions, { chosen: { filters: { isArchived: 'false' } } });
}

export function useResults(): (string | boolean | undefined)[] {
  const profession = useOne(professions, '14').data?.value;
  const [leave] = useAll(leaves).data ?? [];
  const { data: person } = useBatched(employees, '12');
  const position = embeddedIn({}, jobPositions, '7');
  // @ts-expect-error a profession has a title
  const name = profession?.name;
  return [profession?.isArchived, leave?.startsOn, person?.familyName, position?.status, name];
}

export function useChanges(): void {
  useCreate(professions).mutate({ title: 'Data engineer' });
  // @ts-expect-error a profession has a title
  useCreate(professions).mutate({ name: 'Data engineer' });
  // @ts-expect-error a flag is no text
  useUpdate(professions).mutate({ id: '14', patch: { isArchived: 'true' } });
}
