/** One client application: its rights, its secrets, and its actions. */
import { Alert, Anchor, Button, Group, SimpleGrid } from '@mantine/core';
import { clientApplicationSecrets } from '@muster/contract/administration/client-application-secrets.ts';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { loggedRequests } from '@muster/contract/administration/logged-requests.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpdate } from '../../data/changes.ts';
import { type Held, useOne } from '../../data/queries.ts';
import { HistoryButton } from '../../history/history-button.tsx';
import { useMay } from '../../session.tsx';
import { applicationTexts } from '../../texts/applications.ts';
import { credentialTexts } from '../../texts/credentials.ts';
import { useFormats } from '../../texts/formats.ts';
import { scopeTexts } from '../../texts/scopes.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { notify, notifyError } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { EditDrawer } from './application-drawer.tsx';
import { ApplicationTrial } from './application-trial.tsx';
import { EstablishmentNames } from './establishments-input.tsx';
import classes from './integrations.module.css';
import { useRemovalOfPage } from './leaving.ts';
import { NamedRemoval } from './named-removal.tsx';
import { GrantedScopes, ScopeWarnings } from './scope-picker.tsx';
import { SecretsPanel } from './secrets-panel.tsx';
import { ShownOnce } from './shown-once.tsx';
import { When } from './when.tsx';

type HeldApplication = Held<typeof clientApplications>;

export function ApplicationPage() {
  const { id = '' } = useParams({ strict: false });
  const found = useOne(clientApplications, id);
  // The data stays on the screen while the application is being deleted.
  if (found.data) return <Shown held={found.data} />;
  return found.isError ? (
    <ProblemNotice error={found.error} onRetry={() => found.refetch()} />
  ) : (
    <LoadingRows count={8} />
  );
}

function Shown({ held }: { readonly held: HeldApplication }) {
  const t = useTexts(applicationTexts);
  const { value } = held;
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page
      title={value.name}
      about={<Crumb />}
      actions={
        <>
          <HistoryButton resource={clientApplications} id={value.id} name={value.name} />
          <Actions held={held} />
        </>
      }
    >
      {value.isDisabled && (
        <Alert color="orange" className={classes.notice}>
          {t.disabledNotice}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <About held={held} />
        <SecretsPanel
          resource={clientApplicationSecrets}
          owner={clientApplications}
          ownerId={value.id}
          bodyOf={(overlapHours) => ({ overlapHours })}
          onMade={({ clientSecret }) => setSecret(String(clientSecret))}
        />
      </SimpleGrid>
      <ScopesPanel scopes={value.scopes} />
      <ShownOnce isOpen={secret !== null} onClose={() => setSecret(null)}>
        {secret !== null && <ApplicationTrial clientId={value.clientId} clientSecret={secret} scopes={value.scopes} />}
      </ShownOnce>
    </Page>
  );
}

function Crumb() {
  const t = useTexts(applicationTexts);
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/client-applications" {...props} />}>
      {t.title}
    </Anchor>
  );
}

function About({ held: { value } }: { readonly held: HeldApplication }) {
  const t = useTexts(applicationTexts);
  const words = useTexts(credentialTexts);
  const { moment } = useFormats();
  const may = useMay();
  const status = (
    <StatusBadge
      status={value.isDisabled ? 'deactivated' : 'active'}
      label={value.isDisabled ? t.disabled : t.enabled}
    />
  );
  const requests = may(loggedRequests, 'list') && (
    <Anchor renderRoot={(props) => <Link to="/request-log" search={{ 'clientApplication.id': value.id }} {...props} />}>
      {t.requests}
    </Anchor>
  );
  const endpoints = may(webhookEndpoints, 'list') && (
    <Anchor
      renderRoot={(props) => <Link to="/webhook-endpoints" search={{ 'application.id': value.clientId }} {...props} />}
    >
      {t.endpoints}
    </Anchor>
  );
  return (
    <Panel title={words.about}>
      <Facts
        facts={[
          [t.status, status],
          [t.contact, value.technicalContact],
          [t.clientId, <code key="id">{value.clientId}</code>],
          [t.establishments, <EstablishmentNames key="places" chosen={value.businessEstablishments} />],
          [t.lastUsed, value.lastUsedAt ? <When key="used" at={value.lastUsedAt} /> : words.never],
          [t.created, moment(value.createdAt)],
        ]}
      />
      <Group gap="md" mt="sm">
        {requests}
        {endpoints}
      </Group>
    </Panel>
  );
}

function ScopesPanel({ scopes }: { readonly scopes: readonly string[] }) {
  const t = useTexts(applicationTexts);
  const { title } = useTexts(scopeTexts);
  return (
    <Panel title={title}>
      {scopes.length === 0 ? t.noScopes : <GrantedScopes scopes={scopes} />}
      <ScopeWarnings scopes={scopes} />
    </Panel>
  );
}

/** Hidden for auditors. */
function Actions({ held }: { readonly held: HeldApplication }) {
  const t = useTexts(applicationTexts);
  const { saved } = useTexts(shellTexts);
  const may = useMay();
  const [open, setOpen] = useState<'edit' | 'disable' | 'delete' | null>(null);
  const { value, etag } = held;
  const update = useUpdate(clientApplications);
  const close = () => setOpen(null);
  const setDisabled = (isDisabled: boolean) =>
    update.mutate(
      { id: value.id, etag, patch: { isDisabled } },
      {
        onSuccess: () => {
          notify(saved);
          close();
        },
        onError: (error) => !isDisabled && notifyError(error.message),
      },
    );
  if (!may(clientApplications, 'update')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen('edit')}>
        {t.edit}
      </Button>
      {value.isDisabled ? (
        <Button variant="default" loading={update.isPending} onClick={() => setDisabled(false)}>
          {t.enable}
        </Button>
      ) : (
        <Button variant="default" onClick={() => setOpen('disable')}>
          {t.disable}
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen('delete')}>
        {t.delete}
      </Button>
      <EditDrawer held={held} isOpen={open === 'edit'} onClose={close} />
      <ConfirmDialog
        isOpen={open === 'disable'}
        onClose={close}
        title={t.disableTitle(value.name)}
        confirmLabel={t.disable}
        isBusy={update.isPending}
        error={update.error}
        onConfirm={() => setDisabled(true)}
      >
        {t.disableAbout}
      </ConfirmDialog>
      <Removal held={held} isOpen={open === 'delete'} onClose={close} />
    </>
  );
}

interface RemovalProps {
  readonly held: HeldApplication;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Removal({ held: { value }, isOpen, onClose }: RemovalProps) {
  const t = useTexts(applicationTexts);
  const { removed } = useTexts(shellTexts);
  const remove = useRemovalOfPage({
    resource: clientApplications,
    id: value.id,
    to: '/client-applications',
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
