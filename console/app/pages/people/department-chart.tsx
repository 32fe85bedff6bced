import { Anchor, Group, Text } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { IconBuildingCommunity } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAll, useList } from '../../data/queries.ts';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import classes from './chart.module.css';
import { Branch, Toggle } from './chart-node.tsx';
import { PersonLink } from './person-link.tsx';

type Department = Listed<typeof departments>;

/** Departments by parent, in their order; the tree is loaded completely. */
export function DepartmentChart() {
  const t = useTexts(peopleTexts).chart;
  const found = useAll(departments, { filters: { isArchived: false } });
  if (found.isError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  if (found.data.length === 0) return <EmptyState title={t.empty} />;
  const byParent = Map.groupBy(found.data, ({ parent }) => parent?.id ?? null);
  return <Level parentId={null} byParent={byParent} />;
}

interface LevelProps {
  readonly parentId: string | null;
  readonly byParent: ReadonlyMap<string | null, readonly Department[]>;
}

function Level({ parentId, byParent }: LevelProps) {
  const children = byParent.get(parentId) ?? [];
  const sorted = [...children].sort((one, other) => one.sortOrder - other.sortOrder);
  return (
    <Branch isFirst={parentId === null}>
      {sorted.map((department) => (
        <DepartmentNode key={department.id} department={department} byParent={byParent} />
      ))}
    </Branch>
  );
}

const departmentFilter = 'applicableJobPosition.department.id';

function DepartmentNode({ department, byParent }: Pick<LevelProps, 'byParent'> & { readonly department: Department }) {
  const t = useTexts(peopleTexts).chart;
  const { number } = useFormats();
  const { id, name, manager, level } = department;
  const [isOpen, setOpen] = useState(level < 3);
  const filters = { [departmentFilter]: id, status: 'active' } as const;
  const members = useList(employees, { filters }, { pageSize: 0 }).data?.pages[0]?.totalCount ?? 0;
  const below = byParent.get(id)?.length ?? 0;
  return (
    <li>
      <Group gap="xs" wrap="nowrap" className={classes.node}>
        <Toggle name={name} below={below} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        <IconBuildingCommunity size={20} stroke={1.6} style={{ flex: 'none' }} />
        <div style={{ minWidth: 0 }}>
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
      {isOpen && below > 0 && <Level parentId={id} byParent={byParent} />}
    </li>
  );
}
