/** One column for each custom attribute; its values are read in batches, for the rows on the screen. */
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { useMemo } from 'react';
import { readAttributeValues, useAttributeValues } from '../../../data/attribute-values.ts';
import { readBatched } from '../../../data/batched.ts';
import { useMoment } from '../../../data/moment.ts';
import { useAll } from '../../../data/queries.ts';
import { AttributeText, attributeText } from '../../../resource/attribute-text.tsx';
import { type Definition, nameIn } from '../../../resource/attribute-value.tsx';
import { useMay, useToday } from '../../../session.tsx';
import { useLanguage } from '../../../texts/language.tsx';
import { attributePartsOf } from './attribute-parts.ts';
import type { PersonColumn } from './person-column.ts';

/** Of the category extension: the others are members of people, employments and positions. */
export function useExtensions(): readonly Definition[] {
  const may = useMay();
  const isEnabled = may(employeeAttributeDefinitions, 'list') && may(employeeAttributes, 'list');
  const { data } = useAll(
    employeeAttributeDefinitions,
    { filters: { category: 'extension', isArchived: false } },
    { isEnabled },
  );
  // The rows of a list are representations.
  return useMemo(() => (data ?? []) as unknown as readonly Definition[], [data]);
}

export function useAttributeColumns(): readonly PersonColumn[] {
  const definitions = useExtensions();
  const { locale } = useLanguage();
  const today = useToday();
  const moment = useMoment();
  return useMemo(
    () =>
      definitions.map((definition): PersonColumn => {
        const [single] = attributePartsOf(definition, locale);
        return {
          id: `attributes.${definition.id}`,
          header: nameIn(definition, locale),
          isExtra: true,
          ...(single?.property === '' && single.isSortable && { sortKey: single.name }),
          cell: ({ id }) => <AttributeCell employeeId={id} definition={definition} today={today} />,
          exported: async ({ id }) => {
            const rows = await readAttributeValues(id, { definitionId: definition.id, today, moment });
            const texts = await Promise.all(
              rows.map(({ value }) => attributeText(value, definition, locale, readBatched)),
            );
            return texts.length === 1 ? texts[0] : texts.join('; ') || null;
          },
        };
      }),
    [definitions, locale, today, moment],
  );
}

interface AttributeCellProps {
  readonly employeeId: string;
  readonly definition: Definition;
  readonly today: string;
}

function AttributeCell({ employeeId, definition, today }: AttributeCellProps) {
  const { data, isPending } = useAttributeValues(employeeId, definition.id, today);
  if (!data) return isPending ? '…' : null;
  return data.map(({ id, value }, index) => (
    <span key={id}>
      {index > 0 && '; '}
      <AttributeText value={value} definition={definition} />
    </span>
  ));
}
