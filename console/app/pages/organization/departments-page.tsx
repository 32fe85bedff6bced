import { Button, Group, Switch, TextInput } from '@mantine/core';
import { departments } from '@muster/contract/resources/departments.ts';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useAll } from '../../data/queries.ts';
import { useOpened } from '../../resource/opened.ts';
import { newOne } from '../../resource/resource-editor.tsx';
import { useMay } from '../../session.tsx';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { DepartmentDrawer, type Opened } from './department-drawer.tsx';
import { type Moves, useMoves } from './department-moves.ts';
import { DepartmentRemoval, useArchival } from './department-removal.tsx';
import { DepartmentBranch } from './department-row.tsx';
import { childrenOf, type Department, found } from './department-tree.ts';
import { MoveDialog } from './move-dialog.tsx';
import { MoveNotice } from './move-notice.tsx';
import type { DepartmentAction, Over } from './tree-handling.ts';

export function DepartmentsPage() {
  const t = useTexts(organizationTexts).departments;
  const may = useMay();
  const read = useAll(departments);
  const [word, open] = useOpened();
  const [chosen, setOpened] = useState<Opened | null>(null);
  // Other pages link to the form for a new one.
  const opened = chosen ?? (word === newOne && may(departments, 'create') ? { below: null } : null);
  const close = () => {
    setOpened(null);
    if (word !== undefined) open(undefined);
  };
  const mayChange = may(departments, 'update');
  const add = may(departments, 'create') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ below: null })}>
      {t.add}
    </Button>
  );
  return (
    <Page title={t.title} about={mayChange ? t.about : t.aboutReadOnly} actions={add}>
      {read.isError && <ProblemNotice error={read.error} onRetry={() => read.refetch()} />}
      {read.isPending && <LoadingRows />}
      {read.data?.length === 0 && <EmptyState title={t.title}>{t.empty}</EmptyState>}
      {read.data && read.data.length > 0 && (
        <DepartmentTree read={read.data} mayChange={mayChange} onOpened={setOpened} />
      )}
      <DepartmentDrawer opened={opened} mayChange={mayChange} onClose={close} />
    </Page>
  );
}

interface DepartmentTreeProps {
  readonly read: readonly Department[];
  readonly mayChange: boolean;
  readonly onOpened: (opened: Opened) => void;
}

function DepartmentTree({ read, mayChange, onOpened }: DepartmentTreeProps) {
  const moving = useMoves(read);
  const view = useView(moving.all);
  const moves: Moves = {
    ...moving,
    move: (department, to) => {
      // The moved department stays visible.
      if (to.parentId !== null) view.open(to.parentId);
      moving.move(department, to);
    },
  };
  const archive = useArchival();
  const [dragged, setDragged] = useState<Department | null>(null);
  const [over, setOver] = useState<Over | null>(null);
  const [placed, setPlaced] = useState<Department | null>(null);
  const [removing, setRemoving] = useState<Department | null>(null);
  const children = childrenOf(moves.all);
  const onAction = (action: DepartmentAction, department: Department) => {
    if (action === 'edit') onOpened({ edited: department });
    if (action === 'add') onOpened({ below: department });
    if (action === 'move') setPlaced(department);
    if (action === 'remove') setRemoving(department);
    if (action === 'archive') archive(department);
  };
  return (
    <Panel>
      <ViewControls view={view} />
      <MoveNotice moves={moves} />
      <DepartmentBranch
        parentId={null}
        tree={{
          ...view,
          children,
          moves,
          mayChange,
          dragged,
          onDrag: setDragged,
          over,
          onOver: setOver,
          onAction,
        }}
      />
      <MoveDialog
        department={placed}
        all={moves.all}
        byParent={children}
        onMove={moves.move}
        onClose={() => setPlaced(null)}
      />
      <DepartmentRemoval department={removing} onClose={() => setRemoving(null)} />
    </Panel>
  );
}

/** The tree is open to this depth at first. */
const openLevels = 2;

/** The shown part of the tree: search, archived or not, open or closed. */
function useView(all: readonly Department[]) {
  const [search, setSearch] = useState('');
  const [hasArchived, setHasArchived] = useState(false);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const kept = search.trim() === '' ? null : found(all, search);
  const shown = childrenOf(all.filter(({ id, isArchived }) => (hasArchived || !isArchived) && (kept?.has(id) ?? true)));
  const isOpen = ({ id, level }: Department) => kept !== null || (toggled.get(id) ?? level <= openLevels);
  return {
    search,
    setSearch,
    hasArchived,
    setHasArchived,
    shown,
    isOpen,
    onToggle: (department: Department) =>
      setToggled((current) => new Map(current).set(department.id, !isOpen(department))),
    open: (id: string) => setToggled((current) => new Map(current).set(id, true)),
    setAll: (isAllOpen: boolean) => setToggled(new Map(all.map(({ id }) => [id, isAllOpen]))),
  };
}

function ViewControls({ view }: { readonly view: ReturnType<typeof useView> }) {
  const t = useTexts(organizationTexts).departments;
  return (
    <Group gap="sm" mb="sm">
      <TextInput
        aria-label={t.search}
        placeholder={t.search}
        leftSection={<IconSearch size={16} />}
        value={view.search}
        onChange={(event) => view.setSearch(event.currentTarget.value)}
        w={{ base: '100%', xs: 260 }}
      />
      <Switch
        label={t.showArchived}
        checked={view.hasArchived}
        onChange={(event) => view.setHasArchived(event.currentTarget.checked)}
      />
      <Button variant="subtle" size="compact-sm" onClick={() => view.setAll(true)} ml="auto">
        {t.openAll}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => view.setAll(false)}>
        {t.closeAll}
      </Button>
    </Group>
  );
}
