import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useFormats } from '../../texts/formats.ts';
import { homeTexts } from '../../texts/home.ts';
import { useLanguage } from '../../texts/language.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { Months } from './overview.ts';

/** For people who see the chart; the numbers are in a table as well. */
export function MonthsChart({ months }: { readonly months: Months }) {
  const t = useTexts(homeTexts);
  const { locale } = useLanguage();
  const { number } = useFormats();
  const short = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' });
  const data = months.map(({ month, hires, leavers }) => ({
    month: short.format(new Date(`${month}-15T12:00:00Z`)),
    [t.hires]: hires,
    [t.leavers]: leavers,
  }));
  return (
    <BarChart
      h={280}
      data={data}
      dataKey="month"
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      barProps={{ isAnimationActive: false }}
      // Nothing in the chart takes the focus: screen readers use the table.
      barChartProps={{ accessibilityLayer: false }}
      valueFormatter={number}
      series={[
        { name: t.hires, color: 'pine.6' },
        { name: t.leavers, color: 'orange.6' },
      ]}
    />
  );
}
