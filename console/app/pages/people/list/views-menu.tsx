/** Saved views: what the address holds, under a name, for oneself or for everybody who administers the account. */
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { savedViews } from '@muster/contract/administration/saved-views.ts';
import type { Read } from '@muster/contract/kit/resource.ts';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useRemove } from '../../../data/changes.ts';
import { useAll } from '../../../data/queries.ts';
import { useOpened } from '../../../resource/opened.ts';
import type { SearchParams } from '../../../search-params.ts';
import { useMay, useSession } from '../../../session.tsx';
import { useFormats } from '../../../texts/formats.ts';
import { useTexts } from '../../../texts/texts.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';

type SavedView = Read<typeof savedViews>;

/** With its form, which the table does not need. */
const SaveViewDrawer = lazy(async () => ({ default: (await import('./save-view-drawer.tsx')).SaveViewDrawer }));

/** In the address, as of every drawer. */
const saving = 'view-new';

export function ViewsMenu() {
  const t = useTexts(workbenchTexts);
  const may = useMay();
  const navigate = useNavigate();
  const { compare } = useFormats();
  const [opened, open] = useOpened();
  const [removed, setRemoved] = useState<SavedView | null>(null);
  const { data = [] } = useAll(savedViews, {}, { isEnabled: may(savedViews, 'list') });
  if (!may(savedViews, 'list')) return null;
  const show = (search: SearchParams) => navigate({ to: '/people', search });
  // The rows of a list are representations.
  const views = [...(data as unknown as readonly SavedView[])].sort((one, other) => compare(one.name, other.name));
  return (
    <>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} />} px="sm">
            {t.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          <Menu.Item onClick={() => show({})}>{t.standardView}</Menu.Item>
          <Menu.Divider />
          {views.length === 0 && <Menu.Label>{t.noViews}</Menu.Label>}
          {views.map((view) => (
            <ViewItem key={view.id} view={view} onShow={() => show(searchOf(view))} onRemove={() => setRemoved(view)} />
          ))}
          {may(savedViews, 'create') && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => open(saving)}>{t.saveView}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened === saving && (
        <Suspense>
          <SaveViewDrawer onClose={() => open(undefined)} />
        </Suspense>
      )}
      {removed && <ViewRemoval view={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

const searchOf = ({ query, columns }: SavedView): SearchParams => ({
  ...query,
  ...(columns.length > 0 && { columns: columns.join(',') }),
});

interface ViewItemProps {
  readonly view: SavedView;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

function ViewItem({ view, onShow, onRemove }: ViewItemProps) {
  const t = useTexts(workbenchTexts);
  const { person } = useSession();
  const mayRemove = useMay()(savedViews, 'remove') && (person.role === 'owner' || view.ownerId === person.id);
  return (
    <Group gap={0} wrap="nowrap" role="presentation">
      <Menu.Item onClick={onShow} flex={1}>
        {view.name}
        {view.isShared && (
          <Text size="xs" c="dimmed">
            {t.shared} · {view.ownerName}
          </Text>
        )}
      </Menu.Item>
      {mayRemove && (
        <Menu.Item w={40} px={10} aria-label={t.deleteView(view.name)} onClick={onRemove}>
          <ActionIcon component="span" variant="transparent" color="gray" size="sm" aria-hidden>
            <IconTrash size={16} />
          </ActionIcon>
        </Menu.Item>
      )}
    </Group>
  );
}

/** Others may work with a shared view every day. */
function ViewRemoval({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const t = useTexts(workbenchTexts);
  const remove = useRemove(savedViews);
  const drop = () =>
    remove.mutate(
      { id: view.id },
      {
        onSuccess: () => {
          notify(t.viewDeleted);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      title={t.deleteView(view.name)}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={drop}
      onClose={onClose}
    />
  );
}
