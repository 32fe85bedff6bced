/** Moves a leave: its days and where the first and the last of them begin and end. */
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { useOne } from '../../data/queries.ts';
import { HistoryTabs } from '../../history/history-tabs.tsx';
import { useOpened } from '../../resource/opened.ts';
import { ChangeForm } from '../../resource/writing-forms.tsx';
import { leaveTexts } from '../../texts/leaves.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';

/** The address names the leave, so that it can be linked. */
export function MoveLeaveDrawer() {
  const t = useTexts(leaveTexts);
  const [opened, open] = useOpened();
  const found = useOne(leaves, opened);
  const held = opened === undefined ? undefined : found.data;
  const close = () => open(undefined);
  return (
    <FormDrawer title={t.move} isOpen={opened !== undefined} onClose={close}>
      {found.isLoadingError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {!held && !found.isLoadingError && <LoadingRows />}
      {held && (
        <HistoryTabs resource={leaves} id={held.value.id}>
          <ChangeForm
            resource={leaves}
            inputs={{
              members: ['startsOn', 'startPosition', 'endsOn', 'endPosition'],
              labels: { startsOn: t.from, endsOn: t.to, startPosition: t.startPosition, endPosition: t.endPosition },
              hints: { startsOn: held.value.status === 'confirmed' ? t.moveHint : '' },
            }}
            alsoChanges={[leaveRequests]}
            held={held}
            onCancel={close}
            onChanged={close}
          />
        </HistoryTabs>
      )}
    </FormDrawer>
  );
}
