/** Sends the events of a time range to an endpoint again. The number is shown before anything is sent. */
import { Alert, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { addressOf } from '@muster/client/collection.ts';
import { webhookDeliveries } from '@muster/contract/resources/webhook-deliveries.ts';
import { webhookRedeliveries } from '@muster/contract/resources/webhook-redeliveries.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCreate } from '../../data/changes.ts';
import { fieldErrorsIn } from '../../data/problems.ts';
import { send } from '../../data/service.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { ProblemNotice } from '../../ui/states.tsx';
import { instantOf, localOf } from './moments.ts';

interface ReplayDrawerProps {
  readonly endpointId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ReplayDrawer({ endpointId, isOpen, onClose }: ReplayDrawerProps) {
  const t = useTexts(deliveryTexts);
  return (
    <FormDrawer title={t.replayTitle} isOpen={isOpen} onClose={onClose} size="md">
      <ReplayForm endpointId={endpointId} onClose={onClose} />
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

function ReplayForm({ endpointId, onClose }: Omit<ReplayDrawerProps, 'isOpen'>) {
  const t = useTexts(deliveryTexts);
  const [range, setRange] = useState<Range>({ from: localOf(Date.now() - dayMs), to: '', onlyUndelivered: true });
  const counting = useMutation({ mutationFn: (asked: Range) => countOf(endpointId, asked) });
  const create = useCreate(webhookRedeliveries, { alsoChanges: [webhookDeliveries] });
  // Another range has another count.
  const change = (changed: Partial<Range>) => {
    setRange({ ...range, ...changed });
    counting.reset();
    create.reset();
  };
  const start = () =>
    create.mutate(bodyOf(endpointId, range), {
      onSuccess: () => {
        notify(t.started);
        onClose();
      },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (counting.data === undefined) counting.mutate(range);
    else start();
  };
  const error = create.error ?? counting.error;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t.replayAbout}
        </Text>
        {error != null && Object.keys(fieldErrorsIn(error)).every((path) => !(path in times)) && (
          <ProblemNotice error={error} />
        )}
        <RangeInputs range={range} onChange={change} fieldErrors={fieldErrorsIn(error)} />
        {counting.data !== undefined && (
          <Alert color="gray" role="status" c="var(--mantine-color-text)">
            {t.counted(counting.data)}
          </Alert>
        )}
        <Actions
          count={counting.data}
          isBusy={counting.isPending || create.isPending}
          isReady={range.from !== ''}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}

const times = { startsAt: true, endsAt: true };

interface RangeInputsProps {
  readonly range: Range;
  readonly onChange: (changed: Partial<Range>) => void;
  readonly fieldErrors: Readonly<Record<string, string>>;
}

function RangeInputs({ range, onChange, fieldErrors }: RangeInputsProps) {
  const t = useTexts(deliveryTexts);
  return (
    <>
      <TextInput
        type="datetime-local"
        label={t.from}
        withAsterisk
        value={range.from}
        error={fieldErrors.startsAt}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={t.to}
        description={t.toHint}
        value={range.to}
        error={fieldErrors.endsAt}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      <Switch
        label={t.onlyUndelivered}
        checked={range.onlyUndelivered}
        onChange={(event) => onChange({ onlyUndelivered: event.currentTarget.checked })}
      />
    </>
  );
}

interface ActionsProps {
  readonly count: number | undefined;
  readonly isBusy: boolean;
  readonly isReady: boolean;
  readonly onClose: () => void;
}

function Actions({ count, isBusy, isReady, onClose }: ActionsProps) {
  const t = useTexts(deliveryTexts);
  const { cancel } = useTexts(shellTexts);
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {cancel}
      </Button>
      <Button type="submit" loading={isBusy} disabled={!isReady || count === 0}>
        {count === undefined ? t.count : t.start(count)}
      </Button>
    </Group>
  );
}

async function countOf(endpointId: string, range: Range): Promise<number> {
  const path = `${addressOf(webhookRedeliveries)}?dryRun=true`;
  const { body } = await send({ method: 'POST', path, body: bodyOf(endpointId, range) });
  return (body as { readonly deliveriesCount: number }).deliveriesCount;
}
