/** Puts the parts together: a running service from its settings. Used by `main.ts`, by tests and by the bench. */
import { resources } from '@muster/contract/resources.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type AddressBook, addressBook } from './accounts/addresses.ts';
import { authentication } from './auth/authentication.ts';
import { derivedKeys } from './auth/installation-key.ts';
import { vaultOf } from './auth/vault.ts';
import type { AccountHostPattern, Config } from './config.ts';
import { type Database, openDatabase } from './database/database.ts';
import { migrate, pendingMigrations } from './database/migrate.ts';
import { type Publisher, startPublisher } from './events/publish.ts';
import { serveReference } from './http/reference.ts';
import { httpServer } from './http/server.ts';
import { serveSite } from './http/site.ts';
import { tokenEndpoint } from './http/token-endpoint.ts';
import { type Settling, settling } from './people/settling.ts';
import { plantBaseSchemas } from './resources/base-schemas.ts';
import { plantMissingDefinitions } from './resources/system-definitions.ts';
import { refreshRepresentations } from './store/refresh.ts';
import { startDayWatch } from './worker/day-watch.ts';
import { type Housekeeping, startHousekeeping } from './worker/housekeeping.ts';

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly authUrl: string | null;
  readonly accountHosts: readonly AccountHostPattern[];
  readonly trustedProxies: readonly string[];
  readonly masterKey: Buffer;
  readonly limits: Config['limits'];
  readonly now: () => Date;
  readonly logger: Logger;
}

export interface Service {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly publisher: Publisher;
  readonly housekeeping: Housekeeping;
  stop(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { databaseUrl, limits, now, logger } = options;
  await migrate(databaseUrl, now());
  const connections = {
    url: databaseUrl,
    now,
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
  await plantBaseSchemas(background);
  await plantMissingDefinitions(background);
  await refreshRepresentations(background, Object.values(resources));

  const addresses = addressBook(options);
  const publisher = startPublisher(background, (error) =>
    logger.error({ err: error }, 'events could not be published'),
  );
  const housekeeping = startHousekeeping({
    database: background,
    eventDays: limits.eventDays,
    now,
    onError: (error) => logger.error({ err: error }, 'what has expired could not be removed'),
  });
  const days = settling(database, now, publisher.wake);
  const dayWatch = startDayWatch(days, (error) => logger.error({ err: error }, 'a day that began was not noticed'));
  const app = await edge(options, database, addresses, days, publisher.wake);
  await app.listen({ host: options.host, port: options.port });
  return {
    database,
    addresses,
    publisher,
    housekeeping,
    async stop() {
      await closed(app);
      await dayWatch.stop();
      await publisher.stop();
      await housekeeping.stop();
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

/** Everything that answers over HTTP, on one instance that does not listen yet. */
async function edge(
  options: ServiceOptions,
  database: Database,
  addresses: AddressBook,
  days: Settling,
  onChange: () => void,
): Promise<FastifyInstance> {
  const { limits, now, logger, publicUrl } = options;
  const keys = derivedKeys(options.masterKey);
  const node = authentication({ database, addresses, derivedKeys: keys, now });
  const app = await httpServer({
    database,
    addresses,
    authenticate: node.authenticate,
    cursorKey: keys.cursor,
    limits,
    now,
    logger,
    beforeReading: days.beforeReading,
    onChange: (accountId) => {
      days.forget(accountId);
      onChange();
    },
    publicUrl,
    trustedProxies: options.trustedProxies,
  });
  tokenEndpoint(app, node);
  serveSite(app, {
    publicUrl,
    authUrl: addresses.authUrl,
    unreadiness: () => unreadiness(database),
  });
  serveReference(app, { publicUrl, addresses });
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
