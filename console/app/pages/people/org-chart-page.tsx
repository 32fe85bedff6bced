/** Reporting lines: a tree that opens step by step, for companies of any size. */
import { Alert, SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { SearchParams } from '../../search-params.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './chart.module.css';
import { ChartContext, OpenContext, useBranches, useZoom, type Zoom } from './chart-state.ts';
import { ChartTools } from './chart-tools.tsx';
import { DepartmentChart } from './department-chart.tsx';
import { ManagerChart } from './manager-chart.tsx';
import { type ChartKind, usePersonPath } from './person-path.ts';

export function OrgChartPage() {
  const t = useTexts(peopleTexts).chart;
  const { by, person }: SearchParams = useSearch({ strict: false });
  const kind: ChartKind = by === 'department' ? 'department' : 'manager';
  const navigate = useNavigate();
  const change = (changed: SearchParams) =>
    navigate({ to: '.', search: (current: SearchParams) => ({ ...current, ...changed }), replace: true });
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        <SegmentedControl
          value={kind}
          onChange={(chosen) => change({ by: chosen === 'manager' ? undefined : chosen })}
          data={[
            { value: 'manager', label: t.byManager },
            { value: 'department', label: t.byDepartment },
          ]}
        />
      }
    >
      <Chart key={kind} kind={kind} personId={person ?? null} onPerson={(id) => change({ person: id ?? undefined })} />
    </Page>
  );
}

interface ChartProps {
  readonly kind: ChartKind;
  readonly personId: string | null;
  readonly onPerson: (id: string | null) => void;
}

const noPath: readonly string[] = [];

/** Departments are few, so two levels of them are open at first. */
const depthAtFirst: Readonly<Record<ChartKind, number>> = { manager: 1, department: 2 };

function Chart({ kind, personId, onPerson }: ChartProps) {
  const t = useTexts(peopleTexts).chart;
  const found = usePersonPath(personId ?? undefined, kind).data;
  const { state, isOpen, openOneMore, closeAll } = useBranches(found?.path ?? noPath, depthAtFirst[kind]);
  const zoom = useZoom();
  const area = useZoomWheel(zoom);
  return (
    <Panel>
      <ChartTools
        kind={kind}
        personId={personId}
        onPerson={onPerson}
        onOpenMore={openOneMore}
        onCloseAll={closeAll}
        zoom={zoom}
      />
      {personId !== null && found && found.path.length === 0 && (
        <Alert color="gray" mt="sm" role="status">
          {t.notInChart(found.name)}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the tree inside, which has the focus */}
      <div ref={area} className={classes.area} onKeyDown={(event) => zoomByKey(event, zoom)}>
        <div style={{ zoom: zoom.zoom / 100 }}>
          <ChartContext value={state}>
            <OpenContext value={isOpen}>{kind === 'department' ? <DepartmentChart /> : <ManagerChart />}</OpenContext>
          </ChartContext>
        </div>
      </div>
    </Panel>
  );
}

function zoomByKey(event: KeyboardEvent, { grow, shrink, reset }: Zoom): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = { '+': grow, '-': shrink, '0': reset }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Only with Ctrl: the wheel alone scrolls the page. React listens passively and could not keep the browser from zooming. */
function useZoomWheel({ grow, shrink }: Zoom) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      if (event.deltaY < 0) grow();
      else shrink();
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [grow, shrink]);
  return area;
}
