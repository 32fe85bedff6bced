/** Reporting lines: a tree that opens step by step, for companies of any size. */
import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SearchParams } from '../../search-params.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DepartmentChart } from './department-chart.tsx';
import { ManagerChart } from './manager-chart.tsx';

export function OrgChartPage() {
  const t = useTexts(peopleTexts).chart;
  const { by = 'manager' }: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = (chosen: string) => navigate({ to: '/org-chart', search: { by: chosen }, replace: true });
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        <SegmentedControl
          value={by}
          onChange={choose}
          data={[
            { value: 'manager', label: t.byManager },
            { value: 'department', label: t.byDepartment },
          ]}
        />
      }
    >
      <Panel>{by === 'department' ? <DepartmentChart /> : <ManagerChart />}</Panel>
    </Page>
  );
}
