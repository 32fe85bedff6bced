/** The columns of the table of people. Names of departments and establishments come from fully loaded lists. */
import { Group } from '@mantine/core';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import type { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useMemo } from 'react';
import { type Embedded, embeddedIn } from '../../data/queries.ts';
import type { Column } from '../../resource/columns.tsx';
import { useNames } from '../../resource/names.ts';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Person } from './career.ts';

type PersonColumn = Column<typeof employees>;

/** Embedded in every page of people; absent if the role does not allow it. */
const positionOf = (embedded: Embedded, { applicableJobPosition: { id } }: Person) =>
  embeddedIn(embedded, jobPositions, id);
const employmentOf = (embedded: Embedded, { applicableEmployment: { id } }: Person) =>
  embeddedIn(embedded, employments, id);

export function usePeopleColumns(): readonly PersonColumn[] {
  const who = useColumnsOfPerson();
  const what = useColumnsOfCareer();
  return useMemo(() => {
    const [name, status, ...contact] = who;
    return [name, status, ...what, ...contact].filter((column) => column !== undefined);
  }, [who, what]);
}

function useColumnsOfPerson(): readonly PersonColumn[] {
  const t = useTexts(peopleTexts);
  const { moment } = useFormats();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t.name,
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
      },
      {
        id: 'status',
        header: t.status,
        widthPx: 120,
        cell: ({ status }) => <StatusBadge status={status} label={t.statuses[status]} />,
      },
      { id: 'email', header: t.email, widthPx: 270, isExtra: true, cell: ({ email }) => email },
      { id: 'phone', header: t.phone, widthPx: 150, isExtra: true, cell: ({ phoneNumber }) => phoneNumber },
      {
        id: 'employeeNumber',
        header: t.employeeNumber,
        widthPx: 110,
        isExtra: true,
        cell: ({ employeeNumber }) => employeeNumber,
      },
      { id: 'remoteId', header: t.remoteId, widthPx: 160, isExtra: true, cell: ({ remoteId }) => remoteId },
      {
        id: 'lastUpdatedAt',
        header: t.lastUpdatedAt,
        sortKey: 'lastUpdatedAt',
        widthPx: 190,
        isExtra: true,
        cell: ({ lastUpdatedAt }) => moment(lastUpdatedAt),
      },
    ],
    [t, moment],
  );
}

function useColumnsOfCareer(): readonly PersonColumn[] {
  const t = useTexts(peopleTexts);
  const { day } = useFormats();
  const departmentName = useNames(departments);
  const establishmentName = useNames(businessEstablishments);
  return useMemo(() => {
    const dayOf = (text: string | undefined) => text && day(text);
    return [
      {
        id: 'jobTitle',
        header: t.jobTitle,
        widthPx: 185,
        cell: (person, embedded) => positionOf(embedded, person)?.jobTitle,
      },
      {
        id: 'department',
        header: t.department,
        cell: (person, embedded) => departmentName(positionOf(embedded, person)?.department.id),
      },
      {
        id: 'establishment',
        header: t.establishment,
        widthPx: 160,
        cell: (person, embedded) => establishmentName(positionOf(embedded, person)?.businessEstablishment.id),
      },
      {
        id: 'startsOn',
        header: t.startsOn,
        widthPx: 120,
        cell: (person, embedded) => dayOf(employmentOf(embedded, person)?.start.date),
      },
      {
        id: 'endsOn',
        header: t.endsOn,
        widthPx: 120,
        isExtra: true,
        cell: (person, embedded) => dayOf(employmentOf(embedded, person)?.end?.date),
      },
    ];
  }, [t, day, departmentName, establishmentName]);
}
