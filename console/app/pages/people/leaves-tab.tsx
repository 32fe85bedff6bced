/** The leaves of a person on the chosen day, after and before it: recorded, moved and cancelled here. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { IconPlus } from '@tabler/icons-react';
import { useAll } from '../../data/queries.ts';
import { useNames } from '../../resource/names.ts';
import { useOpened } from '../../resource/opened.ts';
import { useMay, useToday } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { LeaveDrawer } from '../leaves/leave-drawer.tsx';
import { RecordLeaveDrawer } from '../leaves/record-leave-drawer.tsx';
import type { Leave } from './career.ts';

/** In the address: other drawers of the page have their own words. */
const recording = 'leave-record';
const leaveWord = /^leave-(\d+)$/;

interface LeavesTabProps {
  readonly employeeId: string;
  readonly asOf: string;
}

export function LeavesTab({ employeeId, asOf }: LeavesTabProps) {
  const desk = useTexts(leaveDeskTexts);
  const today = useToday();
  const mayRecord = useMay()(leaves, 'create');
  const [opened, open] = useOpened();
  const close = () => open(undefined);
  return (
    <>
      {mayRecord && (
        <Group mb="sm">
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => open(recording)}>
            {desk.record}
          </Button>
        </Group>
      )}
      <LeaveGroups employeeId={employeeId} asOf={asOf} onOpen={(id) => open(`leave-${id}`)} />
      <RecordLeaveDrawer
        isOpen={mayRecord && opened === recording}
        onClose={close}
        employeeId={employeeId}
        day={asOf === today ? undefined : asOf}
      />
      <LeaveDrawer id={leaveWord.exec(opened ?? '')?.[1]} onClose={close} />
    </>
  );
}

interface LeaveGroupsProps extends LeavesTabProps {
  readonly onOpen: (id: string) => void;
}

function LeaveGroups({ employeeId, asOf, onOpen }: LeaveGroupsProps) {
  const t = useTexts(peopleTexts).leaves;
  const { longDay } = useFormats();
  const found = useAll(leaves, { filters: { 'employee.id': employeeId }, sort: ['-startsOn'] });
  if (found.isError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  if (found.data.length === 0) return <EmptyState title={t.empty} />;
  // On a day of a cancelled leave the person is there.
  const isOn = ({ status, startsOn, endsOn }: Leave) => status !== 'cancelled' && startsOn <= asOf && asOf <= endsOn;
  const onDay = found.data.filter(isOn);
  const later = found.data.filter(({ startsOn }) => startsOn > asOf).toReversed();
  const earlier = found.data.filter((leave) => leave.startsOn <= asOf && !isOn(leave));
  return (
    <Stack gap="md">
      <Panel title={t.onDay(longDay(asOf))}>
        {onDay.length === 0 ? <Text size="sm">{t.notAway}</Text> : <LeaveTable rows={onDay} onOpen={onOpen} />}
      </Panel>
      {later.length > 0 && (
        <Panel title={t.later}>
          <LeaveTable rows={later} onOpen={onOpen} />
        </Panel>
      )}
      {earlier.length > 0 && (
        <Panel title={t.earlier}>
          <LeaveTable rows={earlier} onOpen={onOpen} />
        </Panel>
      )}
    </Stack>
  );
}

interface LeaveTableProps extends Pick<LeaveGroupsProps, 'onOpen'> {
  readonly rows: readonly Leave[];
}

function LeaveTable({ rows, onOpen }: LeaveTableProps) {
  const t = useTexts(peopleTexts).leaves;
  const { change, moveOne } = useTexts(leaveTexts);
  const { day, duration } = useFormats();
  const { valueLabel } = useLabels();
  const accountName = useNames(leaveAccounts);
  const mayMove = useMay()(leaves, 'update');
  return (
    <ShortTable
      headers={[t.kind, t.from, t.to, t.duration, t.status, change]}
      rows={rows.map((leave) => ({
        key: leave.id,
        cells: [
          accountName(leave.leaveAccount.id),
          day(leave.startsOn),
          day(leave.endsOn),
          duration(leave.totalDuration),
          <StatusBadge key="status" status={leave.status} label={valueLabel(leave.status)} />,
          mayMove && leave.status !== 'cancelled' && (
            <Button key="move" size="compact-sm" variant="subtle" onClick={() => onOpen(leave.id)}>
              {moveOne}
            </Button>
          ),
        ],
      }))}
    />
  );
}
