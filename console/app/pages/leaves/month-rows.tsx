/** The rows of a month of leaves: the days, the leaves of a person, and how many are away. */
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { memo, type Ref } from 'react';
import { useBatched } from '../../data/batched.ts';
import { useNames } from '../../resource/names.ts';
import { useToday } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { useTexts } from '../../texts/texts.ts';
import { PersonName } from '../people/person-name.tsx';
import type { Holidays } from './holidays.ts';
import classes from './leave-calendar.module.css';
import type { PersonLeaves, ShownLeave } from './leaves-by-person.ts';
import { awayOn, isWeekend, partOn } from './month.ts';

export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface NamedDay {
  readonly date: string;
  /** Formatted once for all rows. */
  readonly words: string;
}

export function DaysHead({ days }: { readonly days: readonly NamedDay[] }) {
  const t = useTexts(leaveTexts);
  const today = useToday();
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">{t.person}</th>
        {days.map(({ date, words }) => (
          <th
            key={date}
            scope="col"
            abbr={words}
            data-weekend={isWeekend(date) || undefined}
            data-today={date === today || undefined}
          >
            {Number(date.slice(8))}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface PersonRowProps {
  readonly ref: Ref<HTMLTableRowElement>;
  readonly person: PersonLeaves;
  readonly days: readonly NamedDay[];
  readonly row: number;
  /** The cell that the Tab key leads to; -1: in another row. */
  readonly focusedColumn: number;
  readonly holidaysOf: (arrangementId: string | null) => Holidays;
  readonly markedId?: string | undefined;
  readonly onOpen: ((leaveId: string) => void) | undefined;
}

export const PersonRow = memo(
  ({ ref, person, days, row, focusedColumn, holidaysOf, markedId, onOpen }: PersonRowProps) => {
    const employee = useBatched(employees, person.id).data;
    const position = useBatched(jobPositions, employee?.applicableJobPosition.id ?? null).data;
    const holidays = holidaysOf(position?.workingTimeArrangement?.id ?? null);
    const leaveWords = useLeaveWords();
    return (
      <tr ref={ref} data-index={row} aria-rowindex={row + 2}>
        <th scope="row">
          <PersonName id={person.id} />
        </th>
        {days.map((day, column) => {
          const leave = person.leaves.find((one) => partOn(day.date, one) !== null);
          return (
            <DayCell
              key={day.date}
              day={day}
              place={{ row, column }}
              isFocused={column === focusedColumn}
              leave={leave}
              leaveWords={leave && leaveWords(leave)}
              holiday={holidays.get(day.date)}
              markedId={markedId}
              onOpen={onOpen}
            />
          );
        })}
      </tr>
    );
  },
);

interface DayCellProps {
  readonly day: NamedDay;
  readonly place: Place;
  readonly isFocused: boolean;
  readonly leave: ShownLeave | undefined;
  readonly leaveWords: string | undefined;
  readonly holiday: string | undefined;
  readonly markedId: string | undefined;
  readonly onOpen: ((leaveId: string) => void) | undefined;
}

function DayCell({ day, place, isFocused, leave, leaveWords, holiday, markedId, onOpen }: DayCellProps) {
  const words = [leaveWords, holiday].filter(Boolean).join(' · ');
  const open = leave && onOpen && (() => onOpen(leave.id));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the cell does the same, see moveWithKeys
    <td
      data-row={place.row}
      data-column={place.column}
      data-weekend={isWeekend(day.date) || undefined}
      data-holiday={holiday !== undefined || undefined}
      data-opens={open ? true : undefined}
      tabIndex={isFocused ? 0 : -1}
      title={words || day.words}
      onClick={open}
    >
      {leave && (
        <span
          className={classes.leave}
          data-status={leave.status}
          data-part={partOn(day.date, leave)}
          data-marked={leave.id === markedId || undefined}
        />
      )}
      <span className={classes.words}>{words}</span>
    </td>
  );
}

/** Paid leave, 3 Aug 2026 – 7 Aug 2026, Confirmed. */
export function useLeaveWords(): (leave: ShownLeave) => string {
  const t = useTexts(leaveTexts);
  const { day } = useFormats();
  const accountName = useNames(leaveAccounts);
  return ({ leaveAccount, startsOn, endsOn, status }) =>
    t.away(accountName(leaveAccount.id), day(startsOn), day(endsOn), t.statuses[status]);
}

/** How many are away on each day: overlaps at one look. */
export function AwayRow({
  days,
  people,
}: {
  readonly days: readonly NamedDay[];
  readonly people: readonly PersonLeaves[];
}) {
  const t = useTexts(leaveDeskTexts).calendar;
  const { number } = useFormats();
  const all = people.flatMap(({ leaves }) => leaves);
  return (
    <tfoot>
      <tr aria-rowindex={people.length + 2}>
        <th scope="row">{t.away}</th>
        {days.map(({ date, words }) => {
          const count = awayOn(date, all);
          return (
            <td key={date} data-overlap={count > 1 || undefined} title={t.awayOn(number(count), words)}>
              {count > 0 && number(count)}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
