/** The whole org chart for paper: all branches, without what can be clicked. */
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useEachBatched } from '../../data/batched.ts';
import { embeddedIn, useAll, useWhole } from '../../data/queries.ts';
import { useFormats } from '../../texts/formats.ts';
import classes from './chart.module.css';
import type { ChartKind } from './person-path.ts';

interface Printed {
  readonly id: string;
  readonly name: string;
  readonly title: string | null;
}

/** By what is above them; null for the top. */
type Tree = ReadonlyMap<string | null, readonly Printed[]>;

const everybody = { filters: { status: 'active' }, sort: ['familyName'] } as const;

/** Everybody by manager; people whose manager is not in the list stand at the top. */
function useManagers(): Tree | null {
  const { compare } = useFormats();
  const { data } = useWhole(employees, everybody);
  if (!data) return null;
  const known = new Set(data.items.map(({ id }) => id));
  const rows = data.items.map((person) => {
    const position = embeddedIn(data.embedded, jobPositions, person.applicableJobPosition.id);
    const managerId = position?.manager?.id;
    return {
      managerId: managerId !== undefined && known.has(managerId) && managerId !== person.id ? managerId : null,
      printed: { id: person.id, name: `${person.givenName} ${person.familyName}`, title: position?.jobTitle ?? null },
    };
  });
  rows.sort((one, other) => compare(one.printed.name, other.printed.name));
  const groups = Map.groupBy(rows, ({ managerId }) => managerId);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ printed }) => printed)]));
}

/** Departments by parent, with who heads them. */
function useDepartments(): Tree | null {
  const found = useAll(departments, { filters: { isArchived: false } }).data;
  const heads = useEachBatched(employees, [...new Set(found?.flatMap(({ manager }) => manager?.id ?? []))]);
  if (!found || !heads) return null;
  const sorted = found.toSorted((one, other) => one.sortOrder - other.sortOrder);
  const groups = Map.groupBy(sorted, ({ parent }) => parent?.id ?? null);
  const printed = ({ id, name, manager }: (typeof sorted)[number]): Printed => {
    const head = manager && heads.get(manager.id);
    return { id, name, title: head ? `${head.givenName} ${head.familyName}` : null };
  };
  return new Map([...groups].map(([id, group]) => [id, group.map(printed)]));
}

interface PrintedChartProps {
  readonly kind: ChartKind;
  readonly title: string;
  readonly onDone: () => void;
}

export const PrintedChart = ({ kind, ...props }: PrintedChartProps) =>
  kind === 'department' ? <PrintedDepartments {...props} /> : <PrintedManagers {...props} />;

type PrintedKindProps = Omit<PrintedChartProps, 'kind'>;

const PrintedManagers = (props: PrintedKindProps) => <Paper {...props} tree={useManagers()} />;

const PrintedDepartments = (props: PrintedKindProps) => <Paper {...props} tree={useDepartments()} />;

/** Waits until everything is loaded, prints, and is done. */
function Paper({ title, onDone, tree }: PrintedKindProps & { readonly tree: Tree | null }) {
  const isReady = tree !== null;
  useEffect(() => {
    if (!isReady) return;
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [isReady, onDone]);
  if (!tree) return null;
  // Outside the frame of the console, which is not printed.
  return createPortal(
    <div className={classes.printed} data-printed>
      <h1>{title}</h1>
      <Branch above={null} tree={tree} />
    </div>,
    document.body,
  );
}

function Branch({ above, tree }: { readonly above: string | null; readonly tree: Tree }) {
  return (
    <ul>
      {tree.get(above)?.map(({ id, name, title }) => (
        <li key={id}>
          <div>
            <strong>{name}</strong>
            {title && ` · ${title}`}
          </div>
          {tree.has(id) && <Branch above={id} tree={tree} />}
        </li>
      ))}
    </ul>
  );
}
