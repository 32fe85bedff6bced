/** All settings in one form with one button, which says section by section what it changes. */
import { Button, List, Stack, Text } from '@mantine/core';
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import type { Field } from '@muster/contract/kit/field.ts';
import type { Patch } from '@muster/contract/kit/resource.ts';
import { useUpdate } from '../../data/changes.ts';
import type { Held } from '../../data/queries.ts';
import { useEntryCheck } from '../../form/entry-check.ts';
import { Form } from '../../form/form.tsx';
import { useForm } from '../../form/use-form.ts';
import { FactValue } from '../../resource/resource-facts.tsx';
import { changed, type FormValues, formName } from '../../resource/resource-form.tsx';
import { pointed } from '../../resource/version-table.tsx';
import { useVersions } from '../../resource/versions.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';
import { type SettingsGroup, SettingsPanel, useOpenSettings, useSettingWords } from './settings-panel.tsx';

interface SettingsFormProps {
  readonly groups: readonly SettingsGroup[];
  readonly held: Held<typeof accountSettings>;
}

const id = 'current';

export function SettingsForm({ groups, held }: SettingsFormProps) {
  const t = useTexts(settingsTexts);
  // There is one, whose address is always the same.
  const versions = useVersions(accountSettings, { ...held, value: { ...held.value, id } }, { labels: t.labels });
  return <Settings key={versions.held.etag} groups={groups} versions={versions} />;
}

interface SettingsProps {
  readonly groups: readonly SettingsGroup[];
  readonly versions: ReturnType<typeof useVersions<typeof accountSettings>>;
}

function Settings({ groups, versions }: SettingsProps) {
  const t = useTexts(settingsTexts);
  const { saved } = useTexts(shellTexts);
  const update = useUpdate(accountSettings);
  const check = useEntryCheck();
  const initial: FormValues = versions.held.value;
  const open = groups.flatMap(useOpenSettings());
  const form = useForm<FormValues>({
    name: formName(accountSettings, 'update', id),
    initial: {},
    isChanged: (entered) => Object.keys(changed(initial, entered, open)).length > 0,
    base: versions.held,
  });
  const values = { ...initial, ...form.values };
  const patch = changed(initial, values, open);
  const save = (sent: Patch<typeof accountSettings>, etag: string, done: () => void) =>
    update.mutate(
      { id, etag, patch: sent },
      {
        onSuccess: (now) => {
          done();
          notify(saved);
          const { links } = versions.held.value;
          versions.setHeld({ value: { ...now, id, links, embedded: null }, embedded: {}, etag: now.etag });
        },
        onError: (error) => versions.compare(error, sent, done),
      },
    );
  const panels = groups.map((group) => (
    <SettingsPanel
      key={group.name}
      group={group}
      values={values}
      onChange={(name, value) => form.change((entered) => ({ ...entered, [name]: value }))}
    />
  ));
  if (open.length === 0) return <Stack gap="md">{panels}</Stack>;
  return (
    <>
      <Form
        form={form}
        error={versions.conflict ? null : update.error}
        isBusy={update.isPending}
        check={() => check({ fields: accountSettings.fields, names: open, values, required: [] })}
        labels={t.labels}
        onSubmit={() => save(patch, versions.held.etag, form.release)}
        isSubmitDisabled={Object.keys(patch).length === 0}
        otherButtons={
          Object.keys(patch).length > 0 && (
            <Button variant="subtle" onClick={() => form.change(() => ({}))}>
              {t.discard}
            </Button>
          )
        }
      >
        {panels}
        <Changes groups={groups} before={initial} after={patch} />
      </Form>
      {versions.dialog(save)}
    </>
  );
}

interface ChangesProps {
  readonly groups: readonly SettingsGroup[];
  readonly before: FormValues;
  readonly after: FormValues;
}

function Changes({ groups, before, after }: ChangesProps) {
  const t = useTexts(settingsTexts);
  const touched = groups.filter(({ members }) => members.some((member) => member in after));
  if (touched.length === 0) return null;
  return (
    <Panel title={t.changes}>
      <Stack gap="xs">
        {touched.map(({ name, members }) => (
          <div key={name}>
            <Text size="sm" fw={600}>
              {t.groups[name]}
            </Text>
            <List size="sm" aria-label={t.groups[name]}>
              {members
                .filter((member) => member in after)
                .map((member) => (
                  <List.Item key={member}>
                    {t.labels[member]}: <SettingValue name={member} value={before[member]} />
                    {' → '}
                    <SettingValue name={member} value={after[member]} />
                  </List.Item>
                ))}
            </List>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}

/** References by name, everything else as in the panels. */
function SettingValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  const wordOf = useSettingWords();
  // Every setting of the page is declared.
  const field = accountSettings.fields[name as keyof typeof accountSettings.fields] as Field;
  if (field.target === undefined || value === null || value === undefined) return wordOf(value);
  return <FactValue name={name} field={field} value={pointed(field, value)} />;
}
