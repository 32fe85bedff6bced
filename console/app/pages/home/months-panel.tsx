/** Hires and leavers over time: a chart, and the same as a table that links to the people. */
import { Anchor, Button, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../texts/formats.ts';
import { homeTexts } from '../../texts/home.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './home.module.css';
import type { Months } from './overview.ts';

// The chart library is larger than the rest of the page.
const MonthsChart = lazy(async () => ({ default: (await import('./months-chart.tsx')).MonthsChart }));

export function MonthsPanel({ months }: { readonly months: Months }) {
  const t = useTexts(homeTexts);
  const [isTable, setTable] = useState(false);
  const toggle = (
    <Button variant="subtle" size="compact-sm" onClick={() => setTable(!isTable)}>
      {isTable ? t.showChart : t.showNumbers}
    </Button>
  );
  return (
    <Panel title={t.months} about={t.monthsAbout} actions={toggle}>
      {!isTable && (
        <div aria-hidden>
          <Suspense fallback={<Skeleton height={280} />}>
            <MonthsChart months={months} />
          </Suspense>
        </div>
      )}
      <MonthsTable months={months} isVisible={isTable} />
    </Panel>
  );
}

/** The value of the filter by days, with both ends. */
function daysOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return `${month}-01--${month}-${String(lastDay).padStart(2, '0')}`;
}

function MonthsTable({ months, isVisible }: { readonly months: Months; readonly isVisible: boolean }) {
  const t = useTexts(homeTexts);
  const { month: named, number } = useFormats();
  // Hidden behind the chart it serves screen readers; its links are active only when it is shown.
  const cell = (count: number, filter: string, month: string) =>
    isVisible && count > 0 ? (
      <Anchor size="sm" renderRoot={(props) => <Link to="/people" search={{ [filter]: daysOf(month) }} {...props} />}>
        {number(count)}
      </Anchor>
    ) : (
      number(count)
    );
  const table = (
    <Table aria-label={t.months}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.month}</Table.Th>
          <Table.Th ta="right">{t.hires}</Table.Th>
          <Table.Th ta="right">{t.leavers}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.toReversed().map(({ month, hires, leavers }) => (
          <Table.Tr key={month}>
            <Table.Th scope="row" fw={400}>
              {named(`${month}-01`)}
            </Table.Th>
            <Table.Td ta="right">{cell(hires, 'applicableEmployment.startsOn.between', month)}</Table.Td>
            <Table.Td ta="right">{cell(leavers, 'applicableEmployment.endsOn.between', month)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
  if (!isVisible) return <VisuallyHidden component="div">{table}</VisuallyHidden>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls can be scrolled with the keyboard
    <section className={classes.numbers} tabIndex={0} aria-label={t.months}>
      {table}
    </section>
  );
}
