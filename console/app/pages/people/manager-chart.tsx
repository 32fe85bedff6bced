import { Anchor, Text } from '@mantine/core';
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Embedded, embeddedIn, useList } from '../../data/queries.ts';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import type { Person } from './career.ts';
import { Branch, PersonNode } from './chart-node.tsx';

const managerFilter = 'applicableJobPosition.manager.id';

/** With more at one level, the table is better. */
const shownMax = 60;

/** Starts with people without a manager. */
export function ManagerChart() {
  return <Level managerId="null" isFirst />;
}

interface LevelProps {
  readonly managerId: string;
  readonly isFirst?: boolean;
}

function Level({ managerId, isFirst = false }: LevelProps) {
  const t = useTexts(peopleTexts).chart;
  const { number } = useFormats();
  const filters = { [managerFilter]: managerId, status: 'active' } as const;
  const found = useList(employees, { filters, sort: ['familyName'] }, { pageSize: shownMax });
  const page = found.data?.pages[0];
  if (found.isError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!page) return <LoadingRows count={3} />;
  if (page.items.length === 0) return isFirst ? <EmptyState title={t.empty} /> : null;
  const more = (page.totalCount ?? 0) - page.items.length;
  return (
    <Branch isFirst={isFirst}>
      {page.items.map((person) => (
        <ManagerNode
          key={person.id}
          person={person}
          embedded={page.embedded}
          isOpenFirst={isFirst && page.items.length < 4}
        />
      ))}
      {more > 0 && (
        <Text component="li" size="sm" c="dimmed">
          <Anchor renderRoot={(props) => <Link to="/people" search={filters} {...props} />}>
            {t.more(number(more))}
          </Anchor>
        </Text>
      )}
    </Branch>
  );
}

interface ManagerNodeProps {
  readonly person: Person;
  readonly embedded: Embedded;
  readonly isOpenFirst: boolean;
}

/** The number of reports is read with the node, by a list with limit 0. */
function ManagerNode({ person, embedded, isOpenFirst }: ManagerNodeProps) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const filters = { [managerFilter]: person.id, status: 'active' } as const;
  const below = useList(employees, { filters }, { pageSize: 0 }).data?.pages[0]?.totalCount ?? 0;
  const position = embeddedIn(embedded, jobPositions, person.applicableJobPosition.id);
  return (
    <li>
      <PersonNode
        person={person}
        title={position?.jobTitle ?? null}
        below={below}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      />
      {isOpen && below > 0 && <Level managerId={person.id} />}
    </li>
  );
}
