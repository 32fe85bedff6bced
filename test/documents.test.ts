/**
 * Every fenced block of every document, in order, is run, sent, compiled or compared, or has a reason here why not. A
 * new block of a document must be added here.
 */
import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileAll, compiles } from './support/documents/compiled.ts';
import { followsNext, listens, streams, triggers, waits } from './support/documents/event-blocks.ts';
import {
  commands,
  defines,
  elsewhere,
  folders,
  type Handler,
  notRun,
  partsOfServer,
  printed,
  requests,
  shell,
  textOf,
} from './support/documents/handlers.ts';
import { readsLedger, showsLedger } from './support/documents/ledger-blocks.ts';
import * as special from './support/documents/special.ts';
import { registers, validates } from './support/documents/validator-blocks.ts';
import { documentWorld, type World } from './support/documents/world.ts';
import { fencedBlocks } from './support/fenced-blocks.ts';
import { readProof } from './support/run/proofs.ts';
import { root } from './support/started-service.ts';

const leaves = elsewhere('test/stories/leaves/documented-leaves.test.ts');
const label = async ({ call }: World) =>
  (await call('GET', '/svc-api/taxonomy-labels?limit=1')).body.items[0].url as string;
const changedLabel = async (world: World) => {
  await world.call('PATCH', await label(world), { body: { name: 'Tower crane operator' } });
  await world.service.publisher.publishAll();
  const { body } = await world.call('GET', '/svc-api/events?topic=taxonomy-label.updated&sort=-id&limit=1');
  return body.items[0].url as string;
};

/** README comes first: it shows the ids of an unchanged demo. */
const plan: Readonly<Record<string, readonly Handler[]>> = {
  'README.md': [
    notRun('npm ci has brought what this test runs with; test/stories/operation/start.waits.test.ts runs npm start'),
    special.startPrints,
    defines,
    ...[shell, printed],
    ...[shell, printed],
    ...[shell, printed],
    ...[shell, printed],
    notRun('this test is a part of npm test'),
    special.program('Welding\n'),
    special.settings,
    special.unit,
    commands({ 'accounts limit': special.acme }),
    special.accountTable,
    special.file('people.csv'),
    commands(),
  ],
  'ARCHITECTURE.md': [
    folders,
    partsOfServer((text) => text.split(/[\s·]+/).filter(Boolean)),
    partsOfServer((text) => [...text.matchAll(/^\d (\w+\/\w+)/gm)].map(([, path = '']) => path)),
  ],
  'CONTRIBUTING.md': [
    notRun('minutes each, or files of the tree are changed'),
    notRun('minutes each, on servers that are not here'),
    ...[elsewhere('test/new-resource.test.ts'), elsewhere('test/new-resource.test.ts')],
  ],
  'client/README.md': [compiles, compiles, compiles, compiles, compiles, compiles],
  // It creates the administrator that the next block uses.
  'docs/sign-in.md': [commands(), commands()],
  'docs/administration.md': [commands({ 'sandboxes clock': special.sandbox })],
  'docs/attributes-and-files.md': [
    ...[requests, requests],
    ...[registers, validates, validates, validates],
    requests,
    ...[special.uploads, requests, special.fileLinks],
  ],
  'docs/accounts.md': [elsewhere('test/stories/commands/account-archives.test.ts')],
  'docs/upgrading.md': [elsewhere('test/stories/operation/postgres-upgrade.test.ts')],
  'docs/backups.md': [
    elsewhere('test/stories/operation/backup.test.ts'),
    elsewhere('test/stories/operation/backup.test.ts'),
    elsewhere('test/stories/operation/start-checks.test.ts'),
    ...Array<Handler>(5).fill(elsewhere('test/judges/own-postgres-backups.test.ts')),
    elsewhere('test/stories/operation/backup.test.ts'),
  ],
  'docs/conventions.md': [
    special.tokenForm,
    special.answerTo(label),
    special.answerTo(async () => '/svc-api/taxonomy-labels?limit=2&include=links,totalCount'),
    special.answerTo(async () => '/svc-api/taxonomies?nmae=x'),
    special.answerTo(changedLabel),
  ],
  'docs/events.md': [waits, followsNext, streams, compiles, compiles, compiles, listens, triggers],
  'docs/imports.md': [
    elsewhere('test/stories/bulk/imports.test.ts'),
    compiles,
    elsewhere('test/stories/bulk/imports-running.test.ts'),
  ],
  'docs/leaves.md': [...Array<Handler>(9).fill(leaves), commands()],
  'docs/legacy.md': [shell, leaves, commands(), leaves, leaves, leaves, leaves, leaves, commands()],
  // The lines are those of the recorded run, if it has some.
  'docs/reliability.md': [readsLedger, ...(readProof('faults')?.extract ? [showsLedger] : [])],
  'docs/retention.md': [elsewhere('test/stories/privacy/retention.test.ts')],
  'docs/scaling.md': [special.accepted, special.accepted],
  'docs/subject-exports.md': [elsewhere('test/stories/privacy/subject-exports.test.ts')],
  'test/faults/README.md': [notRun('half an hour')],
};

let world: World;
beforeAll(async () => {
  world = await documentWorld();
});
afterAll(() => world.stop());

const documents = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules/**', 'docs/generated/**', 'data/**'] });

it('the plan names every document that has a fenced block', () => {
  const withBlocks = documents.filter((name) => fencedBlocks(textOf(name)).length > 0);
  expect(withBlocks.sort()).toEqual(Object.keys(plan).sort());
});

describe.each(Object.entries(plan))('%s', (name, handlers) => {
  const blocks = fencedBlocks(textOf(name));

  it('has as many fenced blocks as the plan', () => {
    expect(blocks.map(({ line, text }) => [line, text.split('\n')[0]])).toHaveLength(handlers.length);
  });

  it.each(blocks.map((block, index) => [block.line, block, handlers[index]] as const))(
    'the block of line %i holds',
    { timeout: 60_000 },
    async (_, block, handler) => {
      await handler?.(block, world);
    },
  );
});

/** Requests that must be refused according to their sentence. */
const refused = /nmae=/;

it.each(documents)('%s: requests inside sentences are answered', async (name) => {
  const paths = [...textOf(name).matchAll(/`(?:GET )?(\/svc-api\/[^\s`{<…]+)`/g)].map(([, path = '']) => path);
  for (const path of paths) {
    const { status, text } = await world.call('GET', path);
    expect(refused.test(path) ? 400 : 200, `${path} ${text}`).toBe(status);
  }
});

it('the TypeScript of the documents compiles', { timeout: 120_000 }, async () => {
  await compileAll(world);
});
