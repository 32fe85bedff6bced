/** Who else of the team is away around a leave: the reports of the same manager, otherwise the department. */
import { Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { useBatched } from '../../data/batched.ts';
import { useAll, useList } from '../../data/queries.ts';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { PersonName } from '../people/person-name.tsx';
import { useHolidays } from './holidays.ts';
import classes from './leave-calendar.module.css';
import { byPerson, type ShownLeave } from './leaves-by-person.ts';
import { daysAround, overlapping } from './month.ts';
import { MonthAgenda } from './month-agenda.tsx';
import { MonthGrid } from './month-grid.tsx';
import { useLeaveWords } from './month-rows.tsx';

interface TeamCalendarProps {
  readonly employeeId: string;
  readonly startsOn: string;
  readonly endsOn: string;
  /** The leave that is being decided. */
  readonly leaveId?: string;
}

/** A team that is larger is not judged by a drawing. */
const teamMax = 50;

export function TeamCalendar({ employeeId, startsOn, endsOn, leaveId }: TeamCalendarProps) {
  const t = useTexts(leaveDeskTexts).team;
  const { number } = useFormats();
  const days = daysAround(startsOn, endsOn);
  const team = useTeam(employeeId, days);
  const holidays = useHolidays();
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  if (team.error) return <ProblemNotice error={team.error} />;
  if (team.isPending) return <LoadingRows count={4} />;
  const title = team.isDepartment ? t.ofDepartment : t.title;
  const people = byPerson(team.ids, team.leaves);
  const others = overlapping({ startsOn, endsOn, employee: { id: employeeId } }, team.leaves);
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Text fw={600}>{title}</Text>
      <Others others={others} />
      {isNarrow ? (
        <MonthAgenda label={title} people={people} />
      ) : (
        <MonthGrid
          label={title}
          days={days}
          people={people}
          holidaysOf={holidays.ofArrangement}
          {...(leaveId !== undefined && { markedId: leaveId })}
        />
      )}
      {team.isCut && (
        <Text size="xs" c="dimmed">
          {t.only(number(teamMax))}
        </Text>
      )}
    </Stack>
  );
}

/** The overlaps in words. */
function Others({ others }: { readonly others: readonly ShownLeave[] }) {
  const t = useTexts(leaveDeskTexts).team;
  const leaveWords = useLeaveWords();
  if (others.length === 0) return <Text size="sm">{t.alone}</Text>;
  return (
    <ul className={classes.others} aria-label={t.others}>
      <Text component="li" size="sm" c="dimmed">
        {t.others}
      </Text>
      {others.map((leave) => (
        <li key={leave.id}>
          <PersonName id={leave.employee.id} /> {leaveWords(leave)}
        </li>
      ))}
    </ul>
  );
}

function useTeam(employeeId: string, days: readonly string[]) {
  const mayRead = useMay()(leaves, 'list');
  const person = useBatched(employees, employeeId);
  const position = useBatched(jobPositions, person.data?.applicableJobPosition.id ?? null);
  const isKnown = Boolean(position.data);
  // Who is not visible, or has no position, has no team to wait for.
  const isAlone = person.data === null || position.data === null;
  const manager = position.data?.manager?.id;
  const department = position.data?.department.id;
  const filters =
    manager === undefined
      ? { 'applicableJobPosition.department.id': department ?? '' }
      : { 'applicableJobPosition.manager.id': manager };
  const people = useList(
    employees,
    { chosen: { sort: ['familyName'], filters: { status: 'active', ...filters } } },
    { pageSize: teamMax, isEnabled: isKnown },
  );
  const found = isKnown ? (people.data?.pages[0]?.items.map(({ id }) => id) ?? []) : [];
  // The person first: the others are compared with them.
  const ids = [employeeId, ...found.filter((id) => id !== employeeId)];
  const away = useAll(
    leaves,
    {
      chosen: {
        filters: {
          status: ['tentative', 'confirmed'],
          'employee.id': ids,
          since: days[0] ?? '',
          until: days.at(-1) ?? '',
        },
      },
    },
    { isEnabled: mayRead && (people.isSuccess || isAlone) },
  );
  return {
    ids,
    leaves: away.data ?? [],
    isDepartment: manager === undefined,
    isCut: (people.data?.pages[0]?.cursor ?? null) !== null,
    error: person.error ?? position.error ?? people.error ?? away.error,
    isPending: mayRead && away.isPending,
  };
}
