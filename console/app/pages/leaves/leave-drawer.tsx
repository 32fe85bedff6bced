/** A leave: moved or cancelled if its state and the role allow it, otherwise only shown. */
import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation } from '../../data/mutation.ts';
import { embeddedIn, type Held, useAll, useOne } from '../../data/queries.ts';
import { HistoryTabs } from '../../history/history-tabs.tsx';
import { useUndoable } from '../../resource/use-undoable.ts';
import { ChangeForm } from '../../resource/writing-forms.tsx';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PersonName } from '../people/person-name.tsx';
import { cancelLeave, leaveResources, movingBack } from './leave-changes.ts';

interface LeaveDrawerProps {
  /** Undefined: closed. */
  readonly id: string | undefined;
  readonly onClose: () => void;
}

export function LeaveDrawer({ id, onClose }: LeaveDrawerProps) {
  const t = useTexts(leaveTexts);
  const desk = useTexts(leaveDeskTexts);
  const mayMove = useMay()(leaves, 'update');
  const found = useOne(leaves, id);
  const held = id === undefined ? undefined : found.data;
  const isOpen = mayMove && held?.value.status !== 'cancelled';
  return (
    <FormDrawer title={isOpen ? t.move : desk.leave} isOpen={id !== undefined} onClose={onClose}>
      {found.isLoadingError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {!held && !found.isLoadingError && <LoadingRows />}
      {held && (
        <HistoryTabs resource={leaves} id={held.value.id}>
          <Stack gap="md">
            <LeaveFacts held={held} />
            {isOpen && <LeaveChange held={held} onClose={onClose} />}
          </Stack>
        </HistoryTabs>
      )}
    </FormDrawer>
  );
}

type HeldLeave = Held<typeof leaves>;

/** The open request of a leave; undefined if there is none, or the role does not see it. */
function useOpenRequest(leaveId: string) {
  const may = useMay();
  const { data } = useAll(
    leaveRequests,
    { filters: { 'leaves.id': leaveId } },
    { isEnabled: may(leaveRequests, 'list') },
  );
  return data?.find(({ status }) => status === 'pending');
}

function LeaveFacts({ held }: { readonly held: HeldLeave }) {
  const t = useTexts(leaveTexts);
  const desk = useTexts(leaveDeskTexts);
  const { duration, longDay } = useFormats();
  const { id, employee, leaveAccount, totalDuration, status, startsOn, endsOn } = held.value;
  const request = useOpenRequest(id);
  return (
    <Facts
      facts={[
        [t.person, <PersonName key="person" id={employee.id} hasPicture />],
        [t.kind, embeddedIn(held.embedded, leaveAccounts, leaveAccount.id)?.name],
        [t.from, longDay(startsOn)],
        [t.to, longDay(endsOn)],
        [t.duration, duration(totalDuration)],
        [t.status, <StatusBadge key="status" status={status} label={t.statuses[status]} />],
        [
          t.requests.title,
          request && (
            <Anchor
              key="request"
              size="sm"
              renderRoot={(props) => <Link to="/leave-requests" search={{ open: request.id }} {...props} />}
            >
              {desk.request}
            </Anchor>
          ),
        ],
      ]}
    />
  );
}

interface LeaveChangeProps {
  readonly held: HeldLeave;
  readonly onClose: () => void;
}

function LeaveChange({ held, onClose }: LeaveChangeProps) {
  const t = useTexts(leaveTexts);
  const desk = useTexts(leaveDeskTexts);
  const { report } = useUndoable(leaveResources);
  const { value } = held;
  const request = useOpenRequest(value.id);
  const unit = embeddedIn(held.embedded, leaveAccounts, value.leaveAccount.id)?.unit;
  const isBetween = value.status === 'tentative' && (request?.approvedLevels ?? 0) > 0;
  const cancel = <CancelButton held={held} onDone={onClose} />;
  if (unit === 'workingHours' || isBetween) {
    return (
      <Stack gap="md" align="flex-start">
        <Alert color="gray" py="xs">
          {isBetween ? desk.betweenApprovals : desk.inHours}
        </Alert>
        {cancel}
      </Stack>
    );
  }
  return (
    <ChangeForm
      resource={leaves}
      inputs={{
        members: ['startsOn', 'startPosition', 'endsOn', 'endPosition'],
        labels: { startsOn: t.from, endsOn: t.to, startPosition: t.startPosition, endPosition: t.endPosition },
        hints: { startsOn: value.status === 'confirmed' ? t.moveHint : '' },
      }}
      alsoChanges={[leaveRequests]}
      held={held}
      notice=""
      onCancel={onClose}
      onChanged={(now) => {
        report(now.status === value.status ? desk.moved : desk.movedAgain, movingBack(value, now.etag));
        onClose();
      }}
      otherButtons={cancel}
    />
  );
}

function CancelButton({ held, onDone }: { readonly held: HeldLeave; readonly onDone: () => void }) {
  const desk = useTexts(leaveDeskTexts);
  const [isAsking, setAsking] = useState(false);
  const { report, refresh } = useUndoable(leaveResources);
  const cancel = useMutation({
    mutationFn: () => cancelLeave(held.value, held.etag),
    onSettled: refresh,
  });
  const confirm = () =>
    // Awaited as a promise: callbacks would not run once the drawer is closed.
    cancel.mutateAsync().then(
      (undo) => {
        report(desk.cancelled, undo);
        onDone();
      },
      // Shown in the dialog, from the mutation itself.
      () => {},
    );
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {desk.cancel}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={desk.cancelTitle}
        confirmLabel={desk.cancel}
        cancelLabel={desk.cancelKeep}
        isBusy={cancel.isPending}
        error={cancel.error}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {desk.cancelAbout}
      </ConfirmDialog>
    </>
  );
}
