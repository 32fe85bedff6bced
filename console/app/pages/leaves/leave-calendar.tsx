/** A month of leaves: a line for each absent person, a column for each day. Half days fill half of their cell. */
import { ActionIcon, Button, Group, ScrollArea, Text } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useList } from '../../data/queries.ts';
import { FilterControls } from '../../resource/filters.tsx';
import { queryOf, useAddressState } from '../../resource/list-state.ts';
import { useNames } from '../../resource/names.ts';
import type { SearchParams } from '../../search-params.ts';
import { useToday } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PersonName } from '../people/person-name.tsx';
import classes from './leave-calendar.module.css';
import { useLeaveFilters } from './leave-filters.ts';
import { isMonth, isWeekend, type Month, monthOf, partOn, shifted } from './month.ts';

type Leave = Listed<typeof leaves>;

const pageSize = 500;

export function LeaveCalendar() {
  const t = useTexts(leaveTexts);
  const { number } = useFormats();
  const words: SearchParams = useSearch({ strict: false });
  const filters = useLeaveFilters();
  const state = useAddressState(filters.map(({ name }) => name));
  const thisMonth = useToday().slice(0, 7);
  const current = isMonth(words.month) ? words.month : thisMonth;
  const month = monthOf(current);
  const [first = '', last = ''] = [month.days[0], month.days.at(-1)];
  const list = useList(leaves, queryOf({ ...state, sort: 'startsOn' }, { since: first, until: last }), { pageSize });
  const found = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.totalCount ?? found.length;
  return (
    <Panel>
      <Group gap="sm" mb="sm">
        <MonthChoice current={current} onChange={(name) => state.change({ month: name })} />
        <FilterControls filters={filters} state={state} />
      </Group>
      {list.isError && <ProblemNotice error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <LoadingRows />}
      {list.isSuccess && found.length === 0 && <EmptyState title={t.nobody} />}
      {found.length > 0 && <MonthTable month={month} found={found} />}
      <Group mt="sm" gap="md">
        <StatusBadge status="confirmed" label={t.statuses.confirmed} />
        <StatusBadge status="tentative" label={t.statuses.tentative} />
        <Text size="sm" c="dimmed">
          {t.shown(number(found.length), number(total))}
        </Text>
        {list.hasNextPage && (
          <Button
            variant="default"
            size="compact-sm"
            loading={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            {t.more}
          </Button>
        )}
      </Group>
    </Panel>
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

function MonthTable({ month, found }: { readonly month: Month; readonly found: readonly Leave[] }) {
  const t = useTexts(leaveTexts);
  const { longDay } = useFormats();
  const today = useToday();
  const byPerson = [...Map.groupBy(found, ({ employee }) => employee.id)];
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0 }}>
      <table className={classes.month}>
        <thead>
          <tr>
            <th scope="col">{t.person}</th>
            {month.days.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={longDay(day)}
                data-weekend={isWeekend(day) || undefined}
                data-today={day === today || undefined}
              >
                {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byPerson.map(([id, own]) => (
            <tr key={id}>
              <th scope="row">
                <PersonName id={id} />
              </th>
              {month.days.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  leave={own.find((leave) => partOn(day, leave) !== null && isShown(leave, own))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** A cancelled leave is shown only where there is no other. */
const isShown = (leave: Leave, own: readonly Leave[]): boolean =>
  leave.status !== 'cancelled' || own.every(({ status }) => status === 'cancelled');

function DayCell({ day, leave }: { readonly day: string; readonly leave: Leave | undefined }) {
  const t = useTexts(leaveTexts);
  const formats = useFormats();
  const accountName = useNames(leaveAccounts);
  if (!leave) return <td data-weekend={isWeekend(day) || undefined} />;
  const { startsOn, endsOn, status, leaveAccount } = leave;
  const words = t.away(accountName(leaveAccount.id), formats.day(startsOn), formats.day(endsOn), t.statuses[status]);
  return (
    <td data-weekend={isWeekend(day) || undefined} title={words}>
      <span className={classes.leave} data-status={status} data-part={partOn(day, leave)}>
        <span className={classes.words}>{words}</span>
      </span>
    </td>
  );
}
