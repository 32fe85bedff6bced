/** Composes a running service from its options. Used by `main.ts`, by tests and by the bench. */
import { byService } from '@muster/contract/author.ts';
import type { FastifyInstance } from 'fastify';
import type { Activity } from '../admin/activity/activity.ts';
import { type Publications, watchPublications } from '../events/feed.ts';
import { type Publisher, startPublisher } from '../events/publish.ts';
import { type KeptFiles, keptFiles } from '../files/kept-files.ts';
import { tokenEndpoint } from '../http/oauth/token-endpoint.ts';
import { httpServer } from '../http/server.ts';
import { serveSignIn } from '../http/sign-in/sign-in.ts';
import { serveConsole } from '../http/site/console.ts';
import { serveReference } from '../http/site/reference.ts';
import { serveSite } from '../http/site/site.ts';
import { type AddressBook, addressBook } from '../identity/accounts/addresses.ts';
import { authentication } from '../identity/auth/authentication.ts';
import type { KeyRing } from '../identity/auth/key-ring.ts';
import { providers } from '../identity/sign-in/provider.ts';
import { legacyErrorFormat } from '../legacy/error-format.ts';
import { serveLegacy } from '../legacy/serve.ts';
import type { ReplicaState } from '../observer.ts';
import { type DayRollover, dayRollover } from '../people/day-rollover.ts';
import type { Clocks } from '../platform/database/clocks.ts';
import type { Database } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { ReadLog } from '../reads/read-log.ts';
import type { TrailSending } from '../trail/send-trail.ts';
import type { GuardedFetch } from '../webhooks/fetch.ts';
import type { Outside } from '../webhooks/outside.ts';
import { watchClock } from '../worker/clock-trust.ts';
import type { Deliveries } from '../worker/deliveries.ts';
import type { FileSweep } from '../worker/file-sweep.ts';
import type { Housekeeping } from '../worker/housekeeping.ts';
import { watchRestores } from '../worker/restores.ts';
import { type Retention, startRetention } from '../worker/retention.ts';
import { startWork } from './background-work.ts';
import { startCleaning, startLogs } from './cleaning.ts';
import { openConnections } from './connections.ts';
import { eraseRestored } from './erase-restored.ts';
import type { ServiceOptions } from './options.ts';
import { prepareDatabase } from './prepared-database.ts';
import { serviceReadiness } from './readiness.ts';
import { startSending } from './sending.ts';

export interface Service {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly publisher: Publisher;
  readonly housekeeping: Housekeeping;
  readonly fileSweep: FileSweep;
  readonly retention: Retention;
  readonly deliveries: Deliveries;
  readonly activity: Activity;
  readonly reads: ReadLog;
  readonly trail: TrailSending;
  /** Why the service cannot serve requests, or null. */
  unreadiness(): Promise<string | null>;
  /** From now on the service is not ready, so that load balancers send nothing more; it still answers. */
  drain(): void;
  stop(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { limits, now, logger, observer } = options;
  await migrate(options.databaseUrl, now(), {
    silenceMs: limits.databaseSilenceMs,
    pooling: limits.databasePooling,
    onWait: (sentence) => logger.warn(sentence),
  });
  const addresses = addressBook(options);
  const connections = await openConnections(options);
  const { database, background, workers, clocks } = connections;
  const checkStorage = await prepareDatabase(options, connections, addresses);
  // Before any id is drawn.
  const restores = options.marks && (await watchRestores({ database: background, marks: options.marks, logger }));
  const publications = watchPublications(database.ofPart('news of events'), (error) =>
    logger.error({ err: error }, 'news of events could not be looked for'),
  );
  const publisher = startPublishing(options, workers, publications);
  const files = keptFiles({ storage: options.storage, vault: database.vault, bodyBytesMax: limits.bodyBytes });
  await eraseRestored(options, connections, files);
  const clockTrust = await watchClock({ elapsedMs: () => performance.now(), ...options, database: background });
  const sweeping = { checkStorage, onChange: publisher.wake };
  const { housekeeping, fileSweep } = startCleaning(options, connections, clockTrust, files, sweeping);
  const days = dayRollover({
    database,
    background: workers,
    nowOf: clocks.nowOf,
    isMovable: clocks.isMovable,
    onChange: () => {
      observer?.dayBegan();
      publisher.wake();
    },
    onError: (error) => logger.error({ err: error }, 'a day that began could not be recorded'),
  });
  const retention = startRetention({
    database: background.by(byService('retention')),
    beforeReading: days.beforeReading,
    isClockTrusted: clockTrust.isTrusted,
    onChange: publisher.wake,
    onError: (error) => logger.error({ err: error }, 'what retention rules take could not be removed'),
  });
  const work = startWork(options, connections, { addresses, files, days, clockTrust, wake: publisher.wake });
  const { looking, deliveries, sender, calling } = startSending(options, workers, addresses, publisher.wake);
  publisher.onPublished(deliveries.wake);
  const logs = startLogs(options, background);
  const readiness = serviceReadiness({ ...options, ...connections, backgroundSilenceMs: work.silentMs });
  const parts = { ...connections, ...readiness, addresses, days, publications, looking, calling, files, ...logs };
  const app = await edge(options, parts, publisher.wake);
  if (options.role !== 'worker') await app.listen({ host: options.host, port: options.port });
  return {
    database,
    addresses,
    publisher,
    housekeeping,
    fileSweep,
    retention,
    deliveries,
    ...logs,
    ...readiness,
    async stop() {
      await closed(app);
      await Promise.all([logs.reads.stop(), logs.activity.stop(), logs.trail.stop()]);
      await deliveries.stop();
      await sender.close();
      await calling.close();
      await work.stop();
      await publisher.stop();
      await housekeeping.stop();
      await fileSweep.stop();
      await retention.stop();
      await clockTrust.stop();
      await restores?.stop();
      await connections.close();
    },
  };
}

function startPublishing(
  { logger, observer }: ServiceOptions,
  workers: Database,
  publications: Publications,
): Publisher {
  const publisher = startPublisher(workers, (error) => logger.error({ err: error }, 'events could not be published'));
  publisher.onPublished(() => publications.look());
  if (observer) publisher.onPublished((_, count) => observer.published(count));
  return publisher;
}

/**
 * Completes running requests, then closes. A connection that was busy is closed as soon as it is idle, because its
 * client might keep it open for long.
 */
async function closed(app: FastifyInstance): Promise<void> {
  const givingUp = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(givingUp));
}

/** The parts that the HTTP layer uses. */
interface Parts {
  readonly database: Database;
  readonly snapshots: Database;
  readonly addresses: AddressBook;
  readonly days: DayRollover;
  readonly publications: Publications;
  readonly looking: Outside;
  readonly calling: GuardedFetch;
  readonly files: KeptFiles;
  readonly activity: Activity;
  readonly reads: ReadLog;
  readonly clocks: Clocks;
  readonly ring: KeyRing;
  readonly unreadiness: () => Promise<string | null>;
  readonly replicas: () => readonly ReplicaState[];
}

/** What is remembered about an account may be wrong after a change. */
const afterChange =
  ({ days, reads }: Pick<Parts, 'days' | 'reads'>, onChange: () => void) =>
  (accountId: string): void => {
    days.forget(accountId);
    reads.forget(accountId);
    onChange();
  };

const beforeLegacyReading =
  ({ clocks, days }: Pick<Parts, 'clocks' | 'days'>) =>
  async (accountId: string): Promise<void> => {
    await clocks.look(accountId);
    await days.beforeReading(accountId);
  };

/** Everything that serves HTTP, on one instance that does not listen yet. */
async function edge(
  options: ServiceOptions,
  {
    database,
    snapshots,
    addresses,
    days,
    publications,
    looking,
    calling,
    files,
    activity,
    reads,
    clocks,
    ring,
    unreadiness,
    replicas,
  }: Parts,
  onChange: () => void,
): Promise<FastifyInstance> {
  const { limits, now, logger, publicUrl, requestCounter, handover } = options;
  const { pepper, cursor } = ring.lasting();
  const node = authentication({ database: database.ofPart('credentials'), addresses, ring, now });
  const app = await httpServer({
    database,
    snapshots,
    addresses,
    authenticate: node.authenticate,
    liveSessions: node.liveSessions,
    cursorKey: cursor,
    fileKeys: () => ring.all().map(({ keys }) => keys.file),
    files,
    ...{ limits, requestCounter, handover, now, clocks, logger },
    beforeReading: days.beforeReading,
    onChange: afterChange({ days, reads }, onChange),
    publications,
    reads,
    outside: looking,
    publicUrl,
    trustedProxies: options.trustedProxies,
    legacyErrorFormat: legacyErrorFormat,
    onAnswered: activity.onAnswered,
    observer: options.observer,
    tracing: options.tracing,
  });
  tokenEndpoint(app, node);
  serveSignIn(app, {
    database: database.ofPart('sign-in'),
    addresses,
    liveSessions: node.liveSessions,
    guesses: node.guesses,
    providers: providers(calling, now),
    // Only the message: other properties of the error may contain personal data.
    onProviderFailure: (error) => logger.warn({ reason: String(error) }, 'a sign-in by a provider failed'),
    now,
  });
  serveLegacy(app, {
    database,
    addresses,
    publicUrl,
    pepper,
    guesses: node.guesses,
    webOrigins: options.webOrigins ?? [],
    limits,
    requestCounter,
    now,
    logger,
    reads,
    beforeReading: beforeLegacyReading({ clocks, days }),
  });
  serveSite(app, { publicUrl, authUrl: addresses.authUrl, unreadiness, replicas });
  serveReference(app, { publicUrl, addresses });
  serveConsole(app);
  return app;
}
