/** A whole service over real HTTP on a database of its own, with a clock that a test can move. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@muster/contract/roles.ts';
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { pino } from 'pino';
import type { Account } from '../../server/accounts/accounts.ts';
import { type ClientCredentials, createClient, type SecretSource } from '../../server/accounts/credentials.ts';
import { openAccount } from '../../server/administration.ts';
import { derivedKeys } from '../../server/auth/installation-key.ts';
import { secretSource } from '../../server/auth/secrets.ts';
import { findFreePort } from '../../server/database/embedded/free-port.ts';
import { diskStorage } from '../../server/files/disk-storage.ts';
import { type Service, type ServiceOptions, startService } from '../../server/service.ts';
import { loopbackNetworks } from '../../server/webhook-settings.ts';
import { freshDatabase } from './database.ts';
import { personOf, type TestPerson } from './person.ts';

export const limits: ServiceOptions['limits'] = {
  requestsPerMinute: 1_000_000,
  bodyBytes: 100_000_000,
  headerBytes: 8192,
  requestMs: 5000,
  headerMs: 10_000,
  bodyMs: 60_000,
  paceMs: 10_000,
  keepAliveMs: 72_000,
  connectionsPerAddress: 10_000,
  databaseConnections: 8,
  databaseSilenceMs: 4000,
  eventDays: 60,
  unreferencedFileHours: 24,
};

export interface TestService extends Service {
  readonly url: string;
  /** Where the bytes of files are kept, unless the test brings a storage of its own. */
  readonly filesDir: string;
  readonly now: () => Date;
  /** For declaring applications and keys. */
  readonly secrets: SecretSource;
  /** Time passes. */
  advance(ms: number): void;
  /** The clock of the machine is set, without time passing. */
  setClock(aheadMs: number): void;
  readonly logLines: string[];
  openAccount(name: string): Promise<Account>;
  /** The same client application with a token of now: the clock may have moved past the former one. */
  renewed(client: TestClient): Promise<TestClient>;
  /** The same client application with a token for these scopes alone. */
  narrowed(client: TestClient, scopes: readonly string[]): Promise<TestClient>;
  /** Somebody of this role who is signed in to the administration area; an owner unless stated. */
  person(account: Account, role?: Role, isOperator?: boolean): Promise<TestPerson>;
  /** A client application and a way to call the API as it. */
  client(
    account: Account,
    options?: { scopes?: readonly string[]; establishments?: readonly string[] | null },
  ): Promise<TestClient>;
}

export interface TestClient {
  readonly credentials: ClientCredentials;
  readonly token: string;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string | undefined>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly text: string;
}

export async function testService(overrides: Partial<ServiceOptions> = {}): Promise<TestService> {
  const fresh = await freshDatabase();
  const port = overrides.port ?? (await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const masterKey = overrides.masterKey ?? randomBytes(32);
  const filesDir = await mkdtemp(join(tmpdir(), 'muster-files-'));
  const logLines: string[] = [];
  let movedMs = 0;
  let aheadMs = 0;
  const now = () => new Date(Date.now() + movedMs + aheadMs);
  const service = await startService({
    databaseUrl: fresh.url,
    host: '127.0.0.1',
    port,
    publicUrl: url,
    authUrl: null,
    accountHosts: [],
    trustedProxies: [],
    masterKey,
    storage: diskStorage(filesDir),
    // Whatever an endpoint is called, it is on this machine; nothing is sent before a test wants it.
    webhooks: { networks: loopbackNetworks, resolve: async () => ['127.0.0.1'], isSending: false },
    limits,
    now,
    elapsedMs: () => performance.now() + movedMs,
    logger: pino({ level: 'info' }, { write: (line: string) => logLines.push(line) }),
    ...overrides,
  });
  const { database, addresses } = service;
  const secrets = secretSource(derivedKeys(masterKey).pepper);
  let clients = 0;
  return {
    ...service,
    url,
    filesDir,
    now,
    secrets,
    logLines,
    advance: (ms) => {
      movedMs += ms;
    },
    setClock: (ms) => {
      aheadMs = ms;
    },
    openAccount: (name) => openAccount({ database, addresses, now }, { name, environment: 'production' }),
    person: (account, role, isOperator) => personOf({ url, database }, account, role, isOperator),
    async client(account, { scopes = everyScope, establishments = null } = {}) {
      clients += 1;
      const credentials = await createClient({ database, secrets, now }, account.id, {
        name: `Client ${clients}`,
        technicalContact: 'it@example.com',
        scopes,
        establishments,
      });
      const token = await tokenFor(url, credentials);
      return { credentials, token, call: (method, path, options) => call(url, token, method, path, options) };
    },
    async narrowed({ credentials }, scopes) {
      const token = await tokenFor(url, credentials, scopes);
      return { credentials, token, call: (method, path, options) => call(url, token, method, path, options) };
    },
    async renewed({ credentials }) {
      const token = await tokenFor(url, credentials);
      return { credentials, token, call: (method, path, options) => call(url, token, method, path, options) };
    },
    async stop() {
      await service.stop();
      await fresh.drop();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}

export async function tokenFor(
  url: string,
  { clientId, clientSecret }: ClientCredentials,
  scopes: readonly string[] = [],
): Promise<string> {
  const answer = await fetch(`${url}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}

/** What every request of a client application carries. */
export const apiHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'api-version': '2024-11-01',
});

/** A body that is text, bytes or a form goes as it is; anything else as JSON. */
export async function call(
  url: string,
  token: string | null,
  method: string,
  path: string,
  { body, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const isForm = body instanceof FormData;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || isForm;
  const sent: Record<string, string | undefined> = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    'api-version': '2024-11-01',
    ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    ...headers,
  };
  const answer = await fetch(path.startsWith('http') ? path : url + path, {
    method,
    headers: Object.fromEntries(
      Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    ...(body !== undefined && { body: (isRaw ? body : JSON.stringify(body)) as string }),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : null,
  };
}
