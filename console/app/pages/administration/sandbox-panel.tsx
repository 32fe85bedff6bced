/** One sandbox: its state, its time, and its actions. */
import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { sandboxes } from '@muster/contract/administration/sandboxes.ts';
import { IconClock, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useRemove, useUpdate } from '../../data/changes.ts';
import { useMay, useSession } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { installationTexts } from '../../texts/installation.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { notify } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ClockDrawer } from './clock-drawer.tsx';

export type Sandbox = Listed<typeof sandboxes>;

export function SandboxPanel({ sandbox }: { readonly sandbox: Sandbox }) {
  const { sandboxes: t } = useTexts(installationTexts);
  const { moment } = useFormats();
  const { account } = useSession();
  const { id, name, address, state, progressPercent, clockOffsetMs, createdAt } = sandbox;
  const isWorking = state === 'copying' || state === 'dropping';
  const words = new URLSearchParams({ account: account.name, environment: 'sandbox', sandbox: name });
  return (
    <Panel title={name}>
      <Stack gap="sm">
        <Group gap="sm">
          <StatusBadge status={stateColours[state]} label={t.states[state]} />
          {isWorking && (
            <Group gap="xs" wrap="nowrap">
              <Progress value={progressPercent} w={160} aria-label={t.states[state]} />
              <Text size="xs">{t.progress(progressPercent)}</Text>
            </Group>
          )}
        </Group>
        {state === 'failed' && <Text size="sm">{t.failedAbout}</Text>}
        <Facts
          facts={[
            [t.clock, clockOffsetMs === 0 ? t.asMachine : <MovedClock key={id} aheadMs={clockOffsetMs} />],
            [
              t.address,
              state === 'ready' ? (
                <Anchor key={id} inherit href={`${address}/console/sign-in?${words}`} target="_blank" rel="noreferrer">
                  {t.open}
                </Anchor>
              ) : (
                address
              ),
            ],
            [t.since, moment(createdAt)],
          ]}
        />
        <Group gap="xs">
          <Actions sandbox={sandbox} />
        </Group>
      </Stack>
    </Panel>
  );
}

const stateColours: Readonly<Record<Sandbox['state'], string>> = {
  copying: 'pending',
  ready: 'active',
  failed: 'failing',
  dropping: 'deactivated',
  closed: 'deactivated',
};

export function MovedClock({ aheadMs }: { readonly aheadMs: number }) {
  const { moment } = useFormats();
  return (
    <Text span inherit>
      {moment(new Date(Date.now() + aheadMs).toISOString())}
    </Text>
  );
}

function Actions({ sandbox }: { readonly sandbox: Sandbox }) {
  const may = useMay();
  const { state } = sandbox;
  return (
    <>
      {may(sandboxes, 'update') && state === 'ready' && <Moving sandbox={sandbox} />}
      {may(sandboxes, 'remove') && (state === 'ready' || state === 'failed') && <Dropping sandbox={sandbox} />}
    </>
  );
}

function Moving({ sandbox: { id, name, clockOffsetMs } }: { readonly sandbox: Sandbox }) {
  const { sandboxes: t } = useTexts(installationTexts);
  const [isOpen, setOpen] = useState(false);
  const update = useUpdate(sandboxes);
  const onSuccess = () => {
    setOpen(false);
    notify(t.moved);
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconClock size={14} />}
        aria-label={`${t.move}: ${name}`}
        onClick={() => setOpen(true)}
      >
        {t.move}
      </Button>
      <ClockDrawer
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        clockOffsetMs={clockOffsetMs}
        error={update.error}
        isBusy={update.isPending}
        onMove={(clock) => update.mutate({ id, patch: { clock } }, { onSuccess })}
      />
    </>
  );
}

function Dropping({ sandbox: { id, name } }: { readonly sandbox: Sandbox }) {
  const { sandboxes: t } = useTexts(installationTexts);
  const [isOpen, setOpen] = useState(false);
  const remove = useRemove(sandboxes);
  const onSuccess = () => {
    setOpen(false);
    notify(t.dropped);
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTrash size={14} />}
        aria-label={`${t.drop}: ${name}`}
        onClick={() => setOpen(true)}
      >
        {t.drop}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t.dropTitle(name)}
        confirmLabel={t.drop}
        error={remove.error}
        isBusy={remove.isPending}
        onClose={() => setOpen(false)}
        onConfirm={() => remove.mutate({ id }, { onSuccess })}
      >
        {t.dropAbout}
      </ConfirmDialog>
    </>
  );
}
