/** Sends the events of a time range to an endpoint again. The number is shown before anything is sent. */
import { Alert, Stack, Switch, Text } from '@mantine/core';
import { addressOf } from '@muster/client/collection.ts';
import { webhookDeliveries } from '@muster/contract/resources/webhook-deliveries.ts';
import { webhookRedeliveries } from '@muster/contract/resources/webhook-redeliveries.ts';
import { useState } from 'react';
import { useAccountTime } from '../../account-time.ts';
import { useCreate } from '../../data/changes.ts';
import { useMutation } from '../../data/mutation.ts';
import { send } from '../../data/service.ts';
import { Form } from '../../form/form.tsx';
import { useFormInputs } from '../../form/form-context.ts';
import { useForm } from '../../form/use-form.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { formTexts } from '../../texts/form.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { MomentInput } from '../../ui/moment-input.tsx';
import { notify } from '../../ui/notify.ts';
import { instantOf, localOf } from './moments.ts';

interface ReplayDrawerProps {
  readonly endpointId: string;
  /** When the endpoint was made: earlier events were never meant for it. */
  readonly createdAt: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ReplayDrawer({ endpointId, createdAt, isOpen, onClose }: ReplayDrawerProps) {
  const t = useTexts(deliveryTexts);
  return (
    <FormDrawer title={t.replayTitle} isOpen={isOpen} onClose={onClose} size="md">
      <ReplayForm endpointId={endpointId} createdAt={createdAt} onClose={onClose} />
    </FormDrawer>
  );
}

interface Range {
  readonly from: string;
  readonly to: string;
  readonly onlyUndelivered: boolean;
}

const dayMs = 86_400_000;

const bodyOf = (endpointId: string, { from, to, onlyUndelivered }: Range) => ({
  webhookEndpoint: { id: endpointId },
  startsAt: instantOf(from),
  ...(to !== '' && { endsAt: instantOf(to) }),
  onlyUndelivered,
});

function problemsIn({ from }: Range, madeAt: string, words: { readonly required: string; readonly tooEarly: string }) {
  if (from === '') return { startsAt: words.required };
  return from < madeAt ? { startsAt: words.tooEarly } : {};
}

function ReplayForm({ endpointId, createdAt, onClose }: Omit<ReplayDrawerProps, 'isOpen'>) {
  const t = useTexts(deliveryTexts);
  const { required } = useTexts(formTexts);
  const { moment } = useFormats();
  const { nowMs } = useAccountTime();
  // To the minute, like the input.
  const madeAt = localOf(Date.parse(createdAt));
  const [first] = useState(() => localOf(Math.max(nowMs() - dayMs, Date.parse(createdAt))));
  const form = useForm<Range>({
    name: `replay ${endpointId}`,
    initial: { from: first, to: '', onlyUndelivered: true },
  });
  const range = form.values;
  const counting = useMutation({ mutationFn: (asked: Range) => countOf(endpointId, asked) });
  const create = useCreate(webhookRedeliveries, { alsoChanges: [webhookDeliveries] });
  // Another range has another count.
  const change = (changed: Partial<Range>) => {
    form.change((held) => ({ ...held, ...changed }));
    counting.reset();
    create.reset();
  };
  const start = () =>
    create.mutate(bodyOf(endpointId, range), {
      onSuccess: () => {
        form.release();
        notify(t.started);
        onClose();
      },
    });
  return (
    <Form
      form={form}
      error={create.error ?? counting.error}
      isBusy={counting.isPending || create.isPending}
      check={() => problemsIn(range, madeAt, { required, tooEarly: t.beforeEndpoint(moment(createdAt)) })}
      labels={{ startsAt: t.from, endsAt: t.to }}
      onSubmit={() => (counting.data === undefined ? counting.mutate(range) : start())}
      onCancel={onClose}
      submitLabel={counting.data === undefined ? t.count : t.start(counting.data)}
      isSubmitDisabled={counting.data === 0}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t.replayAbout}
        </Text>
        <RangeInputs range={range} onChange={change} />
        {counting.data !== undefined && (
          <Alert color="gray" role="status" c="var(--mantine-color-text)">
            {t.counted(counting.data)}
          </Alert>
        )}
      </Stack>
    </Form>
  );
}

interface RangeInputsProps {
  readonly range: Range;
  readonly onChange: (changed: Partial<Range>) => void;
}

function RangeInputs({ range, onChange }: RangeInputsProps) {
  const t = useTexts(deliveryTexts);
  const { errorAt } = useFormInputs();
  return (
    <>
      <Switch
        label={t.onlyUndelivered}
        checked={range.onlyUndelivered}
        onChange={(event) => onChange({ onlyUndelivered: event.currentTarget.checked })}
      />
      <div data-path="startsAt">
        <MomentInput
          label={t.from}
          isRequired
          defaultTime="00:00"
          value={range.from}
          error={errorAt('startsAt')}
          onChange={(from) => onChange({ from })}
        />
      </div>
      <div data-path="endsAt">
        <MomentInput
          label={t.to}
          description={t.toHint}
          defaultTime="23:59"
          value={range.to}
          error={errorAt('endsAt')}
          onChange={(to) => onChange({ to })}
        />
      </div>
    </>
  );
}

async function countOf(endpointId: string, range: Range): Promise<number> {
  const path = `${addressOf(webhookRedeliveries)}?dryRun=true`;
  const { body } = await send({ method: 'POST', path, body: bodyOf(endpointId, range) });
  return (body as { readonly deliveriesCount: number }).deliveriesCount;
}
