// The work of an operator with accounts and credentials, and the messages about mistakes.
import { byService } from '@muster/contract/author.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAdministrator } from '../../../cli/administrators.ts';
import {
  type ClientDeclaration,
  changeClient,
  createClient,
  endOldSecret,
  listClients,
  revokeClient,
  rotateSecret,
} from '../../../cli/client-applications.ts';
import { createApiKey, revokeApiKey } from '../../../cli/legacy-keys.ts';
import type { Operating } from '../../../cli/operate.ts';
import { RefusedError } from '../../../server/identity/accounts/account-errors.ts';
import { type Account, createAccount, findAccount, listAccounts } from '../../../server/identity/accounts/accounts.ts';
import { addressBook } from '../../../server/identity/accounts/addresses.ts';
import { listApiKeys } from '../../../server/identity/accounts/api-keys.ts';
import { hashPassword, isPassword } from '../../../server/identity/accounts/passwords.ts';
import { derivedKeys } from '../../../server/identity/auth/installation-key.ts';
import { vaultOf } from '../../../server/identity/auth/vault.ts';
import { openDatabase } from '../../../server/platform/database/database.ts';
import { insert } from '../../../server/platform/store/write.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { operatorActor } from '../../support/provider-scene.ts';

const now = () => new Date('2026-01-01T00:00:00Z');
let fresh: FreshDatabase;
let keeping: Operating & { readonly now: () => Date };
let account: Account;
let accountId: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  const database = openDatabase({
    url: fresh.url,
    connectionsMax: 4,
    statementMs: 5000,
    now,
    vault: vaultOf(derivedKeys(Buffer.alloc(32))),
    author: byService(),
    onError: (error) => console.error(error),
  });
  // All connections exist before, otherwise the concurrent steps would run one after the other.
  await Promise.all([1, 2, 3, 4].map(() => database.query('select pg_sleep(0.1)')));
  const addresses = addressBook({
    publicUrl: 'https://hr.example.com',
    authUrl: 'https://accounts.example.com',
    accountHosts: [{ environment: 'production', pattern: '{account}.example.com' }],
  });
  keeping = { database, addresses, actor: null, now };
  account = await createAccount(keeping, { name: 'Acme', environment: 'production' });
  accountId = account.id;
});
afterAll(async () => {
  await keeping.database.close();
  await fresh.drop();
});

async function refusalOf(attempt: Promise<unknown>): Promise<RefusedError['errors']> {
  const error: unknown = await attempt.then(
    () => expect.fail('was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof RefusedError) return error.errors;
  throw error;
}

const declaration = {
  name: 'Payroll',
  technicalContact: 'payroll@example.com',
  scopes: ['events.readonly', 'employees.readonly', 'events.readonly'],
  establishments: null,
} satisfies ClientDeclaration;

async function twoEstablishments(): Promise<string[]> {
  return keeping.database.transaction(accountId, async (tx) => {
    const owner = await insert(tx, legalEntities, { legalName: 'Acme SAS', countryCode: 'FRA', currencyCode: 'EUR' });
    const place = { name: 'Lyon', legalEntity: { id: owner.id } };
    const made = [await insert(tx, businessEstablishments, place), await insert(tx, businessEstablishments, place)];
    return made.map(({ id }) => id);
  });
}

describe('accounts', () => {
  it('are found by name, whatever its case, and environment', async () => {
    const { database } = keeping;
    await createAccount(keeping, { name: 'acme', environment: 'test' });
    const found = await findAccount(database, 'ACME', 'production');
    expect(found).toMatchObject({ id: accountId, name: 'Acme', sandbox: null, requestsPerMinute: null });
    expect(found?.createdAt).toEqual(now());
    expect(await findAccount(database, 'Acme', 'demo')).toBeNull();
    expect(await findAccount(database, "x' or 1=1", 'demo')).toBeNull();
    expect((await listAccounts(database)).map(({ environment }) => environment)).toEqual(['production', 'test']);
  });

  it('have as many sandboxes as they like, named by the service', async () => {
    const sandboxes = [
      await createAccount(keeping, { name: 'Acme', environment: 'sandbox' }),
      await createAccount(keeping, { name: 'Acme', environment: 'sandbox' }),
    ];
    for (const { id, sandbox } of sandboxes) {
      expect(sandbox).toMatch(/^[a-z0-9]{8}$/);
      expect(await findAccount(keeping.database, 'acme', 'sandbox', sandbox)).toMatchObject({ id });
    }
  });

  it.each(['acme1', '7', 'Acme-North', 'a-1-b', `a-${'1'.repeat(38)}`])('can be named %j', async (name) => {
    const { id } = await createAccount(keeping, { name, environment: 'demo' });
    expect(await findAccount(keeping.database, name.toLowerCase(), 'demo')).toMatchObject({ id, name });
  });

  it.each([
    ['Ac me'],
    ['-acme'],
    ['acme-'],
    ['ac--me'],
    ['acme_1'],
    ['acme.1'],
    ['Ärzte'],
    [''],
    ['a'.repeat(41)],
    ['a\0'],
    ['ACME'],
    ['Accounts'],
  ])('cannot be named %j', async (name) => {
    const errors = await refusalOf(createAccount(keeping, { name, environment: 'production' }));
    expect(Object.keys(errors)).toEqual(['name']);
  });
});

describe('client applications', () => {
  it('are declared, listed, changed and revoked; the secret is nowhere to be found', async () => {
    const { database } = keeping;
    const establishments = await twoEstablishments();
    const { clientId, clientSecret } = await createClient(keeping, account, { ...declaration, establishments });
    expect(clientId).toMatch(/^app-[0-9a-f]{24}$/);
    expect(clientSecret).toMatch(/^mst_cs_[\w-]{43}$/);
    const scopes = ['employees.readonly', 'events.readonly'];
    expect(await listClients(keeping, account)).toMatchObject([
      { ...declaration, establishments, clientId, scopes, isDisabled: false },
    ]);
    const changed = await changeClient(keeping, clientId, { establishments: null });
    expect(changed).toMatchObject({ name: 'Payroll', scopes, establishments: null });
    await revokeClient(keeping, clientId);
    const stored = await database.query(
      'select * from client_applications a join client_application_secrets on a.id = client_application_id',
    );
    expect(stored).toMatchObject([{ is_disabled: true }]);
    expect(JSON.stringify(stored)).not.toContain(clientSecret);
  });

  it('keep all of several changes made at once', async () => {
    const { clientId } = await createClient(keeping, account, { ...declaration, name: 'Changing' });
    const changes: Partial<ClientDeclaration>[] = [
      { name: 'Changed' },
      { technicalContact: 'other@example.com' },
      { scopes: ['files.readonly'] },
      { establishments: null },
    ];
    await Promise.all(changes.map((change) => changeClient(keeping, clientId, change)));
    expect(await changeClient(keeping, clientId, {})).toMatchObject(Object.assign({}, ...changes));
  });

  it('are refused with every mistake at once', async () => {
    const errors = await refusalOf(
      createClient(keeping, account, { name: ' ', technicalContact: 'nobody', scopes: ['all'], establishments: [] }),
    );
    expect(Object.keys(errors)).toEqual(['name', 'technicalContact', 'scopes', 'establishments']);
    expect(errors.scopes?.[0]).toMatch(/^Must be one of: legal-entities\.readonly, /);
  });

  it.each([
    ['scopes', { scopes: [] }],
    ['establishments', { establishments: ['1; drop'] }],
    ['establishments', { establishments: ['404'] }],
    ['name', { name: ' payroll ' }],
    ['name', { name: 'a\0b' }],
    ['name', { name: 'a'.repeat(256) }],
    ['technicalContact', { technicalContact: `${'a'.repeat(250)}@example.com` }],
  ])('are refused for their %s: %j', async (member, change) => {
    expect(Object.keys(await refusalOf(createClient(keeping, account, { ...declaration, ...change })))).toEqual([
      member,
    ]);
  });

  it('have one or two secrets', async () => {
    const { database } = keeping;
    const { clientId } = await createClient(keeping, account, { ...declaration, name: 'Rotating' });
    await Promise.all([1, 2, 3, 4].map(() => rotateSecret(keeping, clientId, { overlapSeconds: 60 })));
    const secrets = () =>
      database.query<{ expires_at: Date | null }>(
        `select expires_at from client_application_secrets s join client_applications c on c.id = s.client_application_id
         where client_id = $1 order by s.id`,
        [clientId],
      );
    expect(await secrets()).toEqual([{ expires_at: new Date('2026-01-01T00:01:00Z') }, { expires_at: null }]);
    await endOldSecret(keeping, clientId);
    await endOldSecret(keeping, clientId);
    expect(await secrets()).toEqual([{ expires_at: null }]);
    for (const overlapSeconds of [-1, 0.5, 604_801, Number.NaN]) {
      expect(await refusalOf(rotateSecret(keeping, clientId, { overlapSeconds }))).toHaveProperty('overlapSeconds');
    }
  });

  it.each([
    ['rotated', () => rotateSecret(keeping, 'app-0')],
    ['revoked', () => revokeClient(keeping, 'app-0')],
    ['changed', () => changeClient(keeping, 'app-0', {})],
    ['ended', () => endOldSecret(keeping, 'app-0')],
  ])('that do not exist cannot be %s', async (_, attempt) => {
    expect(await refusalOf(attempt())).toHaveProperty('clientId');
  });
});

describe('API keys', () => {
  it('are created, listed and revoked by name, which is then free again', async () => {
    const { database } = keeping;
    const { apiKey } = await createApiKey(keeping, account, { name: 'Time clock', technicalContact: null });
    expect(apiKey).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    const again = () => createApiKey(keeping, account, { name: 'TIME CLOCK', technicalContact: 'a@b.example' });
    expect(await refusalOf(again())).toHaveProperty('name');
    await revokeApiKey(keeping, account, 'time clock');
    expect(await refusalOf(revokeApiKey(keeping, account, 'time clock'))).toHaveProperty('name');
    await again();
    expect((await listApiKeys(database, accountId)).map(({ revokedAt }) => revokedAt)).toEqual([now(), null]);
  });
});

describe('administrators', () => {
  it('are created once, with a password that is not kept', async () => {
    const admin = { email: 'admin@example.com', password: 'correct horse battery' };
    const add = (email: string, chosen: string) =>
      addAdministrator({ ...keeping, actor: operatorActor }, account, { email }, chosen);
    await add(admin.email, admin.password);
    expect(await refusalOf(add('ADMIN@example.com', admin.password))).toHaveProperty('email');
    expect(Object.keys(await refusalOf(add('x', 'short')))).toEqual(['email', 'password']);
    const [stored] = await keeping.database.query<{ password_hash: string }>(
      'select password_hash from administrators',
    );
    expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await isPassword(admin.password, stored?.password_hash ?? '')).toBe(true);
    expect(await isPassword('correct horse battery ', stored?.password_hash ?? '')).toBe(false);
  });

  it('sign in with hashes made elsewhere, and however their keyboard composes accents', async () => {
    // Made with the reference implementation: argon2 somesalt -id -t 2 -m 16 -p 1 -l 32, password "password".
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await isPassword('password', reference)).toBe(true);
    expect(await isPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).toBe(true);
  });
});
