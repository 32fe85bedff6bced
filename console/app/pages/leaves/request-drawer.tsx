/** A request with everything needed for a decision, and the decision if it is open and the role allows it. */
import { Anchor, Stack, Text, Timeline } from '@mantine/core';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { denial, leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { Link } from '@tanstack/react-router';
import { useAll, useOne } from '../../data/queries.ts';
import { useNames } from '../../resource/names.ts';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PersonName, usePersonName } from '../people/person-name.tsx';
import { DecisionForm } from './decision-form.tsx';
import type { Request } from './leave-request.ts';
import { TeamCalendar } from './team-calendar.tsx';

interface RequestDrawerProps {
  readonly id: string | undefined;
  readonly onClose: () => void;
}

export function RequestDrawer({ id, onClose }: RequestDrawerProps) {
  const t = useTexts(leaveTexts).requests;
  const may = useMay();
  const found = useOne(leaveRequests, id);
  const request = id === undefined ? undefined : found.data?.value;
  const name = usePersonName(request?.employee.id ?? null);
  const isOpen = request?.status === 'pending' && may(leaveRequestDecisions, 'create');
  return (
    <FormDrawer title={t.drawer(name)} isOpen={id !== undefined} onClose={onClose} size="xl">
      {id !== undefined && found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {!request && !found.isError && <LoadingRows />}
      {request && (
        <Stack gap="md">
          <RequestFacts request={request} />
          <Decisions requestId={request.id} />
          {isOpen && <DecisionForm request={request} onDone={onClose} />}
          <TeamOf request={request} />
        </Stack>
      )}
    </FormDrawer>
  );
}

/** Next to the decision: who else is away. */
function TeamOf({ request }: { readonly request: Request }) {
  const leave = useOne(leaves, request.leaves[0]?.id).data?.value;
  if (!leave) return <LoadingRows count={4} />;
  const { id, startsOn, endsOn } = leave;
  return <TeamCalendar employeeId={request.employee.id} startsOn={startsOn} endsOn={endsOn} leaveId={id} />;
}

function RequestFacts({ request }: { readonly request: Request }) {
  const t = useTexts(leaveTexts);
  const { number, duration, longDay } = useFormats();
  const accountName = useNames(leaveAccounts);
  const leave = useOne(leaves, request.leaves[0]?.id).data?.value;
  const { expectedApprover, approvedLevels, approvalLevels, status } = request;
  const half = (isHalf: boolean, words: string) => (isHalf ? `, ${words}` : '');
  return (
    <Facts
      facts={[
        [t.person, <PersonName key="person" id={request.employee.id} hasPicture />],
        [t.kind, leave && accountName(leave.leaveAccount.id)],
        [t.from, leave && longDay(leave.startsOn) + half(leave.startPosition === 'secondHalfDay', t.afternoon)],
        [t.to, leave && longDay(leave.endsOn) + half(leave.endPosition === 'firstHalfDay', t.morning)],
        [t.duration, leave && duration(leave.totalDuration)],
        [t.status, <StatusBadge key="status" status={status} label={t.requests.statuses[status]} />],
        [t.requests.levels, t.requests.levelsOf(number(approvedLevels), number(approvalLevels))],
        [t.requests.approver, expectedApprover && <PersonName key="approver" id={expectedApprover.id} />],
        [t.title, <OtherLeaves key="others" employeeId={request.employee.id} />],
      ]}
    />
  );
}

/** Other absences of the person, for the approver. */
function OtherLeaves({ employeeId }: { readonly employeeId: string }) {
  const t = useTexts(leaveTexts);
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/leaves" search={{ 'employee.id': employeeId }} {...props} />}>
      {t.about}
    </Anchor>
  );
}

function Decisions({ requestId }: { readonly requestId: string }) {
  const t = useTexts(leaveTexts).requests;
  const { moment, number } = useFormats();
  const { data } = useAll(leaveRequestDecisions, { filters: { 'leaveRequest.id': requestId } });
  if (!data || data.length === 0) return null;
  return (
    <div>
      <Text fw={600} mb="xs">
        {t.decisions}
      </Text>
      <Timeline bulletSize={14} active={data.length}>
        {data.map(({ id, type, level, comment, approver, createdAt }) => (
          <Timeline.Item
            key={id}
            title={type === denial ? t.deniedBy(number(level)) : t.approvedBy(number(level))}
            color={type === denial ? 'red' : 'teal'}
          >
            {comment && <Text size="sm">{comment}</Text>}
            {approver && <PersonName id={approver.id} />}
            <Text size="xs" c="dimmed">
              {moment(createdAt)}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </div>
  );
}
