/** The whole org chart for paper: all branches, without what can be clicked. */
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { embeddedIn, useWhole } from '../../data/queries.ts';
import { useFormats } from '../../texts/formats.ts';
import classes from './chart.module.css';

interface Printed {
  readonly id: string;
  readonly name: string;
  readonly title: string | null;
}

type ByManager = ReadonlyMap<string | null, readonly Printed[]>;

/** Everybody by manager; people whose manager is not in the list stand at the top. */
function useReports(): ByManager | null {
  const { compare } = useFormats();
  const { data } = useWhole(employees, { filters: { status: 'active' }, sort: ['familyName'] });
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

/** Loads everybody, prints, and is done. */
export function PrintedChart({ title, onDone }: { readonly title: string; readonly onDone: () => void }) {
  const byManager = useReports();
  const isReady = byManager !== null;
  useEffect(() => {
    if (!isReady) return;
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [isReady, onDone]);
  if (!byManager) return null;
  // Outside the frame of the console, which is not printed.
  return createPortal(
    <div className={classes.printed} data-printed>
      <h1>{title}</h1>
      <Reports managerId={null} byManager={byManager} />
    </div>,
    document.body,
  );
}

function Reports({ managerId, byManager }: { readonly managerId: string | null; readonly byManager: ByManager }) {
  return (
    <ul>
      {byManager.get(managerId)?.map(({ id, name, title }) => (
        <li key={id}>
          <div>
            <strong>{name}</strong>
            {title && ` · ${title}`}
          </div>
          {byManager.has(id) && <Reports managerId={id} byManager={byManager} />}
        </li>
      ))}
    </ul>
  );
}
