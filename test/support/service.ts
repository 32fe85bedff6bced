/** A whole service over real HTTP on a separate database, with a clock that a test can move. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@muster/contract/roles.ts';
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { pino } from 'pino';
import { type ClientCredentials, createClient } from '../../cli/client-applications.ts';
import { diskStorage } from '../../server/files/disk-storage.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { openAccount } from '../../server/operator/open-account.ts';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import type { ServiceOptions } from '../../server/service/options.ts';
import { type Service, startService } from '../../server/service/service.ts';
import { loopbackNetworks } from '../../server/settings/webhooks.ts';
import { type CallOptions, call, type Reply, tokenFor } from './calls.ts';
import { freshDatabase } from './database.ts';
import { limits } from './limits.ts';
import { type Limits, personOf, type TestPerson } from './people/person.ts';

export { apiHeaders, type CallOptions, call, type Reply, tokenFor } from './calls.ts';
export { limits } from './limits.ts';

export interface TestService extends Service {
  readonly url: string;
  /** The folder of files, unless the test has its own storage. */
  readonly filesDir: string;
  readonly now: () => Date;
  /** The operator; not recorded in the audit log. */
  readonly actor: null;
  /** Lets time pass. */
  advance(ms: number): void;
  /** Sets the clock of the machine without letting time pass. */
  setClock(aheadMs: number): void;
  readonly logLines: string[];
  openAccount(name: string): Promise<Account>;
  /** The same client application with a new token: the clock may have passed the end of the former one. */
  renewed(client: TestClient): Promise<TestClient>;
  /** The same client application with a token for these scopes only. */
  narrowed(client: TestClient, scopes: readonly string[]): Promise<TestClient>;
  /** A signed-in person of this role in the administration area; an owner by default. */
  person(account: Account, role?: Role, isOperator?: boolean, limits?: Limits): Promise<TestPerson>;
  /** A client application and a function to send requests as it. */
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

/** Without what would be seen by the next file: it goes on, its clock is that of the machine, and its log is that of all. */
export type SharedService = Omit<TestService, 'advance' | 'setClock' | 'logLines' | 'stop'>;

let shared: Promise<TestService> | undefined;
let sharedAccounts = 0;

/**
 * The service that the files of a worker use one after the other, each with accounts of its own. A service costs as much as
 * hundreds of requests, and its first requests cost most of the rest: each connection plans its statements once.
 * It ends with the worker.
 */
export async function sharedService(): Promise<SharedService> {
  shared ??= testService();
  return ownAccounts(await shared);
}

/** Another file may have opened an account of the same name. */
export const ownAccounts = (service: TestService): SharedService => ({
  ...service,
  openAccount: (name) => {
    sharedAccounts += 1;
    return service.openAccount(`${name}-${sharedAccounts}`);
  },
});

export async function testService(overrides: Partial<ServiceOptions> = {}): Promise<TestService> {
  // Who brings a database drops it.
  const given = overrides.databaseUrl;
  const fresh = given === undefined ? await freshDatabase() : { url: given, drop: async () => undefined };
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
    // All endpoints are on this machine; nothing is sent until a test wants it.
    webhooks: { networks: loopbackNetworks, resolve: async () => ['127.0.0.1'], isSending: false },
    limits,
    now,
    elapsedMs: () => performance.now() + movedMs,
    logger: pino({ level: 'info' }, { write: (line: string) => logLines.push(line) }),
    ...overrides,
  });
  const { database, addresses } = service;
  const operating = { database, addresses, actor: null };
  let clients = 0;
  return {
    ...service,
    url,
    filesDir,
    now,
    actor: null,
    logLines,
    advance: (ms) => {
      movedMs += ms;
    },
    setClock: (ms) => {
      aheadMs = ms;
    },
    openAccount: (name) => openAccount({ database, addresses, now }, { name, environment: 'production' }),
    person: (account, role, isOperator, limits) => personOf({ url, database, now }, account, role, isOperator, limits),
    async client(account, { scopes = everyScope, establishments = null } = {}) {
      clients += 1;
      const credentials = await createClient(operating, account, {
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
