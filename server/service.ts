/** Puts the parts together: a running service from its settings. Used by `main.ts`, by tests and by the bench. */
import { administration } from '@muster/contract/administration.ts';
import { resources } from '@muster/contract/resources.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type AddressBook, addressBook } from './accounts/addresses.ts';
import { plantConsoleApplications } from './accounts/console-application.ts';
import { authentication } from './auth/authentication.ts';
import { derivedKeys } from './auth/installation-key.ts';
import { guessThrottle } from './auth/throttle.ts';
import { vaultOf } from './auth/vault.ts';
import type { AccountHostPattern, Config, Role } from './config.ts';
import { accountClocks, type Clocks } from './database/clocks.ts';
import { type Database, openDatabase } from './database/database.ts';
import { migrate, pendingMigrations } from './database/migrate.ts';
import { type Publications, watchPublications } from './events/feed.ts';
import { type Publisher, startPublisher } from './events/publish.ts';
import { type KeptFiles, keptFiles } from './files/kept-files.ts';
import type { FileStorage } from './files/storage.ts';
import { serveConsole } from './http/console.ts';
import { serveReference } from './http/reference.ts';
import { httpServer } from './http/server.ts';
import { serveSignIn } from './http/sign-in.ts';
import { serveSite } from './http/site.ts';
import { tokenEndpoint } from './http/token-endpoint.ts';
import { legacyDoor } from './legacy/door.ts';
import { serveLegacy } from './legacy/serve.ts';
import { type Oversight, startOversight } from './oversight/oversight.ts';
import { type Settling, settling } from './people/settling.ts';
import { plantBaseSchemas } from './resources/base-schemas.ts';
import { plantMissingDefinitions } from './resources/system-definitions.ts';
import { providers } from './sign-in/provider.ts';
import { refreshRepresentations } from './store/refresh.ts';
import type { Resolve } from './webhooks/address.ts';
import { type GuardedFetch, guardedFetch } from './webhooks/fetch.ts';
import { standardLimits, type WebhookLimits } from './webhooks/limits.ts';
import { type Outside, outside } from './webhooks/outside.ts';
import { openSender, type Sender } from './webhooks/send.ts';
import { startDayWatch } from './worker/day-watch.ts';
import { type Deliveries, startDeliveries } from './worker/deliveries.ts';
import { type FileSweep, startFileSweep } from './worker/file-sweep.ts';
import { type Housekeeping, startHousekeeping } from './worker/housekeeping.ts';

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly authUrl: string | null;
  readonly accountHosts: readonly AccountHostPattern[];
  readonly trustedProxies: readonly string[];
  /** Web domains of the service that may call the legacy API from browsers; none, unless it is said. */
  readonly webOrigins?: readonly string[];
  readonly masterKey: Buffer;
  /** Where the bytes of files are kept. */
  readonly storage: FileStorage;
  readonly webhooks?: WebhookOptions;
  /** All, unless it is said. */
  readonly role?: Role;
  readonly limits: Config['limits'];
  readonly now: () => Date;
  readonly logger: Logger;
}

/** What endpoints may be called, beyond the public internet, and how. */
export interface WebhookOptions {
  readonly networks?: readonly string[];
  readonly limits?: WebhookLimits;
  /** For tests: how names are resolved, and which certificates are trusted. */
  readonly resolve?: Resolve;
  readonly authorities?: string;
  /** And the chance by which waits vary. */
  readonly random?: () => number;
  /** And whether what is due is sent by itself. */
  readonly isSending?: boolean;
}

export interface Service {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly publisher: Publisher;
  readonly housekeeping: Housekeeping;
  readonly fileSweep: FileSweep;
  readonly deliveries: Deliveries;
  readonly oversight: Oversight;
  stop(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { databaseUrl, limits, now, logger } = options;
  await migrate(databaseUrl, now());
  const clocks = accountClocks(now);
  const connections = {
    url: databaseUrl,
    now,
    aheadMs: clocks.aheadMs,
    vault: vaultOf(derivedKeys(options.masterKey)),
    onError: (error: Error) => logger.warn({ err: error }, 'a database connection was lost'),
  };
  const database = openDatabase({
    ...connections,
    connectionsMax: limits.databaseConnections,
    statementMs: limits.requestMs,
  });
  // For work that no request waits for, and that may take as long as it takes.
  const background = openDatabase({ ...connections, connectionsMax: 2, statementMs: 0 });
  // For events on their way, which wait for no clean-up.
  const workers = openDatabase({ ...connections, connectionsMax: 4, statementMs: 0 });
  const clockWatch = await clocks.follow(background, (error) =>
    logger.error({ err: error }, 'clocks of sandboxes could not be looked at'),
  );
  await plantBaseSchemas(background);
  await plantMissingDefinitions(background);
  await plantConsoleApplications(background);
  await refreshRepresentations(background, Object.values({ ...resources, ...administration }));

  const addresses = addressBook(options);
  const publications = watchPublications(database, (error) =>
    logger.error({ err: error }, 'news of events could not be looked for'),
  );
  const publisher = startPublisher(
    workers,
    (error) => logger.error({ err: error }, 'events could not be published'),
    (accountId) => {
      publications.look();
      deliveries.wake(accountId);
    },
  );
  const files = keptFiles({ storage: options.storage, vault: database.vault, bodyBytesMax: limits.bodyBytes });
  const { housekeeping, fileSweep } = startCleaning(options, background, clocks, files, publisher.wake);
  const days = settling(database, clocks.nowOf, publisher.wake);
  const dayWatch = startDayWatch(days, (error) => logger.error({ err: error }, 'a day that began was not noticed'));
  const { looking, deliveries, sender, calling } = startSending(options, workers, addresses, publisher.wake);
  const oversight = watching(options, background);
  const parts = { database, addresses, days, publications, looking, calling, files, oversight, clocks };
  const app = await edge(options, parts, publisher.wake);
  if (options.role !== 'worker') await app.listen({ host: options.host, port: options.port });
  return {
    database,
    addresses,
    publisher,
    housekeeping,
    fileSweep,
    deliveries,
    oversight,
    async stop() {
      await closed(app);
      await oversight.stop();
      await deliveries.stop();
      await sender.close();
      await calling.close();
      await dayWatch.stop();
      await publisher.stop();
      await housekeeping.stop();
      await fileSweep.stop();
      await clockWatch.stop();
      await workers.close();
      await background.close();
      await database.close();
    },
  };
}

/**
 * Answers what is under way, then ends. A connection that was busy when the closing began is given up as soon as it is
 * idle: its client might keep it for longer than anybody wants to wait.
 */
async function closed(app: FastifyInstance): Promise<void> {
  const givingUp = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(givingUp));
}

/** What calls addresses of clients: deliveries, and the questions that are asked when an endpoint is saved. */
function startSending(
  { webhooks = {}, role = 'all', now, logger }: ServiceOptions,
  database: Database,
  { baseUrlOf, isOwnHost }: AddressBook,
  onRecorded: () => void,
): { looking: Outside; deliveries: Deliveries; sender: Sender; calling: GuardedFetch } {
  const { networks = [], resolve, authorities, limits = standardLimits, random = Math.random } = webhooks;
  const permits = { networks, isOwnHost, ...(resolve && { resolve }) };
  const trusting = { permits, ...(authorities !== undefined && { authorities }) };
  const sender = openSender(trusting);
  const deliveries = startDeliveries({
    database,
    sender,
    limits,
    baseUrlOf,
    now,
    random,
    onRecorded,
    onError: (error) => logger.error({ err: error }, 'webhooks could not be sent'),
    isSending: role !== 'api' && (webhooks.isSending ?? true),
  });
  return { looking: outside(permits, sender), deliveries, sender, calling: guardedFetch(trusting) };
}

/** What removes things that have had their time. */
function startCleaning(
  { limits, now, logger }: ServiceOptions,
  database: Database,
  { nowOf }: Clocks,
  files: KeptFiles,
  onChange: () => void,
): Pick<Service, 'housekeeping' | 'fileSweep'> {
  const housekeeping = startHousekeeping({
    database,
    eventDays: limits.eventDays,
    now,
    nowOf,
    onError: (error) => logger.error({ err: error }, 'what has expired could not be removed'),
  });
  const fileSweep = startFileSweep({
    database,
    files,
    unreferencedHours: limits.unreferencedFileHours,
    now,
    onChange,
    onError: (error) => logger.error({ err: error }, 'files that nobody needs could not be removed'),
  });
  return { housekeeping, fileSweep };
}

const watching = ({ now, logger }: ServiceOptions, database: Database): Oversight =>
  startOversight({
    database,
    now,
    onError: (error) => logger.error({ err: error }, 'answered requests could not be noted'),
  });

/** What the edge hands requests to. */
interface Parts {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly days: Settling;
  readonly publications: Publications;
  readonly looking: Outside;
  readonly calling: GuardedFetch;
  readonly files: KeptFiles;
  readonly oversight: Oversight;
  readonly clocks: Clocks;
}

/** Everything that answers over HTTP, on one instance that does not listen yet. */
async function edge(
  options: ServiceOptions,
  { database, addresses, days, publications, looking, calling, files, oversight, clocks }: Parts,
  onChange: () => void,
): Promise<FastifyInstance> {
  const { limits, now, logger, publicUrl } = options;
  const keys = derivedKeys(options.masterKey);
  const node = authentication({ database, addresses, derivedKeys: keys, now });
  const app = await httpServer({
    database,
    addresses,
    authenticate: node.authenticate,
    people: node.people,
    cursorKey: keys.cursor,
    fileKey: keys.file,
    files,
    limits,
    now,
    clocks,
    logger,
    beforeReading: days.beforeReading,
    onChange: (accountId) => {
      days.forget(accountId);
      onChange();
    },
    publications,
    outside: looking,
    publicUrl,
    trustedProxies: options.trustedProxies,
    otherDoor: legacyDoor,
    onAnswered: oversight.onAnswered,
  });
  tokenEndpoint(app, node);
  serveSignIn(app, {
    database,
    addresses,
    people: node.people,
    throttle: guessThrottle(now),
    providers: providers(calling, now),
    // Its words alone: what else the error holds may be about a person.
    onProviderFailure: (error) => logger.warn({ reason: String(error) }, 'a sign-in by a provider failed'),
    now,
  });
  serveLegacy(app, {
    database,
    addresses,
    publicUrl,
    pepper: keys.pepper,
    webOrigins: options.webOrigins ?? [],
    limits,
    now,
    logger,
    beforeReading: async (accountId) => {
      await clocks.look(accountId);
      await days.beforeReading(accountId);
    },
  });
  serveSite(app, {
    publicUrl,
    authUrl: addresses.authUrl,
    unreadiness: () => unreadiness(database),
  });
  serveReference(app, { publicUrl, addresses });
  serveConsole(app);
  return app;
}

async function unreadiness(database: Database): Promise<string | null> {
  try {
    const pending = await pendingMigrations(database.query);
    return pending.length === 0 ? null : `migrations are due: ${pending.join(', ')}`;
  } catch {
    return 'the database does not answer';
  }
}
