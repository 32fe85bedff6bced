import { Button, Group, Select, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useFormats } from '../../texts/formats.ts';
import { organizationTexts } from '../../texts/organization.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Children, type Department, type Place, pathOf, placeOf, subtreeOf } from './department-tree.ts';

interface MoveDialogProps {
  readonly department: Department | null;
  readonly all: readonly Department[];
  readonly byParent: Children;
  readonly onMove: (department: Department, place: Place) => void;
  readonly onClose: () => void;
}

/** For moves that are hard to drag: the whole tree by name. */
export function MoveDialog(props: MoveDialogProps) {
  const t = useTexts(organizationTexts).departments;
  const { department, onClose } = props;
  return (
    <Dialog isOpen={department !== null} onClose={onClose} title={t.moveTitle(department?.name ?? '')}>
      {department && <MoveForm {...props} department={department} />}
    </Dialog>
  );
}

const root = 'root';

function MoveForm({
  department,
  all,
  byParent,
  onMove,
  onClose,
}: MoveDialogProps & { readonly department: Department }) {
  const t = useTexts(organizationTexts).departments;
  const { cancel } = useTexts(shellTexts);
  const current = placeOf(department);
  const [parentId, setParentId] = useState(current.parentId);
  const others = (byParent.get(parentId) ?? []).filter(({ id }) => id !== department.id);
  const atFirst = parentId === current.parentId ? current.sortOrder : others.length;
  const [sortOrder, setSortOrder] = useState<number | null>(null);
  const parents = useParents(department, all, byParent);
  return (
    <Stack gap="sm">
      <Select
        label={t.newParent}
        data={[{ value: root, label: t.topLevel }, ...parents]}
        value={parentId ?? root}
        allowDeselect={false}
        searchable
        limit={200}
        openOnFocus={false}
        // The first match is selected while typing. Without these two, Mantine marks the current value a moment after
        // the first letter opens the list: on a slow machine, an arrow key pressed before that is lost.
        selectFirstOptionOnChange
        selectFirstOptionOnDropdownOpen
        onChange={(chosen) => {
          setParentId(chosen === root ? null : chosen);
          setSortOrder(null);
        }}
      />
      <Select
        label={t.place}
        data={[
          { value: '0', label: t.first },
          ...others.map(({ name }, index) => ({ value: String(index + 1), label: t.behind(name) })),
        ]}
        value={String(sortOrder ?? atFirst)}
        allowDeselect={false}
        onChange={(chosen) => setSortOrder(Number(chosen))}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {cancel}
        </Button>
        <Button
          onClick={() => {
            onMove(department, { parentId, sortOrder: sortOrder ?? atFirst });
            onClose();
          }}
        >
          {t.move}
        </Button>
      </Group>
    </Stack>
  );
}

/** Neither itself nor its descendants; an archived one accepts only archived ones. */
function useParents(department: Department, all: readonly Department[], byParent: Children) {
  const { compare } = useFormats();
  return useMemo(() => {
    const byId = new Map(all.map((one) => [one.id, one]));
    const below = subtreeOf(department.id, byParent);
    return all
      .filter(({ id, isArchived }) => !below.has(id) && (department.isArchived || !isArchived))
      .map((one) => ({ value: one.id, label: pathOf(one, byId) }))
      .sort((one, other) => compare(one.label, other.label));
  }, [department, all, byParent, compare]);
}
