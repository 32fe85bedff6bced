/** One group of settings: a form for people who may change them, names and values for others. */
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import { useUpdate } from '../../data/changes.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { useMay, useMayChange } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { notify } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';
import { settingInputs } from './setting-inputs.tsx';

type Texts = (typeof settingsTexts)['fr'];
export type Setting = keyof Texts['labels'];

export interface SettingsGroup {
  readonly name: keyof Texts['groups'];
  readonly members: readonly Setting[];
}

interface SettingsPanelProps {
  readonly group: SettingsGroup;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly etag: string | undefined;
}

export function SettingsPanel({ group: { name, members }, settings, etag }: SettingsPanelProps) {
  const t = useTexts(settingsTexts);
  const shell = useTexts(shellTexts);
  const may = useMay();
  const mayChange = useMayChange();
  const update = useUpdate(accountSettings);
  const wordOf = useSettingWords();
  const open = may(accountSettings, 'update') ? members.filter((member) => mayChange(accountSettings, member)) : [];
  const closed = members.filter((member) => !open.includes(member));
  return (
    <Panel title={t.groups[name]} about={t.explained[name]}>
      {open.length > 0 && (
        <ResourceForm
          resource={accountSettings}
          operation="update"
          members={open}
          initial={settings}
          labels={t.labels}
          hints={t.hints}
          custom={settingInputs}
          error={update.error}
          isBusy={update.isPending}
          onSubmit={(patch) => {
            if (Object.keys(patch).length === 0) return notify(shell.saved);
            update.mutate({ id: 'current', etag, patch }, { onSuccess: () => notify(shell.saved) });
          }}
        />
      )}
      {closed.length > 0 && <Facts facts={closed.map((member) => [t.labels[member], wordOf(settings[member])])} />}
    </Panel>
  );
}

/** A value as text, for people who may not change it. */
function useSettingWords(): (value: unknown) => string {
  const t = useTexts(settingsTexts);
  const shell = useTexts(shellTexts);
  const { number, list } = useFormats();
  return (value) => {
    if (value === null || value === undefined) return t.notSet;
    if (typeof value === 'boolean') return value ? shell.yes : shell.no;
    if (typeof value === 'number') return number(value);
    if (Array.isArray(value)) return value.length === 0 ? t.notSet : list(value.map(String));
    return typeof value === 'object' ? String((value as { id?: unknown }).id) : String(value);
  };
}
