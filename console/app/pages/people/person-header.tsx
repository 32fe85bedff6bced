import { ActionIcon, Anchor, Button, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { IconArrowsExchange, IconDots, IconMail, IconPencil, IconPhone, IconSitemap } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useOne } from '../../data/queries.ts';
import { MomentButton } from '../../moment/moment-button.tsx';
import { useNames } from '../../resource/names.ts';
import { useOpened } from '../../resource/opened.ts';
import { useMay, useToday } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { wrappedText } from '../../ui/wrapped-text.tsx';
import { type Career, employmentOn, outlookOn, type Person, positionOn } from './career.ts';
import { EditDrawer } from './edit-drawer.tsx';
import { EndDrawer } from './end-drawer.tsx';
import { useMomentOfDay } from './moment-of-day.ts';
import { MoveDrawer } from './move-drawer.tsx';
import { PortraitChange } from './portrait-change.tsx';
import { RehireDrawer } from './rehire-drawer.tsx';

export interface PersonShown {
  readonly person: Person;
  readonly etag: string;
  readonly career: Career;
  readonly asOf: string;
}

export function PersonHeader({
  person,
  etag,
  career,
  asOf,
  onAsOf,
}: PersonShown & { readonly onAsOf: (day: string) => void }) {
  const t = useTexts(peopleTexts);
  return (
    <Paper withBorder p="md" style={{ borderColor: 'var(--console-line)' }}>
      <Group justify="space-between" align="flex-start" gap="md">
        <Group gap="md" align="flex-start" wrap="nowrap" miw={0} flex="1 1 320px">
          <PortraitChange person={person} etag={etag} />
          <Stack gap={4} miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Group gap="sm">
              <Title order={1}>
                {person.givenName} {person.familyName}
              </Title>
              <Status person={person} asOf={asOf} />
            </Group>
            <PositionLine career={career} asOf={asOf} />
            <OutlookLine career={career} asOf={asOf} />
            <Contacts person={person} />
            {positionOn(career, asOf) && <ChartPlace id={person.id} />}
          </Stack>
        </Group>
        <Stack gap="xs" align="flex-end" ml="auto">
          <Actions person={person} career={career} asOf={asOf} />
          <MomentButton />
          <Group gap={6} wrap="nowrap">
            <Text size="sm" c="dimmed">
              {t.asOf}
            </Text>
            <DayInput aria-label={t.asOf} value={asOf} onChange={(day) => day !== null && onAsOf(day)} w={160} />
          </Group>
        </Stack>
      </Group>
    </Paper>
  );
}

/** On the chosen day. */
function Status({ person, asOf }: Pick<PersonShown, 'person' | 'asOf'>) {
  const t = useTexts(peopleTexts);
  const onDay = useOne(employees, person.id, { at: useMomentOfDay(asOf) });
  const { status } = onDay.data?.value ?? person;
  return <StatusBadge status={status} label={t.statuses[status]} />;
}

function PositionLine({ career, asOf }: Pick<PersonShown, 'career' | 'asOf'>) {
  const departmentName = useNames(departments, useMomentOfDay(asOf));
  const establishmentName = useNames(businessEstablishments);
  const position = positionOn(career, asOf);
  if (!position && career.positions.length > 0) return null;
  const parts = [
    position?.jobTitle,
    departmentName(position?.department.id),
    establishmentName(position?.businessEstablishment.id),
  ];
  return <Text size="sm">{parts.filter(Boolean).join(' · ')}</Text>;
}

/** Who starts, changes or has left, with dates. */
function OutlookLine({ career, asOf }: Pick<PersonShown, 'career' | 'asOf'>) {
  const t = useTexts(peopleTexts).outlook;
  const { day } = useFormats();
  const { next, lastDay, isEmployed } = outlookOn(career, asOf);
  const title = next?.jobTitle ?? null;
  const sentences = [
    lastDay !== null && (isEmployed ? t.lastDay(day(lastDay)) : t.left(day(lastDay))),
    next && (isEmployed ? t.next(day(next.startsOn), title) : t.starts(day(next.startsOn), title, lastDay !== null)),
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <Text size="sm" fw={isEmployed ? 400 : 600} {...(isEmployed && { c: 'dimmed' })}>
      {sentences.join(' ')}
    </Text>
  );
}

/** The chart shows the same day and moment. */
const ChartPlace = ({ id }: { readonly id: string }) => {
  const t = useTexts(peopleTexts).chart;
  return (
    <Anchor fz="sm" renderRoot={(props) => <Link to="/org-chart" search={{ person: id }} {...props} />}>
      <IconSitemap size={15} style={inline} /> {t.place}
    </Anchor>
  );
};

function Contacts({ person }: { readonly person: Person }) {
  const t = useTexts(peopleTexts);
  return (
    <Group gap="4px 16px" fz="sm" style={{ overflowWrap: 'anywhere' }}>
      {person.email && (
        <Anchor href={`mailto:${person.email}`} fz="sm" style={wrapped}>
          <IconMail size={15} style={icon} /> <span>{wrappedText(person.email)}</span>
        </Anchor>
      )}
      {person.phoneNumber && (
        <Anchor href={`tel:${person.phoneNumber}`} fz="sm" style={wrapped}>
          <IconPhone size={15} style={icon} /> {person.phoneNumber}
        </Anchor>
      )}
      {person.employeeNumber && (
        <Text size="sm" c="dimmed">
          {t.employeeNumber} {person.employeeNumber}
        </Text>
      )}
    </Group>
  );
}

const inline = { verticalAlign: '-2px' };
/** A long address wraps next to its icon. */
const wrapped = { display: 'flex', gap: 4, minWidth: 0 };
const icon = { flex: 'none', marginTop: 3 };

/** In the address: the form is open again after a sign-in. */
function Actions({ person, career, asOf }: Omit<PersonShown, 'etag'>) {
  const today = useToday();
  const t = useTexts(peopleTexts);
  const more = useTexts(shellTexts).more;
  const may = useMay();
  const [open, setOpen] = useOpened();
  const current =
    employmentOn(career, today) ?? career.employments.find(({ id }) => id === person.applicableEmployment.id);
  const shown = employmentOn(career, asOf) ?? current;
  const isOver = person.status === 'deactivated';
  const drawer = { person, onClose: () => setOpen(undefined) };
  const mayMove = may(jobPositions, 'create') && !isOver && shown;
  const mayEnd = may(employments, 'update') && shown;
  const mayRehire = may(employments, 'create') && isOver;
  return (
    <Group gap="xs">
      {may(employees, 'update') && (
        <Button variant="default" size="sm" leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
          {t.edit}
        </Button>
      )}
      {mayMove && (
        <Button size="sm" leftSection={<IconArrowsExchange size={16} />} onClick={() => setOpen('move')}>
          {t.move}
        </Button>
      )}
      {mayRehire && (
        <Button size="sm" onClick={() => setOpen('rehire')}>
          {t.rehire}
        </Button>
      )}
      {mayEnd && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={more}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setOpen('end')}>{t.end}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <EditDrawer {...drawer} isOpen={open === 'edit'} />
      {shown && <MoveDrawer {...drawer} career={career} employment={shown} asOf={asOf} isOpen={open === 'move'} />}
      {shown && <EndDrawer {...drawer} career={career} employment={shown} isOpen={open === 'end'} />}
      <RehireDrawer {...drawer} career={career} asOf={asOf} isOpen={open === 'rehire'} />
    </Group>
  );
}
