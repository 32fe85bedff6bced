/** The way from the top of an org chart to a person. */
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../data/cache.ts';
import { type Moment, useMoment } from '../../data/moment.ts';
import { embeddedIn, type Held, oneOptions, wholeOptions } from '../../data/queries.ts';
import { absentManager } from './chart-state.ts';

export type ChartKind = 'manager' | 'department';

export interface PersonPath {
  /** Empty if the person is not in the chart. */
  readonly path: readonly string[];
  readonly name: string;
}

type HeldPerson = Held<typeof employees>;

const personAt = (id: string, at: Moment | null): Promise<HeldPerson> =>
  queryClient.fetchQuery({ ...oneOptions(employees, id, { at }), staleTime: 60_000 });

const positionOf = ({ value, embedded }: HeldPerson) =>
  embeddedIn(embedded, jobPositions, value.applicableJobPosition.id);

/** Managers upwards. One who does not work here is not in the chart: the report stands with others of such managers. */
async function managersTo(held: HeldPerson, at: Moment | null): Promise<string[]> {
  const path = [held.value.id];
  let managerId = positionOf(held)?.manager?.id;
  while (managerId !== undefined && !path.includes(managerId)) {
    const manager = await personAt(managerId, at);
    if (manager.value.status !== 'active') return [absentManager, ...path];
    path.unshift(managerId);
    managerId = positionOf(manager)?.manager?.id;
  }
  return path;
}

async function departmentsTo(held: HeldPerson, at: Moment | null): Promise<string[]> {
  const { items } = await queryClient.fetchQuery(wholeOptions(departments, { filters: { isArchived: false } }, { at }));
  const byId = new Map(items.map((department) => [department.id, department]));
  const path: string[] = [];
  let id = positionOf(held)?.department.id;
  while (id !== undefined && byId.has(id) && !path.includes(id)) {
    path.unshift(id);
    id = byId.get(id)?.parent?.id;
  }
  return path;
}

export function usePersonPath(id: string | undefined, kind: ChartKind) {
  const at = useMoment();
  return useQuery({
    queryKey: ['person-path', kind, id, at],
    enabled: id !== undefined,
    queryFn: async (): Promise<PersonPath> => {
      const held = await personAt(id ?? '', at);
      const name = `${held.value.givenName} ${held.value.familyName}`;
      if (held.value.status !== 'active') return { path: [], name };
      return { path: await (kind === 'manager' ? managersTo : departmentsTo)(held, at), name };
    },
  });
}
