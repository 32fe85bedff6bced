/** A month of leaves: everybody who is away, or a team, department or establishment, with public holidays. */
import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { FilterControls } from '../../resource/filters.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { useOpened } from '../../resource/opened.ts';
import type { SearchParams } from '../../search-params.ts';
import { useMay, useToday } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type CalendarData, groupNames, useCalendarData, useGroupFilters } from './calendar-data.ts';
import { type NamedHoliday, useHolidays } from './holidays.ts';
import classes from './leave-calendar.module.css';
import { useLeaveFilters } from './leave-filters.ts';
import { isMonth, monthOf, shifted } from './month.ts';
import { MonthAgenda } from './month-agenda.tsx';
import { MonthGrid } from './month-grid.tsx';

export function LeaveCalendar() {
  const desk = useTexts(leaveDeskTexts).calendar;
  const { month: named } = useFormats();
  const words: SearchParams = useSearch({ strict: false });
  const filters = [...useGroupFilters(), ...useLeaveFilters()];
  const state = useAddressState([...groupNames, ...filters.map(({ name }) => name)]);
  const thisMonth = useToday().slice(0, 7);
  const current = isMonth(words.month) ? words.month : thisMonth;
  const { days } = monthOf(current);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const data = useCalendarData(state, first, last);
  const holidays = useHolidays();
  return (
    <Panel>
      <Group gap="sm" mb="sm">
        <MonthChoice current={current} onChange={(name) => state.change({ month: name })} />
        <FilterControls filters={filters} state={state} />
      </Group>
      {data.error && <ProblemNotice error={data.error} onRetry={data.reload} />}
      {data.isPending && !data.error && <LoadingRows />}
      {!data.isPending && (
        <Shown data={data} label={desk.label(named(first))} days={days} holidaysOf={holidays.ofArrangement} />
      )}
      <Stack gap="xs" mt="sm">
        <Loaded data={data} />
        <HolidayList holidays={holidays.between(first, last)} />
        <Legend />
      </Stack>
    </Panel>
  );
}

interface ShownProps {
  readonly data: CalendarData;
  readonly label: string;
  readonly days: readonly string[];
  readonly holidaysOf: ReturnType<typeof useHolidays>['ofArrangement'];
}

function Shown({ data, label, days, holidaysOf }: ShownProps) {
  const t = useTexts(leaveTexts);
  const desk = useTexts(leaveDeskTexts).calendar;
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  const [, open] = useOpened();
  const { people, peopleCount } = data;
  if (people.length === 0) return <EmptyState title={peopleCount === null ? t.nobody : desk.noPeople} />;
  if (isNarrow) return <MonthAgenda label={label} people={people} onOpen={open} />;
  return (
    <>
      <MonthGrid label={label} days={days} people={people} holidaysOf={holidaysOf} onOpen={open} />
      <Text size="xs" c="dimmed" mt={4}>
        {desk.keys}
      </Text>
    </>
  );
}

interface MonthChoiceProps {
  readonly current: string;
  readonly onChange: (name: string) => void;
}

function MonthChoice({ current, onChange }: MonthChoiceProps) {
  const t = useTexts(leaveTexts);
  const { month } = useFormats();
  const today = useToday();
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t.previousMonth}
        onClick={() => onChange(shifted(current, -1))}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <Text fw={600} miw={140} ta="center" aria-live="polite">
        {month(`${current}-01`)}
      </Text>
      <ActionIcon variant="default" size={36} aria-label={t.nextMonth} onClick={() => onChange(shifted(current, 1))}>
        <IconChevronRight size={18} />
      </ActionIcon>
      <Button variant="subtle" onClick={() => onChange(today.slice(0, 7))}>
        {t.thisMonth}
      </Button>
    </Group>
  );
}

function Loaded({ data }: { readonly data: CalendarData }) {
  const t = useTexts(leaveTexts);
  const desk = useTexts(leaveDeskTexts).calendar;
  const { number } = useFormats();
  const { people, peopleCount, leavesCount, leavesTotal, loadMore } = data;
  return (
    <Group gap="md">
      <Text size="sm" c="dimmed">
        {peopleCount === null
          ? t.shown(number(leavesCount), number(leavesTotal))
          : desk.people(number(people.length), number(peopleCount))}
      </Text>
      {loadMore && (
        <Button variant="default" size="compact-sm" loading={data.isLoadingMore} onClick={loadMore}>
          {peopleCount === null ? t.more : desk.morePeople}
        </Button>
      )}
    </Group>
  );
}

/** In words; each leads to its calendar. */
function HolidayList({ holidays }: { readonly holidays: readonly NamedHoliday[] }) {
  const t = useTexts(leaveDeskTexts).calendar;
  const { day } = useFormats();
  const may = useMay();
  if (holidays.length === 0 || !may(publicHolidaysCalendars, 'list')) return null;
  return (
    <div>
      <Text size="sm" fw={600} id="holidays-of-month">
        {t.holidays}
      </Text>
      <ul className={classes.legend} aria-labelledby="holidays-of-month">
        {holidays.map(({ date, name, calendar }) => (
          <li key={`${date} ${calendar.id}`}>
            {day(date)}: {name}
            <Anchor
              size="sm"
              renderRoot={(props) => <Link to="/public-holidays" search={{ open: calendar.id }} {...props} />}
            >
              {calendar.name}
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Legend() {
  const t = useTexts(leaveTexts);
  const desk = useTexts(leaveDeskTexts).calendar;
  return (
    <ul className={classes.legend} aria-label={desk.legend}>
      <li>
        <StatusBadge status="confirmed" label={t.statuses.confirmed} />
      </li>
      <li>
        <StatusBadge status="tentative" label={t.statuses.tentative} />
      </li>
      {(['half', 'holiday', 'weekend', 'overlap'] as const).map((kind) => (
        <li key={kind}>
          <span className={classes.swatch} data-kind={kind} aria-hidden>
            {kind === 'overlap' && '2'}
          </span>
          {kind === 'half' ? desk.halfDay : desk[kind]}
        </li>
      ))}
    </ul>
  );
}
