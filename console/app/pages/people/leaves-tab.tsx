import { ScrollArea, Table } from '@mantine/core';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { useAll } from '../../data/queries.ts';
import { useNames } from '../../resource/names.ts';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

export function LeavesTab({ employeeId }: { readonly employeeId: string }) {
  const t = useTexts(peopleTexts).leaves;
  const { day, number } = useFormats();
  const { valueLabel } = useLabels();
  const accountName = useNames(leaveAccounts);
  const found = useAll(leaves, { filters: { 'employee.id': employeeId }, sort: ['-startsOn'] });
  if (found.isError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  if (found.data.length === 0) return <EmptyState title={t.empty} />;
  return (
    <Panel>
      <ScrollArea type="auto">
        <Table miw={560}>
          <Table.Thead>
            <Table.Tr>
              {[t.kind, t.from, t.to, t.duration, t.status].map((header) => (
                <Table.Th key={header}>{header}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.data.map((leave) => (
              <Table.Tr key={leave.id}>
                <Table.Td>{accountName(leave.leaveAccount.id)}</Table.Td>
                <Table.Td>{day(leave.startsOn)}</Table.Td>
                <Table.Td>{day(leave.endsOn)}</Table.Td>
                <Table.Td>{`${number(leave.totalDuration.value)} ${valueLabel(leave.totalDuration.unit)}`}</Table.Td>
                <Table.Td>
                  <StatusBadge status={leave.status} label={valueLabel(leave.status)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Panel>
  );
}
