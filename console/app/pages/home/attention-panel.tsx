/** Failing endpoints, expiring secrets and legacy callers; one line if there are none. */
import { Anchor, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccountTime } from '../../account-time.ts';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { homeTexts } from '../../texts/home.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './home.module.css';
import type { Overview } from './overview.ts';

const pages = {
  'client-application': '/client-applications',
  'api-key': '/api-keys',
  'webhook-endpoint': '/webhook-endpoints',
} as const;

export function CarePanel({ overview }: { readonly overview: Overview }) {
  const t = useTexts(homeTexts);
  const { troubledEndpoints, expiringSecrets, deprecatedUses } = useOpenParts(overview);
  const parts = [troubledEndpoints, expiringSecrets, deprecatedUses].filter(({ length }) => length > 0).length;
  return (
    <Panel title={t.care}>
      {parts === 0 ? (
        <Group gap="xs">
          <IconCircleCheck size={18} color="var(--mantine-color-teal-6)" aria-hidden />
          <Text size="sm">{t.well}</Text>
        </Group>
      ) : (
        <SimpleGrid cols={{ base: 1, md: parts }} spacing="lg">
          <Endpoints endpoints={troubledEndpoints} />
          <Secrets secrets={expiringSecrets} />
          <Uses uses={deprecatedUses} />
        </SimpleGrid>
      )}
    </Panel>
  );
}

/** Only what the pages that they lead to would show. */
function useOpenParts({ troubledEndpoints, expiringSecrets, deprecatedUses }: Overview) {
  const may = useMay();
  const isOpen = {
    'client-application': may(clientApplications, 'list'),
    'api-key': may(apiKeys, 'list'),
    'webhook-endpoint': may(webhookEndpoints, 'list'),
  };
  return {
    troubledEndpoints: isOpen['webhook-endpoint'] ? troubledEndpoints : [],
    expiringSecrets: expiringSecrets.filter(({ kind }) => isOpen[kind]),
    deprecatedUses: isOpen['api-key'] ? deprecatedUses : [],
  };
}

interface PartProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Part({ title, count, children }: PartProps) {
  const { number } = useFormats();
  if (count === 0) return null;
  return (
    <div>
      <Title order={3} mb={4}>
        {title} ({number(count)})
      </Title>
      <ul className={classes.cares}>{children}</ul>
    </div>
  );
}

interface LineProps {
  readonly to: string;
  readonly name: string;
  readonly about: string;
}

const Line = ({ to, name, about }: LineProps) => (
  <li>
    <Anchor size="sm" renderRoot={(props) => <Link to={to} {...props} />} style={{ overflowWrap: 'anywhere' }}>
      {name}
    </Anchor>
    <Text size="sm" c="dimmed" span>
      {about}
    </Text>
  </li>
);

function Endpoints({ endpoints }: { readonly endpoints: Overview['troubledEndpoints'] }) {
  const t = useTexts(homeTexts);
  const { fromNow, moment } = useFormats();
  return (
    <Part title={t.endpoints} count={endpoints.length}>
      {endpoints.map(({ id, name, suspendedAt, failingSince }) => (
        <Line
          key={id}
          to={`/webhook-endpoints/${id}`}
          name={name}
          about={suspendedAt ? t.suspended(fromNow(suspendedAt)) : failingSince ? t.failing(moment(failingSince)) : ''}
        />
      ))}
    </Part>
  );
}

function Secrets({ secrets }: { readonly secrets: Overview['expiringSecrets'] }) {
  const t = useTexts(homeTexts);
  const { fromNow } = useAccountTime();
  return (
    <Part title={t.secrets} count={secrets.length}>
      {secrets.map(({ kind, id, name, expiresAt }) => (
        <Line
          key={`${kind} ${id}`}
          to={`${pages[kind]}/${id}`}
          name={`${t.kinds[kind]} ${name}`}
          about={t.ends(fromNow(expiresAt))}
        />
      ))}
    </Part>
  );
}

function Uses({ uses }: { readonly uses: Overview['deprecatedUses'] }) {
  const t = useTexts(homeTexts);
  const { fromNow, number, day } = useFormats();
  return (
    <Part title={t.uses} count={uses.length}>
      {uses.map(({ path, apiKey, requests, lastAt, endsAt }) => (
        <Line
          key={`${path} ${apiKey.id}`}
          to={`/api-keys/${apiKey.id}`}
          name={`${path} ${t.by(apiKey.name)}`}
          about={[t.calls(number(requests)), t.last(fromNow(lastAt)), endsAt && t.ends(day(endsAt.slice(0, 10)))]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </Part>
  );
}
