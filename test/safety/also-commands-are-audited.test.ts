/**
 * Every command that changes something writes an audit entry with the operator. The table contains every command, so a
 * new command fails the first test until it is added. The short form runs every second family of them.
 */
import { administratorInvitations } from '@muster/contract/administration/administrator-invitations.ts';
import { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import { identityProviders } from '@muster/contract/administration/identity-providers.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operate } from '../../cli/operate.ts';
import { runner, settingsRunner } from '../../cli/outcome.ts';
import { allCommands, program, withDescendants } from '../../cli/program.ts';
import { type Account, listAccounts } from '../../server/identity/accounts/accounts.ts';
import { readConfig } from '../../server/settings/config.ts';
import { type BulkService, bulkService } from '../support/commands/bulk.ts';
import { ofTheInstallation, reading } from '../support/commands/unaudited-commands.ts';
import { oneIn } from '../support/form.ts';
import { leaveAccount } from '../support/leaves/leaves.ts';
import { company, hired, hiring } from '../support/people/people.ts';
import type { TestPerson } from '../support/people/person.ts';
import { createEndpoint } from '../support/webhooks/webhooks.ts';

/** The output of a command, for the ids and names that later commands need. */
const made: Record<string, Record<string, string>> = {};
const acme = ['--account', 'acme'];
const ada = 'ada@example.com';
let service: BulkService;
let owner: TestPerson;
let endpointId = '';
let person = '';
let personId = '';

interface Changing {
  readonly args: () => readonly string[];
  readonly action: string;
  /** The account whose log has the entry; acme by default. */
  readonly account?: string;
  /** Rows that no command creates. */
  readonly before?: () => Promise<unknown>;
}

function importOf(collection: string): Changing {
  return {
    args: () => [`${service.folder}/${collection}.ndjson`, ...acme],
    action: `${collection}.imported`,
  };
}

/** One line of each collection but employees. */
async function writeImportFiles(): Promise<void> {
  const api = await service.client(await accountCalled('acme'));
  const { place, department, template, ...others } = await company(api);
  const person = { remoteId: 'IMP' };
  await hired(api, { place, department, template, ...others }, person, {
    remoteId: 'C-1',
    end: { date: '2024-12-31' },
  });
  const account = await leaveAccount(api);
  const definition = { id: 'e_imported' };
  const schema = { $ref: '/svc-api/schemas/short-text' };
  await api.call('POST', '/svc-api/employee-attribute-definitions', { body: { ...definition, name: 'Shirt', schema } });
  const where = { businessEstablishment: { id: place.id }, department: { id: department.id } };
  const lines = {
    departments: { name: 'Imported' },
    employments: {
      employee: person,
      start: { date: '2025-01-01' },
      template: { id: template.id },
      firstJobPosition: where,
    },
    'job-positions': { employment: { remoteId: 'C-1' }, startsOn: '2024-06-01', ...where },
    'employee-attributes': { employee: person, definition, value: 'M' },
    leaves: { employee: person, leaveAccount: { id: account.id }, startsOn: '2024-03-04', endsOn: '2024-03-04' },
  };
  for (const [name, line] of Object.entries(lines)) await service.file(`${name}.ndjson`, `${JSON.stringify(line)}\n`);
}

async function archiveOfAnother(): Promise<void> {
  const other = await bulkService();
  await other.muster('accounts', 'create', 'moved');
  await other.muster('accounts', 'export', '--account', 'moved', '--output', `${service.folder}/moved.archive`);
  await other.stop();
}

/** In an order in which each command finds what it needs. */
const changing: Readonly<Record<string, Changing>> = {
  'accounts create': { args: () => ['acme'], action: 'account.created' },
  'accounts limit': { args: () => [...acme, '--event-days', '90'], action: 'account-setting.updated' },
  'accounts settings': { args: () => [...acme, '--set', 'auditDays=400'], action: 'account-setting.updated' },
  'accounts people': { args: () => [...acme, '--timezone', 'Europe/Paris'], action: 'account-setting.updated' },
  'accounts webhooks': { args: () => [...acme, '--parallel', '3'], action: 'account-setting.updated' },
  'accounts legacy': { args: () => [...acme, '--v2-until', '2099-12-31'], action: 'account-setting.updated' },
  'accounts working-time': { args: () => [...acme, '--weekdays', 'mon,tue'], action: 'account-setting.updated' },
  'clients create': {
    args: () => [...acme, '--name', 'Payroll', '--contact', 'it@example.com', '--scopes', 'all'],
    action: 'client-application.created',
  },
  'clients change': { args: () => [client(), '--contact', 'other@example.com'], action: 'client-application.updated' },
  'clients rotate-secret': { args: () => [client()], action: 'client-application-secret.created' },
  'clients end-old-secret': { args: () => [client()], action: 'client-application-secret.deleted' },
  'clients revoke': { args: () => [client()], action: 'client-application.updated' },
  'clients restore': { args: () => [client()], action: 'client-application.updated' },
  'api-keys create': { args: () => [...acme, '--name', 'Board'], action: 'api-key.created' },
  'api-keys role': { args: () => ['Board', ...acme, '--users'], action: 'api-key.updated' },
  'api-keys change': { args: () => ['Board', ...acme, '--contact', 'it@example.com'], action: 'api-key.updated' },
  'api-keys regenerate': { args: () => ['Board', ...acme], action: 'api-key-secret.created' },
  'api-keys revoke': { args: () => ['Board', ...acme], action: 'api-key.deleted' },
  'administrators create': { args: () => [...acme, '--email', ada], action: 'administrator.created' },
  'administrators invite': {
    args: () => [...acme, '--email', 'ben@example.com'],
    action: `${administratorInvitations.type}.created`,
  },
  'administrators role': {
    // Another owner, so that Ada is not the last one.
    before: async () => {
      owner = await service.person(await accountCalled('acme'));
    },
    args: () => [ada, ...acme, '--operator'],
    action: 'administrator.updated',
  },
  'administrators disable': { args: () => [ada, ...acme], action: 'administrator.updated' },
  'administrators enable': { args: () => [ada, ...acme], action: 'administrator.updated' },
  'administrators reset-password': { args: () => [ada, ...acme], action: 'password.changed' },
  'administrators sign-out': { args: () => [owner.email, ...acme], action: 'session.ended' },
  'administrators delete': { args: () => [ada, ...acme], action: 'administrator.deleted' },
  'administrators allow-passwords': {
    before: async () => {
      const issuer = {
        name: 'Company ID',
        issuer: 'https://id.example.com',
        clientId: 'muster',
        clientSecret: 'hidden',
      };
      const body = { ...issuer, areAddressesTrusted: true, isRequired: true };
      await operate(service, await accountCalled('acme'), ({ create }) => create(identityProviders, body));
    },
    args: () => acme,
    action: 'identity-provider.updated',
  },
  'calendars create': { args: () => [...acme, '--name', 'France'], action: 'public-holidays-calendar.created' },
  'calendars rename': { args: () => [calendar(), 'Alsace', ...acme], action: 'public-holidays-calendar.updated' },
  'calendars add': { args: () => [calendar(), '2026-05-01', 'May Day', ...acme], action: 'public-holidays.changed' },
  'calendars import': {
    args: () => [calendar(), `${service.folder}/holidays.csv`, ...acme],
    before: () => service.file('holidays.csv', 'date,name\n2026-07-14,Bastille Day\n'),
    action: 'public-holidays.changed',
  },
  'calendars remove': { args: () => [calendar(), '2026-05-01', ...acme], action: 'public-holidays.changed' },
  'working-time-arrangements create': {
    args: () => [...acme, '--name', 'Nights', '--calendar', calendar()],
    action: 'working-time-arrangement.created',
  },
  'working-time-arrangements change': {
    args: () => [arrangement(), ...acme, '--name', 'Late'],
    action: 'working-time-arrangement.updated',
  },
  'working-time-arrangements archive': {
    args: () => [arrangement(), ...acme],
    action: 'working-time-arrangement.updated',
  },
  'working-time-arrangements restore': {
    args: () => [arrangement(), ...acme],
    action: 'working-time-arrangement.updated',
  },
  'import employees': {
    before: async () => {
      const api = await service.client(await accountCalled('acme'));
      endpointId = (await createEndpoint(api, 'https://receiver.example.com/hook')).id;
      const person = hiring(await company(api), { familyName: 'Moreau' });
      await service.file('people.ndjson', `${JSON.stringify(person)}\n`);
    },
    args: () => [`${service.folder}/people.ndjson`, ...acme],
    action: 'employees.imported',
  },
  erase: {
    before: async () => {
      const api = await service.client(await accountCalled('acme'));
      personId = (await hired(api, await company(api))).id;
    },
    args: () => [personId, ...acme, '--reason', 'Request of 4 May'],
    action: 'erasure.created',
  },
  'import departments': { before: writeImportFiles, ...importOf('departments') },
  'import employments': importOf('employments'),
  'import job-positions': importOf('job-positions'),
  'import employee-attributes': importOf('employee-attributes'),
  'import leaves': importOf('leaves'),
  'subject-export': {
    before: async () => {
      const api = await service.client(await accountCalled('acme'));
      person = (await hired(api, await company(api))).id;
    },
    args: () => [person, ...acme],
    action: 'subject-export.created',
  },
  trigger: { args: () => ['employee.updated', ...acme, '--force'], action: 'event.triggered' },
  'webhooks deactivate': { args: () => [endpointId, ...acme], action: 'webhook-endpoint.updated' },
  'webhooks activate': { args: () => [endpointId, ...acme], action: 'webhook-endpoint.updated' },
  'sandboxes create': { args: () => acme, action: 'sandbox.created' },
  'sandboxes clock': { args: () => [sandbox(), '--to', '2030-01-01'], action: 'sandbox.updated' },
  'sandboxes delete': { args: () => [sandbox()], action: 'sandbox.deleted' },
  demo: { args: () => [], action: 'account.created', account: 'demo' },
  'accounts export': {
    args: () => [...acme, '--output', `${service.folder}/acme.archive`],
    action: 'account.exported',
  },
  'accounts import': {
    before: archiveOfAnother,
    args: () => [`${service.folder}/moved.archive`],
    action: 'account.imported',
    account: 'moved',
  },
  'accounts delete': { args: () => acme, action: 'account.closed' },
  'accounts keep': { args: () => acme, action: 'account.kept' },
};

const client = () => made['clients create']?.clientId ?? '';
const calendar = () => made['calendars create']?.id ?? '';
const arrangement = () => made['working-time-arrangements create']?.id ?? '';
const sandbox = () => made['sandboxes create']?.name ?? '';

beforeAll(async () => {
  service = await bulkService();
}, 60_000);
afterAll(() => service.stop());

async function accountCalled(wanted: string): Promise<Account> {
  const found = (await listAccounts(service.database)).find(
    ({ name, sandbox: copy }) => name === wanted && copy === null,
  );
  if (!found) throw new Error(`There is no account ${wanted}.`);
  return found;
}

it('the table holds every command', async () => {
  const tree = await allCommands();
  const nameOf = (command: (typeof tree.commands)[number]): string =>
    command.parent === null || command.parent === tree ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
  const leaves = withDescendants(tree).filter(({ commands }) => commands.length === 0);
  expect([...Object.keys(changing), ...reading, ...ofTheInstallation].sort()).toEqual(leaves.map(nameOf).sort());
});

/** Commands that need each other. */
const familyOf = (name: string): string => {
  const [family = ''] = name.split(' ');
  return { 'working-time-arrangements': 'calendars', webhooks: 'import' }[family] ?? family;
};
const families = new Set(oneIn(2, [...new Set(Object.keys(changing).map(familyOf))], 1));
const tried = Object.entries(changing).filter(([name]) => name === 'accounts create' || families.has(familyOf(name)));

describe('an audit entry names the operator after', () => {
  it.each(tried)('%s', { timeout: 60_000 }, async (name, { args, action, before, account }) => {
    await before?.();
    const isNew = ['accounts create', 'accounts import', 'demo'].includes(name);
    const known = isNew ? [] : await operatorEntries(account);
    made[name] = await run(...name.split(' '), ...args());
    const entries = (await operatorEntries(account)).slice(known.length);
    expect(entries).toContainEqual(
      expect.objectContaining({ action, actorKind: 'operator', actorName: expect.any(String) }),
    );
    const secrets = ['clientSecret', 'apiKey', 'password', 'link'].flatMap((member) => made[name]?.[member] ?? []);
    for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

/** Oldest first. */
async function operatorEntries(account = 'acme'): Promise<Record<string, unknown>[]> {
  const entries = await operate(service, await accountCalled(account), ({ list }) => list(auditEntries));
  return entries.filter(({ actorKind }) => actorKind === 'operator');
}

/** In this process, which takes a tenth of the time of a separate one. */
async function run(...args: readonly string[]): Promise<Record<string, string>> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const configOf = () => readConfig(service.env);
  try {
    const runners = { run: runner(configOf, true), runOnSettings: settingsRunner(configOf, true), isJson: true };
    await (await program(runners, args)).parseAsync([...args, '--json'], { from: 'user' });
    return JSON.parse(write.mock.calls.map(([text]) => String(text)).join(''));
  } finally {
    write.mockRestore();
  }
}
