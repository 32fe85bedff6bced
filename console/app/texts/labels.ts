/** Labels of members of resources and of their fixed values. One without a label is derived from its API name. */
import { useMemo } from 'react';
import { areCountries } from './countries.ts';
import { fieldTexts } from './fields.ts';
import { useFormats } from './formats.ts';
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

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function useLabels() {
  const fields: Readonly<Record<string, string>> = useTexts(fieldTexts);
  const members: Readonly<Record<string, string>> = useTexts(memberTexts);
  const kinds: Readonly<Record<string, string>> = useTexts(kindTexts);
  const values: Readonly<Record<string, string>> = useTexts(valueTexts);
  const { country, compare } = useFormats();
  return useMemo(() => {
    const valueLabel = (value: string) => values[value] ?? spelt(value);
    /** Null is no choice. Countries are in the order of their names. */
    const choiceLabels = (choices: readonly unknown[]): Choice[] => {
      const codes = choices.filter((one) => one !== null).map(String);
      if (!areCountries(codes)) return codes.map((value) => ({ value, label: valueLabel(value) }));
      const named = codes.map((value) => ({ value, label: country(value) }));
      return named.sort((one, other) => compare(one.label, other.label));
    };
    return {
      fieldLabel: (name: string) => fields[name] ?? members[name] ?? spelt(name),
      /** Of a type. */
      kindLabel: (type: string) => kinds[type] ?? spelt(type),
      valueLabel,
      choiceLabels,
    };
  }, [fields, members, kinds, values, country, compare]);
}
