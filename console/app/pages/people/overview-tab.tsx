import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { Link } from '@tanstack/react-router';
import { useList } from '../../data/queries.ts';
import { useNames } from '../../resource/names.ts';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { employmentOn, nearestPosition, positionOn } from './career.ts';
import { useMomentOfDay } from './moment-of-day.ts';
import type { PersonShown } from './person-header.tsx';
import { PersonLink } from './person-link.tsx';

export function OverviewTab({ person, career, asOf }: PersonShown) {
  const t = useTexts(peopleTexts);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Stack gap="md">
        <PositionPanel career={career} asOf={asOf} />
        <EmploymentPanel career={career} asOf={asOf} />
      </Stack>
      <Stack gap="md">
        <Panel title={t.contact}>
          <PersonFacts person={person} />
        </Panel>
        <Reports managerId={person.id} asOf={asOf} />
      </Stack>
    </SimpleGrid>
  );
}

function PositionPanel({ career, asOf }: Pick<PersonShown, 'career' | 'asOf'>) {
  const t = useTexts(peopleTexts);
  const { day } = useFormats();
  const names = {
    department: useNames(departments, useMomentOfDay(asOf)),
    establishment: useNames(businessEstablishments),
    qualification: useNames(jobQualifications),
    category: useNames(occupationCategories),
    workingTime: useNames(workingTimeArrangements),
  };
  const position = nearestPosition(career, asOf);
  if (!position)
    return (
      <Panel title={t.position}>
        <EmptyState title={t.notEmployed} />
      </Panel>
    );
  const title = positionOn(career, asOf) ? t.position : position.startsOn > asOf ? t.outlook.position : t.outlook.last;
  return (
    <Panel title={title}>
      <Facts
        facts={[
          [t.jobTitle, position.jobTitle],
          [t.department, names.department(position.department.id)],
          [t.establishment, names.establishment(position.businessEstablishment.id)],
          [t.manager, position.manager && <PersonLink id={position.manager.id} />],
          [t.qualification, names.qualification(position.jobQualification?.id)],
          [t.category, names.category(position.occupationCategory?.id)],
          [t.workingTime, names.workingTime(position.workingTimeArrangement?.id)],
          [t.inPositionSince, day(position.startsOn)],
          [t.endsOn, position.endsOn && day(position.endsOn)],
        ]}
      />
      {position.notes && (
        <Text size="sm" mt="sm">
          {position.notes}
        </Text>
      )}
    </Panel>
  );
}

function EmploymentPanel({ career, asOf }: Pick<PersonShown, 'career' | 'asOf'>) {
  const t = useTexts(peopleTexts);
  const { day } = useFormats();
  const legalEntityName = useNames(legalEntities);
  const templateName = useNames(employmentTemplates);
  const nearest = nearestPosition(career, asOf)?.employment.id;
  const employment = employmentOn(career, asOf) ?? career.employments.find(({ id }) => id === nearest);
  if (!employment) return null;
  return (
    <Panel title={t.employment}>
      <Facts
        facts={[
          [t.legalEntity, legalEntityName(employment.legalEntity.id)],
          [t.template, templateName(employment.template.id)],
          [t.employedSince, day(employment.start.date)],
          [t.lastDay, employment.end && day(employment.end.date)],
          [t.remoteId, employment.remoteId],
        ]}
      />
    </Panel>
  );
}

function PersonFacts({ person }: Pick<PersonShown, 'person'>) {
  const t = useTexts(peopleTexts);
  const { moment, dayOfYear } = useFormats();
  return (
    <Facts
      facts={[
        [t.email, person.email],
        [t.phone, person.phoneNumber],
        [t.employeeNumber, person.employeeNumber],
        [t.remoteId, person.remoteId],
        [t.birthday, person.birthDay && dayOfYear(person.birthDay)],
        [t.lastUpdatedAt, moment(person.lastUpdatedAt)],
      ]}
    />
  );
}

const reportsShown = 12;
const managerFilter = 'applicableJobPosition.manager.id';

/** On the chosen day. */
function Reports({ managerId, asOf }: { readonly managerId: string; readonly asOf: string }) {
  const t = useTexts(peopleTexts);
  const at = useMomentOfDay(asOf);
  const filters = { [managerFilter]: managerId, status: 'active' } as const;
  const { data } = useList(employees, { filters, sort: ['familyName'] }, { pageSize: reportsShown, at });
  const first = data?.pages[0];
  if (!first) return null;
  return (
    <Panel title={`${t.reports}${first.totalCount ? ` (${first.totalCount})` : ''}`}>
      {first.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noReports}
        </Text>
      )}
      <Stack gap="xs">
        {first.items.map((report) => (
          <Group key={report.id} gap="sm" wrap="nowrap">
            <PersonAvatar person={report} size={28} />
            <Anchor size="sm" renderRoot={(props) => <Link to="/people/$id" params={{ id: report.id }} {...props} />}>
              {report.givenName} {report.familyName}
            </Anchor>
          </Group>
        ))}
      </Stack>
      {first.cursor && (
        <Anchor
          size="sm"
          mt="sm"
          display="inline-block"
          renderRoot={(props) => <Link to="/people" search={filters} {...props} />}
        >
          {t.allReports}
        </Anchor>
      )}
    </Panel>
  );
}
