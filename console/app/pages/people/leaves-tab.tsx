/** The leaves of a person: recorded, moved and cancelled here. */
import { Button, Group } from '@mantine/core';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { IconPlus } from '@tabler/icons-react';
import { useAll } from '../../data/queries.ts';
import { useNames } from '../../resource/names.ts';
import { useOpened } from '../../resource/opened.ts';
import { useMay } from '../../session.tsx';
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

/** In the address: other drawers of the page have their own words. */
const recording = 'leave-record';
const leaveWord = /^leave-(\d+)$/;

export function LeavesTab({ employeeId }: { readonly employeeId: string }) {
  const desk = useTexts(leaveDeskTexts);
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
      <LeaveList employeeId={employeeId} onOpen={(id) => open(`leave-${id}`)} />
      <RecordLeaveDrawer isOpen={mayRecord && opened === recording} onClose={close} employeeId={employeeId} />
      <LeaveDrawer id={leaveWord.exec(opened ?? '')?.[1]} onClose={close} />
    </>
  );
}

interface LeaveListProps {
  readonly employeeId: string;
  readonly onOpen: (id: string) => void;
}

function LeaveList({ employeeId, onOpen }: LeaveListProps) {
  const t = useTexts(peopleTexts).leaves;
  const { change, moveOne } = useTexts(leaveTexts);
  const { day, number } = useFormats();
  const { valueLabel } = useLabels();
  const accountName = useNames(leaveAccounts);
  const mayMove = useMay()(leaves, 'update');
  const found = useAll(leaves, { filters: { 'employee.id': employeeId }, sort: ['-startsOn'] });
  if (found.isError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  if (found.data.length === 0) return <EmptyState title={t.empty} />;
  return (
    <Panel>
      <ShortTable
        headers={[t.kind, t.from, t.to, t.duration, t.status, change]}
        rows={found.data.map((leave) => ({
          key: leave.id,
          cells: [
            accountName(leave.leaveAccount.id),
            day(leave.startsOn),
            day(leave.endsOn),
            `${number(leave.totalDuration.value)} ${valueLabel(leave.totalDuration.unit)}`,
            <StatusBadge key="status" status={leave.status} label={valueLabel(leave.status)} />,
            mayMove && leave.status !== 'cancelled' && (
              <Button key="move" size="compact-sm" variant="subtle" onClick={() => onOpen(leave.id)}>
                {moveOne}
              </Button>
            ),
          ],
        }))}
      />
    </Panel>
  );
}
