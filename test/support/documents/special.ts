/** Handlers for blocks that need setup of their own. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { firstSteps } from '../../../demo/first-steps.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { listAccounts } from '../../../server/identity/accounts/accounts.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { banner } from '../../../server/start/banner.ts';
import { company } from '../people/people.ts';
import { expectSameMembers, expectShown } from './comparison.ts';
import { type Handler, linesIn, meantBy } from './handlers.ts';
import type { World } from './world.ts';

const exec = promisify(execFile);

/** The output of the start, with the path from the document. */
export const startPrints: Handler = ({ text }, { service, credentials }) => {
  const [path = ''] = /\/\S+credentials\.json/.exec(text) ?? [];
  const { url } = service;
  const real = banner({
    baseUrl: url,
    authUrl: url,
    firstSteps: firstSteps(credentials, path),
    webhookNetworks: [],
    role: 'all',
  });
  expectShown(text, real.replaceAll(url, 'http://localhost:3000'));
};

/** A program in the folder with `data/`; it prints the expected output. */
export const program =
  (prints: string): Handler =>
  async ({ text }, { service }) => {
    const file = await service.file('first.ts', text);
    const { stdout } = await exec(process.execPath, [file], { cwd: service.folder });
    expect(stdout).toBe(prints);
  };

/** Settings that the start accepts; missing values are filled in. */
export const settings: Handler = (block) => {
  const lines = linesIn(block);
  const env = exported(lines);
  expect(Object.keys(env).length).toBe(lines.length - 1);
  expect(lines.at(-1)).toBe('npm start');
  expect(readConfig(env)).toMatchObject({ publicUrl: env.MUSTER_PUBLIC_URL, isDemoWanted: false });
};

/** Settings alone, which a start accepts. */
export const accepted: Handler = (block) => {
  const lines = linesIn(block);
  const env = exported(lines);
  expect(Object.keys(env).length).toBe(lines.length);
  expect(readConfig(env)).toMatchObject({ databaseUrl: env.DATABASE_URL });
};

function exported(lines: readonly string[]): Record<string, string> {
  const made: Record<string, string> = { MUSTER_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };
  return Object.fromEntries(
    lines
      .filter((line) => line.startsWith('export '))
      .map((line) => /^export (\w+)='?(.*?)'?$/.exec(line) ?? [])
      .map(([, name = '', value = '']) => [name, made[name] ?? value.replaceAll('…', 'secret')]),
  );
}

/** The unit runs the same command as `npm start`. */
export const unit: Handler = ({ text }) => {
  const [, cache = ''] = /^Environment=(.*)$/m.exec(text) ?? [];
  const [, started = ''] = /^ExecStart=\S+\/node (.*)$/m.exec(text) ?? [];
  expect(manifest.scripts.start).toBe(`${cache} exec node ${started}`);
};

/** The accounts that exist at this point. */
export const accountTable: Handler = async ({ text }, { service, muster }) => {
  expectShown(text, (await muster('muster accounts list')).replaceAll(service.url, 'http://localhost:3000'));
};

export const file =
  (name: string): Handler =>
  async ({ text }, { service }) => {
    await service.file(name, text);
  };

/** The account of the examples, with a company, a client application and a file of holidays. */
export async function acme({ service, meant, muster }: World): Promise<void> {
  const account = (await listAccounts(service.database)).find(({ name }) => name === 'acme');
  if (!account || meant.has('app-…')) return;
  const client = await service.client(account);
  const { template, place } = await company(client);
  const { id: calendar } = JSON.parse(await muster('muster calendars create --account acme --name Germany --json'));
  meant.set('app-…', client.credentials.clientId);
  meant.set('--hire-template 4', `--hire-template ${template.id}`);
  meant.set('--establishments 1,2', `--establishments ${place.id}`);
  meant.set('import 3', `import ${calendar}`);
  meant.set('--calendar 3', `--calendar ${calendar}`);
  const holidays = 'date,name\n2027-07-14,Bastille Day\n';
  await Promise.all(['holidays.csv', 'holidays-2027.csv'].map((name) => service.file(name, holidays)));
}

/** The name of the sandbox in the examples. */
export async function sandbox({ meant, muster }: World): Promise<void> {
  const { sandboxes } = JSON.parse(await muster('muster sandboxes list --account acme --json'));
  meant.set('kdv7twxq', sandboxes[0].name);
}

export const uploads: Handler = async (block, world) => {
  await writeFile(join(world.service.folder, 'contract.pdf'), '%PDF-1.7\n%%EOF\n');
  const { id } = JSON.parse(await world.sh(meantBy(block, world)));
  const { body } = await world.call('GET', '/svc-api/employments?limit=1');
  world.meant.set('/svc-api/employments/88', `/svc-api/employments/${body.items[0].id}`);
  world.meant.set('0196c3f2-5a10-7c4e-9b1d-2f6a3e8d4c71', id);
};

/** A link to a file, and the ways to follow it. */
export const fileLinks: Handler = async (block, world) => {
  const [first = '', ...others] = linesIn({ ...block, text: meantBy(block, world) });
  expect(first).toMatch(/→ +links\.document\.href$/);
  const read = await world.call('GET', first.split(/ +/)[1] ?? '');
  const { href } = read.body.links.document;
  const shown = others.map((line) => line.replace('GET <that address>', '').split(/ *→ */));
  expect(shown.map(([how]) => how)).toEqual(['', '&disposition=attachment', '  Accept: image/*']);
  expect((await world.call('GET', href)).body).toMatchObject({ type: 'file' });
  expect((await world.call('GET', `${href}&disposition=attachment`)).text).toMatch(/^%PDF/);
  // Not an image, so there is no reduced image.
  expect((await world.call('GET', href, { headers: { accept: 'image/*' } })).status).toBe(406);
};

/** The form that requests a token. */
export const tokenForm: Handler = async ({ text }, { service, credentials }) => {
  const form = text.trim().replace('app-7f21', credentials.clientId).replace('<SECRET>', credentials.clientSecret);
  const reply = await fetch(`${service.url}/connect/token`, { method: 'POST', body: new URLSearchParams(form) });
  expect(reply.status).toBe(200);
  expect(await reply.json()).toMatchObject({ scope: 'taxonomies.readonly events.readonly', expires_in: 1800 });
};

/** The JSON document has the same members as the response to this request. */
export const answerTo =
  (request: (world: World) => Promise<string>): Handler =>
  async ({ text }, world) => {
    const shown = JSON.parse(text.replaceAll(/,\s*…/g, ''));
    const { body } = await world.call('GET', await request(world));
    const { data: shownData, items: _, t9n: shownT9n, ...rest } = shown;
    const { data, items: __, t9n, ...real } = body;
    expectSameMembers(rest, real);
    expect(data ?? {}).toMatchObject(shownData ? { type: shownData.type } : {});
    expect(Object.keys(t9n ?? {})).toEqual(Object.keys(shownT9n ?? {}));
  };
