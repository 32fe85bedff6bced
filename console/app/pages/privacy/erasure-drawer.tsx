/** One erasure: what it removes, who planned it, and the decision of somebody else. */
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { erasureDecisions } from '@muster/contract/administration/erasure-decisions.ts';
import { erasures } from '@muster/contract/administration/erasures.ts';
import type { Read } from '@muster/contract/kit/resource.ts';
import { useState } from 'react';
import { useCreate } from '../../data/changes.ts';
import { useAll, useOne } from '../../data/queries.ts';
import { useForm } from '../../form/use-form.ts';
import { useMay, useSession } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { privacyTexts } from '../../texts/privacy.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ErasureCounts } from './erasure-counts.tsx';
import { Subject } from './subject.tsx';

type Erasure = Read<typeof erasures>;

interface ErasureDrawerProps {
  readonly id: string | undefined;
  readonly onClose: () => void;
}

export function ErasureDrawer({ id, onClose }: ErasureDrawerProps) {
  const { erasures: t } = useTexts(privacyTexts);
  const may = useMay();
  const found = useOne(erasures, id);
  const erasure = id === undefined ? undefined : found.data?.value;
  return (
    <FormDrawer title={t.title} isOpen={id !== undefined} onClose={onClose} size="md">
      {id !== undefined && found.isLoadingError && (
        <ProblemNotice error={found.error} onRetry={() => found.refetch()} />
      )}
      {!erasure && !found.isLoadingError && <LoadingRows />}
      {erasure && (
        <Stack gap="md">
          <ErasureFacts erasure={erasure} />
          <ErasureCounts {...erasure} />
          {erasure.status === 'planned' && may(erasureDecisions, 'create') && (
            <Decision erasure={erasure} onDone={onClose} />
          )}
        </Stack>
      )}
    </FormDrawer>
  );
}

function ErasureFacts({ erasure }: { readonly erasure: Erasure }) {
  const t = useTexts(privacyTexts);
  const { moment } = useFormats();
  const { status, refusalReason } = erasure;
  const decided = useAll(erasureDecisions, { filters: { 'erasure.id': erasure.id } }).data?.[0];
  return (
    <Facts
      facts={[
        [t.person, <Subject key="person" id={erasure.employee.id} />],
        [t.status, <StatusBadge key="status" status={status} label={t.erasures.statuses[status]} />],
        ['', refusalReason && t.erasures.reasons[refusalReason]],
        [t.reason, erasure.reason],
        [t.erasures.plannedBy, erasure.plannedBy.name],
        [t.erasures.plannedOn, moment(erasure.createdAt)],
        [t.erasures.decision, decided && `${t.erasures.decisions[decided.decision]}, ${decided.decidedBy.name}`],
        [t.erasures.comment, decided?.comment],
        [t.erasures.startedAt, erasure.startedAt && moment(erasure.startedAt)],
        [t.erasures.endedAt, erasure.endedAt && moment(erasure.endedAt)],
      ]}
    />
  );
}

function Decision({ erasure, onDone }: { readonly erasure: Erasure; readonly onDone: () => void }) {
  const { erasures: t } = useTexts(privacyTexts);
  const { person } = useSession();
  const form = useForm({ name: `erasure ${erasure.id}`, initial: { comment: '' } });
  const { comment } = form.values;
  const [isAsking, setAsking] = useState(false);
  const decide = useCreate(erasureDecisions, { alsoChanges: [erasures] });
  const isOwn = erasure.plannedBy.type === 'administrator' && erasure.plannedBy.id === person.id;
  const send = (decision: 'approve' | 'refuse') =>
    decide.mutate(
      { erasure: { id: erasure.id }, decision, comment: comment.trim() === '' ? null : comment },
      {
        onSuccess: () => {
          form.release();
          notify(decision === 'approve' ? t.approved : t.refused);
          onDone();
        },
        onError: () => setAsking(false),
      },
    );
  return (
    <Stack gap="sm">
      {isOwn && (
        <Alert color="gray" c="var(--mantine-color-text)">
          {t.ownPlan}
        </Alert>
      )}
      <Textarea
        label={t.comment}
        description={t.commentHint}
        value={comment}
        onChange={({ currentTarget: { value } }) => form.change(() => ({ comment: value }))}
        autosize
      />
      {decide.error && <ProblemNotice error={decide.error} />}
      <Group gap="xs">
        {!isOwn && (
          <Button color="red.9" onClick={() => setAsking(true)}>
            {t.approve}
          </Button>
        )}
        <Button variant="default" loading={decide.isPending && !isAsking} onClick={() => send('refuse')}>
          {t.refuse}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={t.approveTitle}
        confirmLabel={t.approve}
        isBusy={decide.isPending}
        onConfirm={() => send('approve')}
        onClose={() => setAsking(false)}
      >
        {t.approveAbout}
      </ConfirmDialog>
    </Stack>
  );
}
