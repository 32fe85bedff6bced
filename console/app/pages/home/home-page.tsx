/** The first page: what waits, then how the account stands. Every number links to what it counts. */
import { Alert, Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { overviews } from '@muster/contract/administration/overviews.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { webhookDeliveries } from '@muster/contract/resources/webhook-deliveries.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { limitOfRole } from '@muster/contract/roles.ts';
import { Link } from '@tanstack/react-router';
import { useOne } from '../../data/queries.ts';
import { useOpened } from '../../resource/opened.ts';
import { useMay, useSession } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { homeTexts } from '../../texts/home.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { LeaveCalendar } from '../leaves/leave-calendar.tsx';
import { LeaveDrawer } from '../leaves/leave-drawer.tsx';
import { CarePanel } from './attention-panel.tsx';
import { EstablishmentsPanel } from './establishments-panel.tsx';
import classes from './home.module.css';
import { InboxPanel } from './inbox-panel.tsx';
import { MonthsPanel } from './months-panel.tsx';
import type { Overview } from './overview.ts';
import { SetupPanel } from './setup-panel.tsx';

export function HomePage() {
  const t = useTexts(homeTexts);
  const { account, person } = useSession();
  const found = useOne(overviews, 'current');
  return (
    <Page title={t.title} about={t.about(account.name)}>
      {person.isSecondFactorMissing && <FactorNotice />}
      {found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <LoadingRows count={8} />}
      {found.data && <Content overview={found.data.value} />}
    </Page>
  );
}

/** For operators, who need a second factor first. */
function FactorNotice() {
  const t = useTexts(homeTexts);
  return (
    <Alert color="yellow" c="var(--mantine-color-text)" py="xs">
      {t.factorMissing} <Anchor renderRoot={(props) => <Link to="/profile" {...props} />}>{t.addFactor}</Anchor>
    </Alert>
  );
}

/** What the role opens: people and what waits for them, a team, or the programs that use the API. */
function Content({ overview }: { readonly overview: Overview }) {
  const mayRead = useMay()(employees, 'list');
  const limit = limitOfRole[useSession().person.role];
  if (!mayRead) return <Programs overview={overview} />;
  if (limit === 'team') return <Team />;
  return isEmpty(overview) ? <Empty overview={overview} /> : <Shown overview={overview} />;
}

/** For people without access to people's data. */
function Programs({ overview }: { readonly overview: Overview }) {
  const t = useTexts(homeTexts);
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Count label={t.waiting} count={overview.waitingDeliveries} to="/webhook-endpoints" search={{}} />
      </SimpleGrid>
      <CarePanel overview={overview} />
    </>
  );
}

/** For a manager: requests of the team, and who is away this month. */
function Team() {
  const [opened, open] = useOpened();
  return (
    <>
      <InboxPanel />
      <LeaveCalendar />
      <LeaveDrawer id={opened} onClose={() => open(undefined)} />
    </>
  );
}

const isEmpty = ({ people }: Overview): boolean => people.active + people.upcoming + people.deactivated === 0;

/** Before the first person there is nothing to count. */
function Empty({ overview }: { readonly overview: Overview }) {
  return (
    <>
      <SetupPanel />
      <CarePanel overview={overview} />
    </>
  );
}

const statuses = ['active', 'upcoming', 'deactivated'] as const;

function Shown({ overview }: { readonly overview: Overview }) {
  const t = useTexts(homeTexts);
  const may = useMay();
  const mayDeliver = may(webhookDeliveries, 'list');
  const mayCare = may(webhookEndpoints, 'list') || may(apiKeys, 'list') || may(clientApplications, 'list');
  return (
    <>
      <InboxPanel />
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        {statuses.map((status) => (
          <Count key={status} label={t[status]} count={overview.people[status]} to="/people" search={{ status }} />
        ))}
        {mayDeliver && (
          <Count label={t.waiting} count={overview.waitingDeliveries} to="/webhook-endpoints" search={{}} />
        )}
      </SimpleGrid>
      {mayCare && <CarePanel overview={overview} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <MonthsPanel months={overview.months} />
        <EstablishmentsPanel establishments={overview.establishments} />
      </SimpleGrid>
    </>
  );
}

interface CountProps {
  readonly label: string;
  readonly count: number;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

function Count({ label, count, to, search }: CountProps) {
  const { number } = useFormats();
  return (
    <Paper
      withBorder
      p="md"
      className={classes.count}
      renderRoot={(props) => <Link to={to} search={search} {...props} />}
    >
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text className={classes.number}>{number(count)}</Text>
    </Paper>
  );
}
