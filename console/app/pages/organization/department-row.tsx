/** One department in the tree: its children, its actions, and its drop target. */
import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconGripVertical, IconPoint } from '@tabler/icons-react';
import type { DragEvent, KeyboardEvent } from 'react';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PersonName } from '../people/person-name.tsx';
import { DepartmentMenu } from './department-menu.tsx';
import { type Department, type DropPosition, droppedAt, type Step, stepped } from './department-tree.ts';
import classes from './departments.module.css';
import type { TreeHandling } from './tree-handling.ts';

interface BranchProps {
  readonly parentId: string | null;
  readonly tree: TreeHandling;
}

export function DepartmentBranch({ parentId, tree }: BranchProps) {
  return (
    <ul className={classes.tree}>
      {(tree.shown.get(parentId) ?? []).map((department) => (
        <li key={department.id}>
          <DepartmentRow department={department} tree={tree} />
          {tree.isOpen(department) && tree.shown.has(department.id) && (
            <DepartmentBranch parentId={department.id} tree={tree} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly department: Department;
  readonly tree: TreeHandling;
}

const stepOf: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

function DepartmentRow({ department, tree }: RowProps) {
  const t = useTexts(organizationTexts).departments;
  const { id, name, isArchived, manager, owningApplication } = department;
  const isMovable = tree.mayChange && owningApplication === null;
  const step = (event: KeyboardEvent) => {
    const wanted = event.altKey ? stepOf[event.key] : undefined;
    if (!wanted || !isMovable) return;
    event.preventDefault();
    const place = stepped(department, wanted, tree.shown, tree.children);
    if (place) tree.moves.move(department, place);
  };
  return (
    <>
      <div
        className={classes.row}
        data-dragged={tree.dragged?.id === id || undefined}
        data-drop={tree.over?.id === id ? tree.over.position : undefined}
        {...draggingOf(department, tree, isMovable)}
      >
        {isMovable && <IconGripVertical className={classes.handle} size={16} aria-hidden />}
        <Toggle department={department} tree={tree} />
        <UnstyledButton className={classes.name} onClick={() => tree.onAction('edit', department)} onKeyDown={step}>
          {name}
        </UnstyledButton>
        {isArchived && <StatusBadge status="deactivated" label={t.archived} />}
        {owningApplication !== null && (
          <Text size="xs" c="dimmed">
            {t.managed}
          </Text>
        )}
        <span className={classes.manager}>{manager && <PersonName id={manager.id} />}</span>
        <DepartmentMenu department={department} tree={tree} isMovable={isMovable} />
      </div>
      {tree.moves.moveError?.id === id && (
        <p className={classes.moveError} role="alert">
          {tree.moves.moveError.message}
        </p>
      )}
    </>
  );
}

function Toggle({ department, tree }: RowProps) {
  const t = useTexts(organizationTexts).departments;
  if (!tree.shown.has(department.id)) return <IconPoint size={22} aria-hidden style={{ flex: 'none' }} />;
  const isOpen = tree.isOpen(department);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-expanded={isOpen}
      aria-label={t.open(department.name)}
      onClick={() => tree.onToggle(department)}
    >
      <Icon size={16} />
    </ActionIcon>
  );
}

/** The middle half of a row drops into it; above and below it drop before and after. */
function positionIn({ currentTarget, clientY }: DragEvent): DropPosition {
  const { top, height } = currentTarget.getBoundingClientRect();
  const part = (clientY - top) / height;
  if (part < 0.25) return 'before';
  return part > 0.75 ? 'after' : 'inside';
}

function draggingOf(department: Department, tree: TreeHandling, isMovable: boolean) {
  if (!tree.mayChange) return {};
  const placeAt = (event: DragEvent) =>
    tree.dragged && droppedAt(tree.dragged.id, department, positionIn(event), tree.children);
  return {
    draggable: isMovable,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      // Firefox starts no drag without data.
      event.dataTransfer.setData('text/plain', department.name);
      tree.onDrag(department);
    },
    onDragOver: (event: DragEvent) => {
      if (!placeAt(event)) return;
      event.preventDefault();
      const position = positionIn(event);
      if (tree.over?.id !== department.id || tree.over.position !== position)
        tree.onOver({ id: department.id, position });
    },
    onDragLeave: () => tree.over?.id === department.id && tree.onOver(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const place = placeAt(event);
      if (place && tree.dragged) tree.moves.move(tree.dragged, place);
      tree.onOver(null);
      tree.onDrag(null);
    },
    onDragEnd: () => {
      tree.onOver(null);
      tree.onDrag(null);
    },
  };
}
