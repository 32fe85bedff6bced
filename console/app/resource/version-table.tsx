/** Two versions of the same resource, member by member. */
import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { formTexts } from '../texts/form.ts';
import { useLabels } from '../texts/labels.ts';
import { useTexts } from '../texts/texts.ts';
import { ShortTable } from '../ui/short-table.tsx';
import { FactValue } from './resource-facts.tsx';
import type { FormValues } from './resource-form.tsx';

/** Every representation is an object; members are read by name. */
export const membersOf = (value: unknown) => value as FormValues;

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What people change; the rest follows from it. */
export const changeable = ({ fields }: Resource): readonly string[] =>
  Object.entries<Field>(fields)
    .filter(([, field]) => field.update !== 'absent')
    .map(([name]) => name);

/** A reference in a patch has an id alone. */
export const pointed = ({ target }: Field, value: unknown): unknown =>
  target !== undefined && typeof value === 'object' && !Array.isArray(value)
    ? { type: target, url: '', ...value }
    : value;

interface VersionTableProps {
  readonly resource: Resource;
  readonly labels?: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  readonly one: FormValues;
  readonly other: FormValues;
  /** Of the two versions. */
  readonly headers: readonly [string, string];
}

export function VersionTable({ resource, labels = {}, names, one, other, headers }: VersionTableProps) {
  const t = useTexts(formTexts).conflict;
  const { fieldLabel } = useLabels();
  const shown = (name: string, value: unknown) => {
    const field = resource.fields[name];
    if (!field || value === null || value === undefined || value === '') return t.empty;
    return <FactValue name={name} field={field} value={pointed(field, value)} />;
  };
  return (
    <ShortTable
      headers={[t.member, ...headers]}
      rows={names.map((name) => ({
        key: name,
        cells: [labels[name] ?? fieldLabel(name), shown(name, one[name]), shown(name, other[name])],
      }))}
    />
  );
}
