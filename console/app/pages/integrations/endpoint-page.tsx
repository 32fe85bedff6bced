/** One webhook endpoint: status, topics, secrets, and deliveries. */
import { Alert, Anchor, Button, SimpleGrid } from '@mantine/core';
import { webhookDeliveries } from '@muster/contract/resources/webhook-deliveries.ts';
import { webhookEndpointSecrets } from '@muster/contract/resources/webhook-endpoint-secrets.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { webhookRedeliveries } from '@muster/contract/resources/webhook-redeliveries.ts';
import { everyTopic } from '@muster/contract/topics.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountTime } from '../../account-time.ts';
import { oneOptions } from '../../data/queries.ts';
import { HistoryButton } from '../../history/history-button.tsx';
import { useMay } from '../../session.tsx';
import { credentialTexts } from '../../texts/credentials.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { DeliveryInspector } from './delivery-inspector.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import type { HeldEndpoint } from './endpoint-drawer.tsx';
import { EndpointHealth } from './endpoint-health.tsx';
import { EndpointSecret } from './endpoints-page.tsx';
import { EstablishmentNames } from './establishments-input.tsx';
import classes from './integrations.module.css';
import { ReplayDrawer } from './replay-drawer.tsx';
import { ReplaysPanel } from './replays-panel.tsx';
import { SecretsPanel } from './secrets-panel.tsx';
import { ShownOnce } from './shown-once.tsx';
import { When } from './when.tsx';

const hourMs = 3_600_000;
const watchMs = 5000;

export function EndpointPage() {
  const { id = '' } = useParams({ strict: false });
  // Its health changes by itself, with what is delivered.
  const found = useQuery({ ...oneOptions(webhookEndpoints, id), refetchInterval: watchMs });
  // What was read stays, also while it is being deleted.
  if (found.data) return <Shown held={found.data} />;
  return found.isError ? (
    <ProblemNotice error={found.error} onRetry={() => found.refetch()} />
  ) : (
    <LoadingRows count={8} />
  );
}

function Shown({ held }: { readonly held: HeldEndpoint }) {
  const t = useTexts(webhookTexts);
  const may = useMay();
  const { nowMs } = useAccountTime();
  const { value } = held;
  const [secret, setSecret] = useState<string | null>(null);
  const crumb = (
    <Anchor size="sm" renderRoot={(props) => <Link to="/webhook-endpoints" {...props} />}>
      {t.title}
    </Anchor>
  );
  return (
    <Page
      title={value.name}
      about={crumb}
      actions={
        <>
          <HistoryButton resource={webhookEndpoints} id={value.id} name={value.name} />
          <EndpointActions held={held} />
        </>
      }
    >
      {value.status !== 'active' && (
        <Alert color="orange" className={classes.notice}>
          {value.status === 'suspended' ? t.suspendedNotice : t.inactiveNotice}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <About held={held} />
        <SecretsPanel
          resource={webhookEndpointSecrets}
          owner={webhookEndpoints}
          ownerId={value.id}
          isThirdRefused
          bodyOf={(hours) => ({ previousExpiresAt: new Date(nowMs() + hours * hourMs + 5000).toISOString() })}
          onMade={(answer) => setSecret(String(answer.secret))}
        />
      </SimpleGrid>
      {may(webhookDeliveries, 'list') && <DeliveryInspector endpointId={value.id} actions={<Replay held={held} />} />}
      {may(webhookRedeliveries, 'list') && <ReplaysPanel endpointId={value.id} />}
      <ShownOnce isOpen={secret !== null} onClose={() => setSecret(null)}>
        {secret !== null && <EndpointSecret secret={secret} />}
      </ShownOnce>
    </Page>
  );
}

function Replay({ held: { value } }: { readonly held: HeldEndpoint }) {
  const t = useTexts(deliveryTexts);
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may(webhookRedeliveries, 'create') || value.status !== 'active') return null;
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        {t.replay}
      </Button>
      <ReplayDrawer endpointId={value.id} createdAt={value.createdAt} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function About({ held: { value } }: { readonly held: HeldEndpoint }) {
  const t = useTexts(webhookTexts);
  const words = useTexts(credentialTexts);
  const { moment } = useFormats();
  const { failingSince, suspendedAt, suspensionReason, topics } = value;
  return (
    <Panel title={words.about}>
      <Facts
        facts={[
          [t.health, <EndpointHealth key="health" endpoint={value} />],
          [t.failingSince, failingSince && <When key="failing" at={failingSince} />],
          [t.suspendedAt, suspendedAt && <When key="suspended" at={suspendedAt} />],
          [t.reason, suspensionReason && t.reasons[suspensionReason]],
          [t.url, <code key="url">{value.webhookUrl}</code>],
          [t.topics, topics.includes(everyTopic) ? t.allTopics : topics.join(', ')],
          [t.establishments, <EstablishmentNames key="places" chosen={value.businessEstablishments} />],
          [t.apiVersion, String(value.apiVersion)],
          [t.created, moment(value.createdAt)],
        ]}
      />
    </Panel>
  );
}
