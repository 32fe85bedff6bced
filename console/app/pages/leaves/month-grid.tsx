/**
 * Leaves in days: a line for each person, a column for each day, half days fill half of their cell. Arrow keys move
 * from cell to cell, and each cell says in words what it shows.
 */
import { ScrollArea } from '@mantine/core';
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { type KeyboardEvent, memo, useState } from 'react';
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

export interface MonthGridProps {
  readonly label: string;
  readonly days: readonly string[];
  readonly people: readonly PersonLeaves[];
  readonly holidaysOf: (arrangementId: string | null) => Holidays;
  /** The leave that is being decided or entered. */
  readonly markedId?: string;
  readonly onOpen?: (leaveId: string) => void;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

export function MonthGrid({ label, days, people, onOpen, ...others }: MonthGridProps) {
  const t = useTexts(leaveTexts);
  const { longDay } = useFormats();
  const today = useToday();
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  return (
    <ScrollArea type="auto">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells take the focus */}
      <table className={classes.month} role="grid" aria-label={label} onKeyDown={moveWithKeys}>
        <thead>
          <tr>
            <th scope="col">{t.person}</th>
            {days.map((day) => (
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
        <tbody onFocus={(event) => setPlace(placeOf(event.target) ?? place)}>
          {people.map((person, row) => (
            <PersonRow
              {...others}
              key={person.id}
              row={row}
              person={person}
              days={days}
              focusedColumn={row === Math.min(place.row, people.length - 1) ? place.column : -1}
              onOpen={onOpen}
            />
          ))}
        </tbody>
        <AwayRow days={days} people={people} />
      </table>
    </ScrollArea>
  );
}

interface PersonRowProps {
  readonly person: PersonLeaves;
  readonly days: readonly string[];
  readonly row: number;
  /** The cell that the Tab key leads to; -1: in another row. */
  readonly focusedColumn: number;
  readonly holidaysOf: (arrangementId: string | null) => Holidays;
  readonly markedId?: string | undefined;
  readonly onOpen: ((leaveId: string) => void) | undefined;
}

const PersonRow = memo(({ person, days, row, focusedColumn, holidaysOf, markedId, onOpen }: PersonRowProps) => {
  const employee = useBatched(employees, person.id).data;
  const position = useBatched(jobPositions, employee?.applicableJobPosition.id ?? null).data;
  const holidays = holidaysOf(position?.workingTimeArrangement?.id ?? null);
  return (
    <tr>
      <th scope="row">
        <PersonName id={person.id} />
      </th>
      {days.map((day, column) => (
        <DayCell
          key={day}
          day={day}
          place={{ row, column }}
          isFocused={column === focusedColumn}
          leave={person.leaves.find((leave) => partOn(day, leave) !== null)}
          holiday={holidays.get(day)}
          markedId={markedId}
          onOpen={onOpen}
        />
      ))}
    </tr>
  );
});

interface DayCellProps {
  readonly day: string;
  readonly place: Place;
  readonly isFocused: boolean;
  readonly leave: ShownLeave | undefined;
  readonly holiday: string | undefined;
  readonly markedId: string | undefined;
  readonly onOpen: ((leaveId: string) => void) | undefined;
}

function DayCell({ day, place, isFocused, leave, holiday, markedId, onOpen }: DayCellProps) {
  const leaveWords = useLeaveWords();
  const { longDay } = useFormats();
  const words = [leave && leaveWords(leave), holiday].filter(Boolean).join(' · ');
  const open = leave && onOpen && (() => onOpen(leave.id));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the cell does the same, see moveWithKeys
    <td
      data-row={place.row}
      data-column={place.column}
      data-weekend={isWeekend(day) || undefined}
      data-holiday={holiday !== undefined || undefined}
      data-opens={open ? true : undefined}
      tabIndex={isFocused ? 0 : -1}
      title={words || longDay(day)}
      onClick={open}
    >
      {leave && (
        <span
          className={classes.leave}
          data-status={leave.status}
          data-part={partOn(day, leave)}
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
function AwayRow({ days, people }: Pick<MonthGridProps, 'days' | 'people'>) {
  const t = useTexts(leaveDeskTexts).calendar;
  const { number, longDay } = useFormats();
  const all = people.flatMap(({ leaves }) => leaves);
  return (
    <tfoot>
      <tr>
        <th scope="row">{t.away}</th>
        {days.map((day) => {
          const count = awayOn(day, all);
          return (
            <td key={day} data-overlap={count > 1 || undefined} title={t.awayOn(number(count), longDay(day))}>
              {count > 0 && number(count)}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}

const cellOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('td[data-row]') : null;

function placeOf(target: EventTarget): Place | null {
  const { row, column } = cellOf(target)?.dataset ?? {};
  return row === undefined ? null : { row: Number(row), column: Number(column) };
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

function moveWithKeys(event: KeyboardEvent<HTMLTableElement>): void {
  const cell = cellOf(event.target);
  const from = placeOf(event.target);
  if (!cell || !from) return;
  if (event.key === 'Enter') cell.click();
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const columns = cell.parentElement?.querySelectorAll('td').length ?? 0;
  const column = Math.max(0, Math.min(columns - 1, from.column + step[1]));
  const next = `td[data-row="${from.row + step[0]}"][data-column="${column}"]`;
  event.currentTarget.querySelector<HTMLElement>(next)?.focus();
}
