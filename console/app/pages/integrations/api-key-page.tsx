/** One key of the legacy API: its role, its secrets, and its recent calls. */
import { Alert, Anchor, Button, SimpleGrid, Text } from '@mantine/core';
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import { apiKeySecrets } from '@muster/contract/administration/api-key-secrets.ts';
import { apiKeyUses } from '@muster/contract/administration/api-key-uses.ts';
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import { loggedRequests } from '@muster/contract/administration/logged-requests.ts';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAll, useOne } from '../../data/queries.ts';
import { HistoryButton } from '../../history/history-button.tsx';
import { useMay } from '../../session.tsx';
import { apiKeyTexts } from '../../texts/api-keys.ts';
import { credentialTexts } from '../../texts/credentials.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { EditKeyDrawer, type HeldApiKey } from './api-key-drawer.tsx';
import { ApiKeyTrial } from './api-key-trial.tsx';
import { EstablishmentNames } from './establishments-input.tsx';
import classes from './integrations.module.css';
import { useRemovalOfPage } from './leaving.ts';
import { NamedRemoval } from './named-removal.tsx';
import { SecretsPanel } from './secrets-panel.tsx';
import { ShownOnce } from './shown-once.tsx';
import { When } from './when.tsx';

export function ApiKeyPage() {
  const { id = '' } = useParams({ strict: false });
  const found = useOne(apiKeys, id);
  // The data stays on the screen while the key is being revoked.
  if (found.data) return <Shown held={found.data} />;
  return found.isError ? (
    <ProblemNotice error={found.error} onRetry={() => found.refetch()} />
  ) : (
    <LoadingRows count={8} />
  );
}

function Shown({ held }: { readonly held: HeldApiKey }) {
  const t = useTexts(apiKeyTexts);
  const { value } = held;
  const [secret, setSecret] = useState<string | null>(null);
  const crumb = (
    <Anchor size="sm" renderRoot={(props) => <Link to="/api-keys" {...props} />}>
      {t.title}
    </Anchor>
  );
  return (
    <Page
      title={value.name}
      about={crumb}
      actions={
        <>
          <HistoryButton resource={apiKeys} id={value.id} name={value.name} />
          <Actions held={held} />
        </>
      }
    >
      {value.technicalContact === null && (
        <Alert color="orange" className={classes.notice}>
          {t.noContactNotice}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Role held={held} />
        <SecretsPanel
          resource={apiKeySecrets}
          owner={apiKeys}
          ownerId={value.id}
          bodyOf={(overlapHours) => ({ overlapHours })}
          onMade={({ apiKey }) => setSecret(String(apiKey))}
        />
      </SimpleGrid>
      <Uses keyId={value.id} />
      <ShownOnce isOpen={secret !== null} onClose={() => setSecret(null)}>
        {secret !== null && <ApiKeyTrial apiKey={secret} readsLeaves={value.readsLeaves} />}
      </ShownOnce>
    </Page>
  );
}

function Role({ held: { value } }: { readonly held: HeldApiKey }) {
  const t = useTexts(apiKeyTexts);
  const words = useTexts(credentialTexts);
  const may = useMay();
  const yesOrNo = (flag: boolean) => (flag ? words.yes : words.no);
  const requests = may(loggedRequests, 'list') && (
    <Anchor size="sm" renderRoot={(props) => <Link to="/request-log" search={{ 'apiKey.id': value.id }} {...props} />}>
      {t.requestsLink}
    </Anchor>
  );
  return (
    <Panel title={words.about} actions={requests}>
      <Facts
        facts={[
          [t.contact, value.technicalContact],
          [t.roleName, value.roleName],
          [t.readsLeaves, yesOrNo(value.readsLeaves)],
          [
            t.leavesPlaces,
            value.readsLeaves && <EstablishmentNames key="l" chosen={value.leavesBusinessEstablishments} />,
          ],
          [t.readsUsers, yesOrNo(value.readsUsers)],
          [
            t.usersPlaces,
            value.readsUsers && <EstablishmentNames key="u" chosen={value.usersBusinessEstablishments} />,
          ],
          [t.seesPersonalData, yesOrNo(value.seesPersonalData)],
          [t.seesFormer, yesOrNo(value.seesFormer)],
          [t.seesFuture, yesOrNo(value.seesFuture)],
          [t.lastUsed, value.lastUsedAt ? <When key="used" at={value.lastUsedAt} /> : words.never],
        ]}
      />
    </Panel>
  );
}

function Uses({ keyId }: { readonly keyId: string }) {
  const t = useTexts(apiKeyTexts);
  const { number, day } = useFormats();
  const may = useMay();
  const found = useAll(apiKeyUses, {}, { ownerId: keyId });
  const settings = useOne(accountSettings, may(accountSettings, 'read') ? 'current' : undefined);
  const v2EndsAt = settings.data?.value.legacyV2EndsAt;
  const uses = (found.data ?? []).toSorted((one, other) => other.lastAt.localeCompare(one.lastAt));
  return (
    <Panel title={t.uses} about={t.usesAbout}>
      {found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <LoadingRows count={3} />}
      {found.isSuccess && uses.length === 0 && <Text size="sm">{t.noUses}</Text>}
      {uses.length > 0 && (
        <ShortTable
          label={t.uses}
          headers={[t.path, t.requests, t.first, t.last, t.ends]}
          rows={uses.map(({ id, path, requests, firstAt, lastAt }) => ({
            key: id,
            cells: [
              <Text key="path" ff="monospace" size="sm">
                {path}
              </Text>,
              number(requests),
              day(firstAt.slice(0, 10)),
              <When key="last" at={lastAt} />,
              v2EndsAt && !path.startsWith('/api/v3/') ? day(v2EndsAt.slice(0, 10)) : '–',
            ],
          }))}
        />
      )}
    </Panel>
  );
}

/** Hidden for auditors. */
function Actions({ held }: { readonly held: HeldApiKey }) {
  const t = useTexts(apiKeyTexts);
  const may = useMay();
  const [open, setOpen] = useState<'edit' | 'revoke' | null>(null);
  const { value } = held;
  const remove = useRemovalOfPage({ resource: apiKeys, id: value.id, to: '/api-keys', words: t.revoked });
  const close = () => setOpen(null);
  if (!may(apiKeys, 'update')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen('edit')}>
        {t.edit}
      </Button>
      <Button variant="default" onClick={() => setOpen('revoke')}>
        {t.revoke}
      </Button>
      <EditKeyDrawer held={held} isOpen={open === 'edit'} onClose={close} />
      <NamedRemoval
        isOpen={open === 'revoke'}
        onClose={close}
        title={t.revokeTitle(value.name)}
        about={t.revokeAbout}
        name={value.name}
        confirmLabel={t.revoke}
        error={remove.error}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
