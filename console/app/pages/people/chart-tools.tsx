/** Above an org chart: finds a person, opens and closes branches, zooms, prints. */
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { employees } from '@muster/contract/resources/employees.ts';
import {
  type Icon,
  IconFold,
  IconFoldDown,
  IconPrinter,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { ReferenceSelect } from '../../resource/reference-select.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Zoom } from './chart-state.ts';
import type { ChartKind } from './person-path.ts';

const PrintedChart = lazy(async () => ({ default: (await import('./printed-chart.tsx')).PrintedChart }));

interface ChartToolsProps {
  readonly kind: ChartKind;
  readonly personId: string | null;
  readonly onPerson: (id: string | null) => void;
  readonly onOpenMore: () => void;
  readonly onCloseAll: () => void;
  readonly zoom: Zoom;
}

const inOffice = { status: 'active' };

export function ChartTools({ kind, personId, onPerson, onOpenMore, onCloseAll, zoom }: ChartToolsProps) {
  const t = useTexts(peopleTexts).chart;
  return (
    <Group gap="xs" justify="space-between" className="screen-only">
      <ReferenceSelect
        aria-label={t.find}
        placeholder={t.find}
        resource={employees}
        filters={inOffice}
        value={personId}
        onChange={onPerson}
        isClearable
        w={260}
      />
      <Group gap="xs">
        <Tool label={t.openMore} icon={IconFoldDown} onClick={onOpenMore} />
        <Tool label={t.closeAll} icon={IconFold} onClick={onCloseAll} />
        <Tool label={t.shrink} icon={IconZoomOut} onClick={zoom.shrink} isDisabled={!zoom.canShrink} />
        <Tool label={t.actualSize(zoom.zoom)} icon={IconZoomReset} onClick={zoom.reset} />
        <Tool label={t.grow} icon={IconZoomIn} onClick={zoom.grow} isDisabled={!zoom.canGrow} />
        <Print kind={kind} />
      </Group>
    </Group>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
}

const Tool = ({ label, icon: Drawn, onClick, isDisabled = false }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="default" size={36} aria-label={label} disabled={isDisabled} onClick={onClick}>
      <Drawn size={18} stroke={1.7} />
    </ActionIcon>
  </Tooltip>
);

/** Also with the keys of the browser, which would print only what is open. */
function Print({ kind }: Pick<ChartToolsProps, 'kind'>) {
  const t = useTexts(peopleTexts).chart;
  const [isPrinting, setPrinting] = useState(false);
  useHotkeys([['mod+P', () => setPrinting(true)]], []);
  const done = useCallback(() => setPrinting(false), []);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} />}
        loading={isPrinting}
        onClick={() => setPrinting(true)}
      >
        {t.print}
      </Button>
      {isPrinting && (
        <Suspense>
          <PrintedChart kind={kind} title={t.title} onDone={done} />
        </Suspense>
      )}
    </>
  );
}
