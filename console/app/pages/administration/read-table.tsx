/** The columns and filters of read entries, for their page and for the page of a person. */
import { Code } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { type readEntries, readerTypes } from '@muster/contract/administration/read-entries.ts';
import { isConfidential } from '@muster/contract/kit/confidential.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import type { TableFilter } from '../../resource/filters.tsx';
import { useFormats } from '../../texts/formats.ts';
import { spelt, useLabels } from '../../texts/labels.ts';
import { readsTexts } from '../../texts/reads.ts';
import { useTexts } from '../../texts/texts.ts';

export type ReadEntry = Listed<typeof readEntries>;

/** Events show the members of other families. */
const families = Object.values<Resource>(resources)
  .filter((resource) => isConfidential(resource) && !resource.isFeed)
  .map(({ path }) => path);

export function useReadFilters(): readonly TableFilter[] {
  const t = useTexts(readsTexts);
  return [
    {
      name: 'reader.type',
      label: t.readerType,
      widthPx: 190,
      options: readerTypes.map((value) => ({ value, label: t.readers[value] })),
    },
    {
      name: 'families',
      label: t.family,
      widthPx: 220,
      options: families.map((value) => ({ value, label: spelt(value) })),
    },
  ];
}

/** The members by name, each family after the other. */
export function useMemberNames(): (members: ReadEntry['members']) => string {
  const { fieldLabel } = useLabels();
  const t = useTexts(readsTexts);
  return (members) =>
    Object.entries(members)
      .map(
        ([family, names]) => `${spelt(family)}: ${names.map((name) => t.special[name] ?? fieldLabel(name)).join(', ')}`,
      )
      .join('; ');
}

export function useReadColumns(): readonly Column<typeof readEntries>[] {
  const t = useTexts(readsTexts);
  const { moment, fromNow, number } = useFormats();
  const namesOf = useMemberNames();
  return useMemo(
    () => [
      {
        id: 'when',
        header: t.when,
        widthPx: 150,
        cell: ({ occurredAt }) => <span title={moment(occurredAt)}>{fromNow(occurredAt)}</span>,
      },
      { id: 'who', header: t.who, widthPx: 200, cell: ({ reader }) => reader.name },
      { id: 'kind', header: t.readerType, widthPx: 170, cell: ({ reader }) => t.readers[reader.type] },
      { id: 'people', header: t.people, widthPx: 110, cell: ({ employees }) => number(employees.length) },
      { id: 'members', header: t.members, widthPx: 320, cell: ({ members }) => namesOf(members) },
      { id: 'purpose', header: t.purpose, widthPx: 200, cell: ({ purpose }) => purpose ?? '' },
      { id: 'through', header: t.through, widthPx: 320, cell: ({ operation }) => <Code>{operation}</Code> },
      { id: 'trace', header: t.trace, widthPx: 280, isExtra: true, cell: ({ traceId }) => traceId ?? '' },
    ],
    [t, moment, fromNow, number, namesOf],
  );
}
