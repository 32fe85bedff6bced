/** Puts the parts together: a running service from its settings. Used by `main.ts`, by tests and by the bench. */
import type { Logger } from 'pino';
import { type AddressBook, addressBook } from './accounts/addresses.ts';
import { bearerAuthentication } from './auth/bearer.ts';
import { clientAuthentication } from './auth/client-authentication.ts';
import { liveClients } from './auth/clients.ts';
import { derivedKeys } from './auth/installation-key.ts';
import { signingKeys } from './auth/signing-keys.ts';
import { guessThrottle } from './auth/throttle.ts';
import { accessTokens } from './auth/tokens.ts';
import type { AccountHostPattern, Config } from './config.ts';
import { type Database, openDatabase } from './database/database.ts';
import { migrate, pendingMigrations } from './database/migrate.ts';
import { type Publisher, startPublisher } from './events/publish.ts';
import { serveReference } from './http/reference.ts';
import { httpServer } from './http/server.ts';
import { serveSite } from './http/site.ts';
import { tokenEndpoint } from './http/token-endpoint.ts';
import { plantBaseSchemas } from './resources/base-schemas.ts';
import { plantMissingDefinitions } from './resources/system-definitions.ts';

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly authUrl: string | null;
  readonly accountHosts: readonly AccountHostPattern[];
  readonly masterKey: Buffer;
  readonly limits: Config['limits'];
  readonly now: () => Date;
  readonly logger: Logger;
}

export interface Service {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly publisher: Publisher;
  stop(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { databaseUrl, limits, now, logger, publicUrl } = options;
  await migrate(databaseUrl, now());
  const database = openDatabase({
    url: databaseUrl,
    connectionsMax: limits.databaseConnections,
    statementMs: limits.requestMs,
    now,
    onError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  });
  await plantBaseSchemas(database);
  await plantMissingDefinitions(database);

  const { cursor, envelope, pepper } = derivedKeys(options.masterKey);
  const addresses = addressBook(options);
  const clients = liveClients({ database, now });
  const keys = signingKeys({ database, envelope, now });
  const tokens = accessTokens({ database, addresses, keys, clients, now });
  const publisher = startPublisher(database, (error) => logger.error({ err: error }, 'events could not be published'));
  const app = await httpServer({
    database,
    addresses,
    authenticate: bearerAuthentication({ tokens, clients, addresses }),
    cursorKey: cursor,
    limits,
    now,
    logger,
    onChange: publisher.wake,
    publicUrl,
  });
  await app.register(async (scope) =>
    tokenEndpoint(scope, {
      addresses,
      tokens,
      keys,
      clientAuthentication: clientAuthentication({ clients, pepper, throttle: guessThrottle(now), now }),
    }),
  );
  serveSite(app, {
    publicUrl,
    authUrl: addresses.authUrl,
    unreadiness: () => unreadiness(database),
  });
  serveReference(app, { publicUrl, addresses });
  await app.listen({ host: options.host, port: options.port });
  return {
    database,
    addresses,
    publisher,
    async stop() {
      await app.close();
      await publisher.stop();
      await database.close();
    },
  };
}

async function unreadiness(database: Database): Promise<string | null> {
  try {
    const pending = await pendingMigrations(database.query);
    return pending.length === 0 ? null : `migrations are due: ${pending.join(', ')}`;
  } catch {
    return 'the database does not answer';
  }
}
