/** All actions of a department, for mouse and keyboard. */
import { ActionIcon, Menu } from '@mantine/core';
import { departments } from '@muster/contract/resources/departments.ts';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../session.tsx';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { type Department, stepped } from './department-tree.ts';
import type { TreeHandling } from './tree-handling.ts';

interface DepartmentMenuProps {
  readonly department: Department;
  readonly tree: TreeHandling;
  readonly isMovable: boolean;
}

const steps = ['up', 'down', 'in', 'out'] as const;
const arrows = { up: '↑', down: '↓', in: '→', out: '←' };

export function DepartmentMenu({ department, tree, isMovable }: DepartmentMenuProps) {
  const t = useTexts(organizationTexts).departments;
  const { id, name } = department;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.actions(name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          renderRoot={(props) => (
            <Link to="/people" search={{ 'applicableJobPosition.department.id': id }} {...props} />
          )}
        >
          {t.people}
        </Menu.Item>
        <Changes department={department} tree={tree} isMovable={isMovable} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Changes({ department, tree, isMovable }: DepartmentMenuProps) {
  const t = useTexts(organizationTexts).departments;
  const may = useMay();
  const action = (wanted: Parameters<TreeHandling['onAction']>[0]) => () => tree.onAction(wanted, department);
  return (
    <>
      {may(departments, 'create') && !department.isArchived && (
        <Menu.Item onClick={action('add')}>{t.addBelow}</Menu.Item>
      )}
      {isMovable && (
        <>
          <Menu.Item onClick={action('edit')}>{t.edit}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={action('move')}>{t.moveTo}</Menu.Item>
          {steps.map((step) => {
            const place = stepped(department, step, tree.shown, tree.children);
            return (
              place && (
                <Menu.Item
                  key={step}
                  rightSection={`Alt ${arrows[step]}`}
                  onClick={() => tree.moves.move(department, place)}
                >
                  {t[step]}
                </Menu.Item>
              )
            );
          })}
          <Menu.Divider />
          <Menu.Item onClick={action('archive')}>{department.isArchived ? t.unarchive : t.archive}</Menu.Item>
          {may(departments, 'remove') && <Menu.Item onClick={action('remove')}>{t.remove}</Menu.Item>}
        </>
      )}
    </>
  );
}
