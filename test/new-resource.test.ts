// Runs the steps of CONTRIBUTING.md, "How to add a resource", in a copy of the tree.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mistakeIn, namesOf } from '../tools/new-resource/names.ts';
import { takenBy } from '../tools/new-resource/taken.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fencedBlocks } from './support/fenced-blocks.ts';
import { inFull, isFull, oneIn } from './support/form.ts';
import { type DataFolder, dataFolder, demoClient, root } from './support/started-service.ts';
import { type TreeCopy, treeCopy } from './support/tree-copy.ts';

/** Type checking takes long on a busy machine. */
const patience = { timeout: 240_000 };

let tree: TreeCopy;
let commands: string[];
let shown: string[];
let folder: DataFolder;
let database: FreshDatabase;

beforeAll(async () => {
  [tree, folder, database] = await Promise.all([treeCopy(), dataFolder(), freshDatabase()]);
  const [, section = ''] = (await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')).split('## How to add a resource\n');
  const blocks = fencedBlocks(section.split('\n## ')[0] ?? '');
  const lines = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.split('\n'));
  commands = lines.map((line) => line.replace(/ +# .*/, '')).filter((line) => line !== '');
  shown = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text);
});
afterEach(() => tree.restore());
afterAll(async () => {
  await folder.discard();
  await Promise.all([tree.discard(), database.drop()]);
});

/** Uses all five operations of the resource, and finds the event of each change. */
async function used(path: string, type: string): Promise<void> {
  const call = await demoClient(folder.credentials());
  const created = await call('POST', `/svc-api/${path}`, { body: { name: 'Second of two', remoteId: 'R-2' } });
  expect(created.status, created.text).toBe(201);
  const { id } = created.body;
  expect(created.body).toMatchObject({ type, name: 'Second of two', isArchived: false });
  expect((await call('GET', `/svc-api/${path}/${id}`)).body).toEqual(created.body);

  const again = await call('POST', `/svc-api/${path}`, { body: { name: 'First of two', remoteId: 'r-2' } });
  expect(again, 'a key that is taken').toMatchObject({
    status: 400,
    body: { errors: { remoteId: [expect.anything()] } },
  });
  await call('POST', `/svc-api/${path}`, { body: { name: 'First of two' } });
  const list = await call('GET', `/svc-api/${path}?sort=name&search=two&isArchived=false`);
  expect(list.body.items.map(({ name }: { name: string }) => name)).toEqual(['First of two', 'Second of two']);

  const changed = await call('PATCH', `/svc-api/${path}/${id}`, { body: { isArchived: true } });
  expect(changed.body).toMatchObject({ id, isArchived: true, lastArchivedAt: expect.any(String) });
  expect((await call('DELETE', `/svc-api/${path}/${id}`)).status).toBe(204);
  expect((await call('GET', `/svc-api/${path}/${id}`)).status).toBe(404);

  const topics = ['created', 'updated', 'deleted'].map((verb) => `${type}.${verb}`);
  const seen = async () => {
    const { body } = await call('GET', `/svc-api/events?topic=${topics.join(',')}`);
    return body.items
      .filter(({ data }: { data: { id: string } }) => data.id === id)
      .map(({ topic }: { topic: string }) => topic);
  };
  await expect.poll(seen).toEqual(topics);
}

/** It takes longer than all the others, and only the full form has the time. */
const checksTypes = (command: string): boolean => command.startsWith('npx tsc');

describe('a resource in one command', () => {
  it(
    'is written, type-checked, migrated, served and taken back by the commands of CONTRIBUTING.md',
    patience,
    async () => {
      const { type, path } = { type: 'parking-space', path: 'parking-spaces' };
      expect(commands).toContain(`npm run new-resource -- ${type}`);
      expect(commands).toContain('npm start');
      expect(commands.at(-1)).toBe(`npm run new-resource -- --remove ${type}`);
      for (const command of commands.filter((one) => isFull || !checksTypes(one))) {
        if (command !== 'npm start') {
          await tree.sh(command);
          continue;
        }
        expect(shown).toHaveLength(1);
        expect(await readFile(join(tree.path, `contract/resources/${path}.ts`), 'utf8')).toContain(shown[0]);
        const service = await folder.start({ cwd: tree.path, env: { DATABASE_URL: database.url } });
        await used(path, type);
        expect(await service.signal('SIGINT')).toMatchObject({ status: 0, stderr: '' });
      }
      expect(await tree.changes()).toBe('');
    },
  );

  inFull('is taken back although somebody has changed its entries since', patience, async () => {
    await tree.sh('npm run new-resource -- company-car');
    await tree.sh(
      `sed -i "s/^  companyCars: .*/  companyCars: {\\n    ...kept('id'),\\n  },/" server/admin/sandboxes/treatments.ts`,
    );
    await tree.sh('npm run new-resource -- --remove company-car');
    expect(await tree.changes()).toBe('');
  });

  const refusals = [
    ['Parking', 'lower-case letters'],
    ['parking_space', 'lower-case letters'],
    ['parking-spaces', 'plural'],
    ['ab', 'from 3 to 40'],
    ['reference', 'reserved'],
    ['employee', 'taken'],
    ['client-application', 'taken'],
    ['outbox-entry parking', 'Usage'],
    ['--remove employee', 'not written by this command'],
    ['--remove leave', 'not written by this command'],
  ] as const;

  it.each(refusals.filter(([argument]) => !/[ ]/.test(argument)))('knows why it refuses "%s"', async (type, reason) => {
    const names = namesOf(type);
    const owner = await takenBy(pathToFileURL(`${root}/`).href, names);
    expect(mistakeIn(type) ?? `taken by ${owner}`).toContain(reason);
  });

  it.each(oneIn(5, refusals, 4))('refuses "%s", and changes nothing', patience, async (argument, reason) => {
    // Without npm, which takes longer than the command.
    await expect(tree.sh(`"${process.execPath}" tools/new-resource.ts ${argument}`)).rejects.toThrow(reason);
    expect(await tree.changes()).toBe('');
  });
});
