/** Which column of the file is which member. */
import { Alert, Select, SimpleGrid } from '@mantine/core';
import { importables } from '@muster/contract/importables.ts';
import type { ImportedCollection } from '@muster/contract/resources/imports.ts';
import { useMemo } from 'react';
import { useFormats } from '../../texts/formats.ts';
import { importTexts } from '../../texts/imports.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Sheet } from './file-rows.ts';
import { useColumnLabel } from './labels.ts';
import { type Matching, offeredPaths } from './match.ts';

interface MatchStepProps {
  readonly collection: ImportedCollection;
  readonly sheet: Sheet;
  readonly matching: Matching;
  readonly onMatch: (column: number, path: string | null) => void;
}

const exampleCharacters = 30;

export function MatchStep({ collection, sheet, matching, onMatch }: MatchStepProps) {
  const t = useTexts(importTexts);
  const { list, compare } = useFormats();
  const labelOf = useColumnLabel();
  const offered = useMemo(
    () =>
      offeredPaths(collection)
        .map((value) => ({ value, label: labelOf(value) }))
        .sort((one, other) => compare(one.label, other.label)),
    [collection, labelOf, compare],
  );
  const missing = requiredMembers(collection).filter(
    (name) => !matching.some((path) => path === name || path?.startsWith(`${name}.`)),
  );
  return (
    <Panel title={t.columns} about={t.columnsAbout}>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3, lg: 4 }} spacing="sm">
        {sheet.head.map((name, column) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file may have the same name, and stay in their place
            key={column}
            label={name || `${column + 1}`}
            description={exampleOf(sheet, column, t.example)}
            placeholder={t.leftOut}
            data={offered}
            value={matching[column] ?? null}
            onChange={(path) => onMatch(column, path)}
            searchable
            clearable
          />
        ))}
      </SimpleGrid>
      {missing.length > 0 && (
        <Alert color="yellow" mt="sm" c="var(--mantine-color-text)">
          {t.missing(list(missing.map(labelOf)))}
        </Alert>
      )}
    </Panel>
  );
}

function exampleOf({ rows }: Sheet, column: number, example: (cell: string) => string): string {
  const cell = rows.slice(0, 100).find((row) => row[column] !== '')?.[column] ?? '';
  const short = cell.length > exampleCharacters ? `${cell.slice(0, exampleCharacters)}…` : cell;
  // A column without cells keeps the height of the others.
  return short === '' ? '–' : example(short);
}

const requiredMembers = (collection: ImportedCollection): readonly string[] =>
  Object.entries(importables[collection].resource.fields).flatMap(([name, { create }]) =>
    create === 'required' ? [name] : [],
  );
