/**
 * The columns of the table of people: every member of the person, of the applicable position and employment, and every
 * custom attribute.
 */
import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useAttributeColumns } from './list/attribute-columns.tsx';
import { dayCell, employmentOf, type PersonColumn, positionOf } from './list/person-column.ts';
import { useReferenceColumns } from './list/reference-columns.tsx';

export function usePeopleColumns(): readonly PersonColumn[] {
  const [name, status, ...others] = useColumnsOfPerson();
  const { department, manager, establishment, ...references } = useReferenceColumns();
  const [jobTitle, startsOn, ...career] = useColumnsOfCareer();
  const attributes = useAttributeColumns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts of lists that change together
  return useMemo(
    () =>
      [
        name,
        status,
        jobTitle,
        department,
        manager,
        establishment,
        startsOn,
        ...career,
        ...Object.values(references),
        ...others,
        ...attributes,
      ].filter((column) => column !== undefined),
    [name, jobTitle, department, attributes],
  );
}

function useColumnsOfPerson(): readonly PersonColumn[] {
  const t = useTexts(peopleTexts);
  const { moment, dayOfYear } = useFormats();
  return useMemo(() => {
    const plain = (
      id: 'givenName' | 'familyName' | 'email' | 'employeeNumber' | 'remoteId',
      widthPx: number,
      isSortable: boolean,
    ): PersonColumn => ({
      id,
      header: t[id],
      widthPx,
      isExtra: true,
      ...(isSortable && { sortKey: id }),
      cell: (person) => person[id],
      exported: (person) => person[id],
    });
    return [
      nameColumn(t.name),
      {
        id: 'status',
        header: t.status,
        widthPx: 120,
        cell: ({ status }) => <StatusBadge status={status} label={t.statuses[status]} />,
        exported: ({ status }) => t.statuses[status],
      },
      plain('givenName', 140, true),
      plain('familyName', 160, true),
      plain('email', 270, true),
      {
        id: 'phone',
        header: t.phone,
        widthPx: 150,
        isExtra: true,
        cell: ({ phoneNumber }) => phoneNumber,
        exported: ({ phoneNumber }) => phoneNumber,
      },
      plain('employeeNumber', 110, true),
      plain('remoteId', 160, false),
      {
        id: 'birthday',
        header: t.birthday,
        widthPx: 130,
        isExtra: true,
        cell: ({ birthDay }) => birthDay && dayOfYear(birthDay),
        exported: ({ birthDay }) => birthDay && dayOfYear(birthDay),
      },
      ...(['createdAt', 'lastUpdatedAt'] as const).map(
        (id): PersonColumn => ({
          id,
          header: t[id],
          sortKey: id,
          widthPx: 190,
          isExtra: true,
          cell: (person) => moment(person[id]),
          exported: (person) => person[id],
        }),
      ),
    ];
  }, [t, moment, dayOfYear]);
}

const nameColumn = (header: string): PersonColumn => ({
  id: 'name',
  header,
  sortKey: 'familyName',
  widthPx: 235,
  cell: (person) => (
    <Group gap="sm" wrap="nowrap">
      <PersonAvatar person={person} size={28} />
      <span>
        {person.givenName} {person.familyName}
      </span>
    </Group>
  ),
  exported: ({ givenName, familyName }) => `${givenName} ${familyName}`,
});

function useColumnsOfCareer(): readonly PersonColumn[] {
  const t = useTexts(peopleTexts);
  const { day } = useFormats();
  return useMemo(() => {
    const ofDay = (
      id: 'startsOn' | 'endsOn' | 'inPositionSince',
      dayOf: (...given: Parameters<PersonColumn['cell']>) => string | null | undefined,
    ): PersonColumn => ({
      id,
      header: t[id],
      widthPx: 130,
      cell: (person, embedded) => {
        const found = dayOf(person, embedded);
        return found && day(found);
      },
      exported: (person, embedded) => dayCell(dayOf(person, embedded)),
    });
    const ofPosition = (id: 'jobTitle' | 'notes', widthPx: number): PersonColumn => ({
      id,
      header: t[id],
      widthPx,
      cell: (person, embedded) => positionOf(embedded, person)?.[id],
      exported: (person, embedded) => positionOf(embedded, person)?.[id],
    });
    return [
      ofPosition('jobTitle', 185),
      ofDay('startsOn', (person, embedded) => employmentOf(embedded, person)?.start.date),
      { ...ofDay('endsOn', (person, embedded) => employmentOf(embedded, person)?.end?.date), isExtra: true },
      { ...ofDay('inPositionSince', (person, embedded) => positionOf(embedded, person)?.startsOn), isExtra: true },
      { ...ofPosition('notes', 220), isExtra: true },
    ];
  }, [t, day]);
}
