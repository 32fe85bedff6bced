/** One group of settings: inputs for people who may change them, names and values for others. */

import { Stack } from '@mantine/core';
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import { FieldGroup } from '../../resource/field-group.tsx';
import type { FormValues } from '../../resource/resource-form.tsx';
import { useMay, useMayChange } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import type { Words } from '../../texts/part.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { settingInputs } from './setting-inputs.tsx';

type Texts = Words<typeof settingsTexts>;
export type Setting = keyof Texts['labels'];

export interface SettingsGroup {
  readonly name: keyof Texts['groups'];
  readonly members: readonly Setting[];
}

interface SettingsPanelProps {
  readonly group: SettingsGroup;
  readonly values: FormValues;
  readonly onChange: (name: string, value: unknown) => void;
}

/** The settings of a group that the person may change. */
export function useOpenSettings(): (group: SettingsGroup) => readonly Setting[] {
  const may = useMay();
  const mayChange = useMayChange();
  return ({ members }) =>
    may(accountSettings, 'update') ? members.filter((member) => mayChange(accountSettings, member)) : [];
}

export function SettingsPanel({ group, values, onChange }: SettingsPanelProps) {
  const t = useTexts(settingsTexts);
  const wordOf = useSettingWords();
  const open = useOpenSettings()(group);
  const closed = group.members.filter((member) => !open.includes(member));
  return (
    <Panel title={t.groups[group.name]} about={t.explained[group.name]}>
      <Stack gap="sm">
        {open.length > 0 && (
          <FieldGroup
            fields={accountSettings.fields}
            names={open}
            values={values}
            onChange={onChange}
            required={[]}
            labels={t.labels}
            hints={t.hints}
            custom={settingInputs}
          />
        )}
        {closed.length > 0 && <Facts facts={closed.map((member) => [t.labels[member], wordOf(values[member])])} />}
      </Stack>
    </Panel>
  );
}

/** A value as text. */
export function useSettingWords(): (value: unknown) => string {
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
