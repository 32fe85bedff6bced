/** The actions of an endpoint that the role and its status allow. */
import { Button } from '@mantine/core';
import { webhookDeliveries } from '@muster/contract/resources/webhook-deliveries.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { useState } from 'react';
import { useCreate, useUpdate } from '../../data/changes.ts';
import { useErrorWords } from '../../form/error-words.ts';
import { useMay } from '../../session.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify, notifyError } from '../../ui/notify.ts';
import { EndpointEditDrawer, type HeldEndpoint } from './endpoint-drawer.tsx';
import { useRemovalOfPage } from './leaving.ts';
import { NamedRemoval } from './named-removal.tsx';

type Open = 'edit' | 'deactivate' | 'delete' | null;

export function EndpointActions({ held }: { readonly held: HeldEndpoint }) {
  const t = useTexts(webhookTexts);
  const may = useMay();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isActive = held.value.status === 'active';
  return (
    <>
      {may(webhookDeliveries, 'create') && <Ping held={held} />}
      {may(webhookEndpoints, 'update') && (
        <>
          <Button variant="default" onClick={() => setOpen('edit')}>
            {t.edit}
          </Button>
          {isActive ? (
            <Button variant="default" onClick={() => setOpen('deactivate')}>
              {t.deactivate}
            </Button>
          ) : (
            <Activation held={held} />
          )}
        </>
      )}
      {may(webhookEndpoints, 'remove') && (
        <Button variant="default" onClick={() => setOpen('delete')}>
          {t.delete}
        </Button>
      )}
      <EndpointEditDrawer held={held} isOpen={open === 'edit'} onClose={close} />
      <Deactivation held={held} isOpen={open === 'deactivate'} onClose={close} />
      <Removal held={held} isOpen={open === 'delete'} onClose={close} />
    </>
  );
}

function Ping({ held: { value } }: { readonly held: HeldEndpoint }) {
  const t = useTexts(webhookTexts);
  const wordsOf = useErrorWords();
  const create = useCreate(webhookDeliveries, { alsoChanges: [webhookEndpoints] });
  const ping = () =>
    create.mutate(
      { webhookEndpoint: { id: value.id } },
      { onSuccess: () => notify(t.pinged), onError: (error) => notifyError(wordsOf(error)) },
    );
  return (
    <Button loading={create.isPending} onClick={ping}>
      {t.ping}
    </Button>
  );
}

function Activation({ held: { value, etag } }: { readonly held: HeldEndpoint }) {
  const t = useTexts(webhookTexts);
  const wordsOf = useErrorWords();
  const update = useUpdate(webhookEndpoints, { alsoChanges: [webhookDeliveries] });
  const activate = () =>
    update.mutate(
      { id: value.id, etag, patch: { status: 'active' } },
      { onSuccess: () => notify(t.activated), onError: (error) => notifyError(wordsOf(error)) },
    );
  return (
    <Button variant="default" loading={update.isPending} onClick={activate}>
      {t.activate}
    </Button>
  );
}

interface DialogProps {
  readonly held: HeldEndpoint;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Deactivation({ held: { value, etag }, isOpen, onClose }: DialogProps) {
  const t = useTexts(webhookTexts);
  const { saved } = useTexts(shellTexts);
  const update = useUpdate(webhookEndpoints, { alsoChanges: [webhookDeliveries] });
  const confirm = () =>
    update.mutate(
      { id: value.id, etag, patch: { status: 'inactive' } },
      {
        onSuccess: () => {
          notify(saved);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.deactivateTitle(value.name)}
      confirmLabel={t.deactivate}
      isBusy={update.isPending}
      error={update.error}
      onConfirm={confirm}
    >
      {t.deactivateAbout}
    </ConfirmDialog>
  );
}

function Removal({ held: { value }, isOpen, onClose }: DialogProps) {
  const t = useTexts(webhookTexts);
  const { removed } = useTexts(shellTexts);
  const remove = useRemovalOfPage({
    resource: webhookEndpoints,
    id: value.id,
    to: '/webhook-endpoints',
    words: removed,
  });
  return (
    <NamedRemoval
      isOpen={isOpen}
      onClose={onClose}
      title={t.deleteTitle(value.name)}
      about={t.deleteAbout}
      name={value.name}
      confirmLabel={t.delete}
      error={remove.error}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}
