/** Rows of the administration area, created through its API, for loops over its declarations. */
import { setTimeout } from 'node:timers/promises';
import { mailLanguages } from '@muster/contract/administration/administrator-invitations.ts';
import { administration } from '@muster/contract/administration.ts';
import { countryCodes } from '@muster/contract/codes.ts';
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { createExample, unique } from './examples.ts';
import { legacyClient } from './legacy/legacy.ts';
import { administratorOf, type TestPerson } from './people/person.ts';
import type { Reply, SharedService } from './service.ts';

export const everyAdministration: readonly Resource[] = Object.values<Resource>(administration);

/** Resources of the installation, not of one account: operators see them from every account. */
export const ofInstallation: readonly string[] = ['account', 'sandbox'];

/** Bodies that create a row, by type, and bodies that change it. */
export const creations: Readonly<Record<string, () => object>> = {
  'administrator-invitation': () => ({ email: `${unique()}@example.com`, role: 'auditor' }),
  'client-application': () => ({
    name: `Application ${unique()}`,
    technicalContact: 'it@example.com',
    scopes: ['departments.readonly'],
  }),
  'client-application-secret': () => ({ overlapHours: 1 }),
  'api-key': () => ({ name: `Key ${unique()}`, readsUsers: true }),
  'api-key-secret': () => ({ overlapHours: 1 }),
  'retention-rule': () => ({ family: 'leaves', months: 60, countryCode: unusedCountry() }),
  'saved-view': () => ({ name: `View ${unique()}`, list: 'employees' }),
};

export const changes: Readonly<Record<string, () => object>> = {
  administrator: () => ({ name: `Name ${unique()}` }),
  'administrator-invitation': () => ({ language: nextLanguage() }),
  'account-setting': () => ({ highestRank: Number(unique().slice(1)) }),
  'client-application': () => ({ name: `Renamed ${unique()}` }),
  'api-key': () => ({ roleName: `Role ${unique()}` }),
  'retention-rule': () => ({ months: 1 + (Number(unique().slice(1)) % 1200) }),
  'legal-hold': () => ({ status: 'lifted' }),
  'saved-view': () => ({ name: `Renamed ${unique()}` }),
};

let languagesUsed = 0;
/** Never the same one twice in a row. */
const nextLanguage = (): string => {
  languagesUsed += 1;
  return mailLanguages[languagesUsed % mailLanguages.length] as string;
};

/** One rule for each country. */
const unusedCountry = (): string => countryCodes[Number(unique().slice(1)) % countryCodes.length] as string;

export interface Made {
  readonly id: string;
  /** Relative to the address of the account. */
  readonly path: string;
  readonly reply: Reply | null;
}

/** A row of the type, and the request that created it, if there was one. */
export async function made(
  service: SharedService,
  account: Account,
  person: TestPerson,
  resource: Resource,
): Promise<Made> {
  const owner = resource.within && (await made(service, account, person, declared(resource.within.type)));
  const collection = collectionPath(resource, owner?.id);
  const body = creations[resource.type]?.() ?? (await creationsAbout[resource.type]?.(service, account, person));
  if (body) {
    const reply = await person.call('POST', collection, { body });
    if (reply.status !== 201) throw new Error(`No ${resource.type} was created: ${reply.text}`);
    return { id: reply.body.id, path: `${collection}/${reply.body.id}`, reply };
  }
  await others[resource.type]?.(service, account, owner?.id);
  const { body: page, text } = await person.call('GET', `${collection}?sort=-id&limit=1`);
  const [row] = page?.items ?? [];
  if (resource.operations.includes('list') && !row) throw new Error(`There is no ${resource.type}: ${text}`);
  const id = row?.id ?? 'current';
  return { id, path: `${collection}/${id}`, reply: null };
}

const declared = (type: string): Resource =>
  everyAdministration.find((one) => one.type === type) ?? expectDeclared(type);

function expectDeclared(type: string): never {
  throw new Error(`${type} is not declared in the administration area.`);
}

/** The export once a worker has made its archive. */
export async function archived(person: TestPerson, id: string): Promise<Reply['body']> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { body } = await person.call('GET', `/admin-api/subject-exports/${id}`);
    if (body.state === 'done' || body.state === 'failed') return body;
    await setTimeout(100);
  }
  throw new Error(`The export ${id} did not end.`);
}

/** Rows that no request of a person creates, or that need more than a body. */
const others: Readonly<
  Record<string, (service: SharedService, account: Account, ownerId: string | undefined) => Promise<unknown>>
> = {
  administrator: ({ database }, account) => administratorOf(database, account),
  'logged-request': (service) => service.activity.flush(),
  'read-entry': async (service, account) => {
    const client = await service.client(account);
    await createExample(client, employeePersonalRecords);
    await service.reads.flush();
  },
  'subject-export': async (service, account) => {
    const { id } = await createExample(await service.client(account), employees);
    const owner = await service.person(account);
    const { body } = await owner.call('POST', '/admin-api/subject-exports', { body: { employee: { id } } });
    await archived(owner, body.id);
  },
  'api-key-use': async (service, account, keyId) => {
    await legacyClient(service, account);
    await service.database.query(
      `insert into legacy_usage (api_key_id, path, requests, first_at, last_at) values ($1, '/api/v3/users', 1, $2, $2)
       on conflict do nothing`,
      [keyId, service.now()],
    );
  },
};

/** Bodies that name a row which has to be created first. */
const creationsAbout: Readonly<
  Record<string, (service: SharedService, account: Account, person: TestPerson) => Promise<object>>
> = {
  erasure: async (service, account) => ({ employee: await somebody(service, account), reason: `Request ${unique()}` }),
  'erasure-decision': async (service, account) => {
    const planned = await made(service, account, await service.person(account), declared('erasure'));
    return { erasure: { id: planned.id }, decision: 'refuse' };
  },
  'legal-hold': async (service, account) => ({ employee: await somebody(service, account), reason: 'Case 12' }),
};

async function somebody(service: SharedService, account: Account): Promise<{ id: string }> {
  const { id } = await createExample(await service.client(account), employees);
  return { id };
}
