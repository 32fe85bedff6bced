/** Labels of members of resources and of their fixed values. One without a label is derived from its API name. */
import { useMemo } from 'react';
import { fieldTexts } from './fields.ts';
import { kindTexts } from './kinds.ts';
import { memberTexts } from './members.ts';
import { useTexts } from './texts.ts';
import { valueTexts } from './values.ts';

/** `startsOn` → Starts on. */
export const spelt = (name: string): string => {
  const words = name
    .replace(/[-_.]/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function useLabels() {
  const fields: Readonly<Record<string, string>> = useTexts(fieldTexts);
  const members: Readonly<Record<string, string>> = useTexts(memberTexts);
  const kinds: Readonly<Record<string, string>> = useTexts(kindTexts);
  const values: Readonly<Record<string, string>> = useTexts(valueTexts);
  return useMemo(
    () => ({
      fieldLabel: (name: string) => fields[name] ?? members[name] ?? spelt(name),
      /** Of a type. */
      kindLabel: (type: string) => kinds[type] ?? spelt(type),
      valueLabel: (value: string) => values[value] ?? spelt(value),
    }),
    [fields, members, kinds, values],
  );
}
