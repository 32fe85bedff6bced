import { Anchor, Group, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import type { Listed } from '@muster/client/collection.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { IconBuildingCommunity } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useAll, useList } from '../../data/queries.ts';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import classes from './chart.module.css';
import { Toggle } from './chart-node.tsx';
import { useChart, useIsOpen } from './chart-state.ts';
import { Branch, Tree, TreeItem } from './chart-tree.tsx';
import { DrawnRows } from './drawn-rows.tsx';
import { PersonLink } from './person-link.tsx';

type Department = Listed<typeof departments>;

/** Departments by parent, in their order; the tree is loaded completely. */
export function DepartmentChart() {
  const t = useTexts(peopleTexts).chart;
  const found = useAll(departments, { filters: { isArchived: false } });
  const byParent = useMemo(() => Map.groupBy(found.data ?? [], ({ parent }) => parent?.id ?? null), [found.data]);
  if (found.isError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  if (found.data.length === 0) return <EmptyState title={t.empty} />;
  return (
    <Tree label={t.title}>
      <Nodes parentId={null} byParent={byParent} depth={0} />
    </Tree>
  );
}

interface LevelProps {
  readonly parentId: string | null;
  readonly byParent: ReadonlyMap<string | null, readonly Department[]>;
  readonly depth: number;
}

function Nodes({ parentId, byParent, depth }: LevelProps) {
  const { path } = useChart();
  const isOpen = useIsOpen();
  const children = (byParent.get(parentId) ?? []).toSorted((one, other) => one.sortOrder - other.sortOrder);
  return (
    <DrawnRows rows={children} wanted={children.findIndex(({ id }) => path.includes(id))}>
      {(department, index) => (
        <DepartmentNode
          key={department.id}
          department={department}
          byParent={byParent}
          depth={depth}
          at={index + 1}
          of={children.length}
          isShown={isOpen(department.id, depth)}
        />
      )}
    </DrawnRows>
  );
}

const departmentFilter = 'applicableJobPosition.department.id';

interface DepartmentNodeProps extends Omit<LevelProps, 'parentId'> {
  readonly department: Department;
  readonly at: number;
  readonly of: number;
  /** Its branch, if it has one. */
  readonly isShown: boolean;
}

const DepartmentNode = memo(({ department, byParent, depth, at, of, isShown }: DepartmentNodeProps) => {
  const t = useTexts(peopleTexts).chart;
  const { number } = useFormats();
  const { setOpen } = useChart();
  const { id, name, manager } = department;
  const filters = { [departmentFilter]: id, status: 'active' } as const;
  // Of hundreds of departments, those on the screen are counted.
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const counted = useList(employees, { filters }, { pageSize: 0, isEnabled: inViewport });
  const members = counted.data?.pages[0]?.totalCount ?? 0;
  const below = byParent.get(id)?.length ?? 0;
  const row = (
    <Group ref={ref} gap="xs" wrap="nowrap" className={classes.node}>
      <Toggle name={name} below={below} isOpen={isShown} onToggle={() => setOpen(id, !isShown)} />
      <IconBuildingCommunity size={20} stroke={1.6} style={{ flex: 'none' }} />
      <div className={classes.words}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {manager && <PersonLink id={manager.id} />}
      </div>
      {members > 0 && (
        <Anchor
          size="sm"
          ml="auto"
          style={{ whiteSpace: 'nowrap' }}
          renderRoot={(props) => <Link to="/people" search={filters} {...props} />}
        >
          {t.people(number(members), members === 1)}
        </Anchor>
      )}
    </Group>
  );
  return (
    <TreeItem id={id} depth={depth} at={at} of={of} row={row} isOpen={below > 0 ? isShown : undefined}>
      {isShown && below > 0 && (
        <Branch>
          <Nodes parentId={id} byParent={byParent} depth={depth + 1} />
        </Branch>
      )}
    </TreeItem>
  );
});
