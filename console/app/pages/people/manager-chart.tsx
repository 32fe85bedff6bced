import { Button, Group, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { memo } from 'react';
import { type Embedded, embeddedIn, useList, useOne } from '../../data/queries.ts';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import type { Person } from './career.ts';
import classes from './chart.module.css';
import { Below, PersonNode, Toggle } from './chart-node.tsx';
import { absentManager, useChart, useIsOpen } from './chart-state.ts';
import { Branch, Tree, TreeItem } from './chart-tree.tsx';
import { DrawnRows } from './drawn-rows.tsx';

const managerFilter = 'applicableJobPosition.manager.id';

/** Drawn at once at one level; the others when they are asked for. */
const shownMax = 60;

const filtersOf = (managerId: string) =>
  managerId === absentManager
    ? ({ 'applicableJobPosition.manager.status': ['deactivated', 'upcoming'], status: 'active' } as const)
    : ({ [managerFilter]: managerId, status: 'active' } as const);

/** Starts with people without a manager; those whose manager does not work here follow, so that nobody is missing. */
export function ManagerChart() {
  const filters = filtersOf(absentManager);
  const absent = useList(employees, { filters }, { pageSize: 0 });
  const count = absent.data?.pages[0]?.totalCount ?? 0;
  return <Level managerId="null" depth={0} absent={count} />;
}

function AbsentNode({ count, at }: { readonly count: number; readonly at: number }) {
  const t = useTexts(peopleTexts).chart;
  const { setOpen } = useChart();
  const isShown = useIsOpen()(absentManager, 0);
  const toggle = () => setOpen(absentManager, !isShown);
  const row = (
    <Group gap="xs" wrap="nowrap" className={classes.node}>
      <Toggle name={t.absentManager} below={count} isOpen={isShown} onToggle={toggle} />
      <Text size="sm" fw={600}>
        {t.absentManager}
      </Text>
      <Below count={count} />
    </Group>
  );
  return (
    <TreeItem id={absentManager} depth={0} at={at} of={at} row={row} isOpen={isShown}>
      {isShown && <Level managerId={absentManager} depth={1} />}
    </TreeItem>
  );
}

interface LevelProps {
  readonly managerId: string;
  readonly depth: number;
  /** How many people have a manager who does not work here: at the end of the top level. */
  readonly absent?: number;
}

function Level({ managerId, depth, absent = 0 }: LevelProps) {
  const t = useTexts(peopleTexts).chart;
  const filters = filtersOf(managerId);
  const { path } = useChart();
  const isOpen = useIsOpen();
  const found = useList(employees, { filters, sort: ['familyName'] }, { pageSize: shownMax });
  const pages = found.data?.pages;
  const people = pages?.flatMap(({ items, embedded }) => items.map((person) => ({ person, embedded }))) ?? [];
  const looked = useLookedFor(managerId, depth, pages && new Set(people.map(({ person }) => person.id)));
  if (found.isError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!pages) return depth === 0 ? <LoadingRows count={3} /> : null;
  const shown = looked ? [...people, looked] : people;
  if (shown.length === 0 && absent === 0) return depth === 0 ? <EmptyState title={t.empty} /> : null;
  const more = (pages[0]?.totalCount ?? 0) - people.length;
  const size = shown.length + Number(more > 0) + Number(absent > 0);
  const items = (
    <>
      <DrawnRows rows={shown} wanted={shown.findIndex(({ person }) => path.includes(person.id))}>
        {({ person, embedded }, index) => (
          <ManagerNode
            key={person.id}
            person={person}
            embedded={embedded}
            depth={depth}
            at={index + 1}
            of={size}
            isShown={isOpen(person.id, depth)}
          />
        )}
      </DrawnRows>
      {more > 0 && (
        <More
          count={more}
          depth={depth}
          at={shown.length + 1}
          of={size}
          managerId={managerId}
          onMore={() => found.fetchNextPage()}
        />
      )}
      {absent > 0 && <AbsentNode count={absent} at={size} />}
    </>
  );
  return depth === 0 ? <Tree label={t.title}>{items}</Tree> : <Branch>{items}</Branch>;
}

/** The one on the way to the person who is looked for, if the loaded part of the level does not have it. */
function useLookedFor(managerId: string, depth: number, loaded: ReadonlySet<string> | undefined) {
  const { path } = useChart();
  const isOnTheWay = depth === 0 || path[depth - 1] === managerId;
  const wanted = isOnTheWay ? path[depth] : undefined;
  const isMissing = wanted !== undefined && wanted !== absentManager && loaded !== undefined && !loaded.has(wanted);
  const { data } = useOne(employees, isMissing ? wanted : undefined);
  return isMissing && data ? { person: data.value, embedded: data.embedded } : null;
}

interface MoreProps extends Omit<LevelProps, 'absent'> {
  readonly count: number;
  readonly at: number;
  readonly of: number;
  readonly onMore: () => void;
}

function More({ count, depth, at, of, managerId, onMore }: MoreProps) {
  const t = useTexts(peopleTexts).chart;
  const { number } = useFormats();
  return (
    <TreeItem
      id={`more-${managerId}`}
      depth={depth}
      at={at}
      of={of}
      row={
        <Button variant="subtle" size="compact-sm" ml={28} tabIndex={-1} onClick={onMore}>
          {t.more(number(count))}
        </Button>
      }
    />
  );
}

interface ManagerNodeProps {
  readonly person: Person;
  readonly embedded: Embedded;
  readonly depth: number;
  readonly at: number;
  readonly of: number;
  /** Its branch, if it has one. */
  readonly isShown: boolean;
}

/** The number of reports is read when the node is seen, by a list with limit 0. */
const ManagerNode = memo(({ person, embedded, depth, at, of, isShown }: ManagerNodeProps) => {
  const { setOpen } = useChart();
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const filters = { [managerFilter]: person.id, status: 'active' } as const;
  const counted = useList(employees, { filters }, { pageSize: 0, isEnabled: inViewport });
  const below = counted.data?.pages[0]?.totalCount ?? 0;
  const title = embeddedIn(embedded, jobPositions, person.applicableJobPosition.id)?.jobTitle ?? null;
  const row = (
    <PersonNode
      ref={ref}
      person={person}
      title={title}
      below={below}
      isOpen={isShown}
      onToggle={() => setOpen(person.id, !isShown)}
    />
  );
  return (
    <TreeItem id={person.id} depth={depth} at={at} of={of} row={row} isOpen={below > 0 ? isShown : undefined}>
      {isShown && below > 0 && <Level managerId={person.id} depth={depth + 1} />}
    </TreeItem>
  );
});
