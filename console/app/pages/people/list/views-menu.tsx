/** Saved views: what the address holds, under a name, for oneself or for everybody who administers the account. */
import { ActionIcon, Button, Checkbox, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { savedViews } from '@muster/contract/administration/saved-views.ts';
import type { Read } from '@muster/contract/kit/resource.ts';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useCreate, useRemove } from '../../../data/changes.ts';
import { sentenceOf } from '../../../data/problems.ts';
import { useAll } from '../../../data/queries.ts';
import type { SearchParams } from '../../../search-params.ts';
import { useMay, useSession } from '../../../session.tsx';
import { useFormats } from '../../../texts/formats.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { notify, notifyError } from '../../../ui/notify.ts';
import { ProblemNotice } from '../../../ui/states.tsx';

type SavedView = Read<typeof savedViews>;

/** Of the page, not of the list. */
const others = ['open', 'columns'];

export function ViewsMenu() {
  const t = useTexts(workbenchTexts);
  const may = useMay();
  const navigate = useNavigate();
  const { compare } = useFormats();
  const [isSaving, setSaving] = useState(false);
  const { data = [] } = useAll(savedViews, {}, { isEnabled: may(savedViews, 'list') });
  if (!may(savedViews, 'list')) return null;
  const show = (search: SearchParams) => navigate({ to: '/people', search });
  // The rows of a list are representations.
  const views = [...(data as unknown as readonly SavedView[])].sort((one, other) => compare(one.name, other.name));
  return (
    <>
      <Menu position="bottom-end" width={300} withInitialFocusPlaceholder={false}>
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
            <ViewItem key={view.id} view={view} onShow={() => show(searchOf(view))} />
          ))}
          {may(savedViews, 'create') && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setSaving(true)}>{t.saveView}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveDialog onClose={() => setSaving(false)} />}
    </>
  );
}

const searchOf = ({ query, columns }: SavedView): SearchParams => ({
  ...query,
  ...(columns.length > 0 && { columns: columns.join(',') }),
});

function ViewItem({ view, onShow }: { readonly view: SavedView; readonly onShow: () => void }) {
  const t = useTexts(workbenchTexts);
  const { person } = useSession();
  const { locale } = useLanguage();
  const remove = useRemove(savedViews);
  const mayRemove = useMay()(savedViews, 'remove') && (person.role === 'owner' || view.ownerId === person.id);
  const drop = () =>
    remove.mutate(
      { id: view.id },
      { onSuccess: () => notify(t.viewDeleted), onError: (error) => notifyError(sentenceOf(error, locale)) },
    );
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
        <Menu.Item w={40} px={10} aria-label={t.deleteView(view.name)} onClick={drop} closeMenuOnClick={false}>
          <ActionIcon component="span" variant="transparent" color="gray" size="sm" aria-hidden>
            <IconTrash size={16} />
          </ActionIcon>
        </Menu.Item>
      )}
    </Group>
  );
}

function SaveDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(workbenchTexts);
  const words: SearchParams = useSearch({ strict: false });
  const create = useCreate(savedViews);
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const query = Object.entries(words).filter(([word, value]) => !others.includes(word) && value !== undefined);
    create.mutate(
      {
        name,
        list: 'employees',
        isShared,
        // Undefined values were left out.
        query: Object.fromEntries(query) as Record<string, string>,
        columns: words.columns?.split(',') ?? [],
      },
      {
        onSuccess: () => {
          notify(t.viewSaved);
          onClose();
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={<Text fw={600}>{t.saveView}</Text>}>
      <form onSubmit={save}>
        <Stack gap="md">
          {create.error && <ProblemNotice error={create.error} />}
          <TextInput
            label={t.viewName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={255}
            data-autofocus
          />
          <Checkbox
            label={t.shareView}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.cancel}
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={create.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
