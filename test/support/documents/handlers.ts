/** Handlers for the fenced blocks of documents: run it, send it, compare it, or say why not. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import type { FencedBlock } from '../fenced-blocks.ts';
import { root } from '../started-service.ts';
import { expectShown } from './comparison.ts';
import type { World } from './world.ts';

export type Handler = (block: FencedBlock, world: World) => Promise<void> | void;

/** The block with the values of this run. */
export function meantBy({ text }: FencedBlock, { meant }: World): string {
  let said = text;
  for (const [shown, real] of meant) said = said.replaceAll(shown, real);
  return said;
}

/** Shell functions that later blocks use. */
let definitions = '';
export const defines: Handler = ({ text }) => {
  definitions = text;
};

export const shell: Handler = async (block, world) => {
  world.last = await world.sh(`${definitions}\n${meantBy(block, world)}`);
};

/** Compares with the output or response of the block before; addresses and ids of this run may differ. */
export const printed: Handler = ({ text }, world) => {
  let real = world.last.replaceAll(world.service.url, 'http://localhost:3000');
  for (const [shown, meant] of world.meant) real = real.replaceAll(meant, shown);
  expectShown(text, real);
};

/** Lines of the `muster` command in any form. `before` creates what a line needs. */
export const commands =
  (before: Readonly<Record<string, (world: World) => Promise<void>>> = {}): Handler =>
  async (block, world) => {
    for (const line of linesIn(block)) {
      for (const [words, prepare] of Object.entries(before)) if (line.includes(words)) await prepare(world);
      const [meant = ''] = meantBy({ ...block, text: line }, world).split('\n');
      const command = meant.replace(/^(npm run --silent muster --|npx muster|muster) ?/, 'muster ');
      world.last = await world.muster(command);
      expect(world.last, line).not.toBe('');
    }
  };

/** Without comments; a line that ends in a backslash continues on the next line. */
export const linesIn = ({ text }: FencedBlock): string[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/ +# .*$/, '').replace(/^\$ /, ''))
    .filter((line) => line !== '');

/** One request with a body, or one line per request without a body. */
export const requests: Handler = async (block, world) => {
  const text = meantBy(block, world);
  const withBody = /^(POST|PATCH) (\S+)\n\n([\s\S]*)$/.exec(text);
  const sent = withBody
    ? [world.call(withBody[1] ?? '', withBody[2] ?? '', { body: JSON.parse(withBody[3] ?? '') })]
    : linesIn({ ...block, text }).map((line) => world.call('GET', line.replace('GET ', '')));
  for (const reply of await Promise.all(sent)) {
    expect(reply.status, reply.text).toBeLessThan(300);
    world.last = reply.text;
  }
};

/** Another test reads this block. */
export const elsewhere =
  (test: string): Handler =>
  () => {
    expect(existsSync(join(root, test)), test).toBe(true);
  };

/** Commands that take minutes or change the machine: the test only checks that the names in them exist. */
export const notRun =
  (reason: string): Handler =>
  (block) => {
    expect(reason).not.toBe('');
    for (const line of linesIn(block).flatMap((one) => one.split(' && '))) {
      const [, script] = /^npm run ([\w-]+)/.exec(line) ?? [];
      if (script !== undefined) expect(Object.keys(manifest.scripts)).toContain(script);
      for (const [file] of line.matchAll(/[\w./-]+\.ts\b/g)) expect(existsSync(join(root, file)), file).toBe(true);
    }
  };

/** A tree of folders, two spaces per level: all of them exist, and it contains every folder of the server. */
export const folders: Handler = ({ text }) => {
  const above: string[] = [];
  const named = new Set<string>();
  for (const line of text.split('\n')) {
    const [, indent = '', name] = /^( *)([\w-]+(?:\/|\.ts))(?= |$)/.exec(line) ?? [];
    // Continuation lines are indented more than any folder.
    if (name === undefined || indent.length > 2 * above.length) continue;
    above.splice(indent.length / 2, above.length, name);
    const path = above.join('');
    expect(existsSync(join(root, path)), path).toBe(true);
    named.add(path);
  }
  const ours = readdirSync(join(root, 'server'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    // A moved folder may leave an empty folder behind, which git does not track.
    .filter((entry) => globSync(`server/${entry.name}/**/*.ts`, { cwd: root }).length > 0)
    .map((entry) => `server/${entry.name}/`);
  expect(ours.filter((folder) => !named.has(folder))).toEqual([]);
};

/** Words such as `http/api` or `store/read·write`: each names a file or a folder of the server. */
export const partsOfServer =
  (wordsIn: (text: string) => readonly string[]): Handler =>
  ({ text }) => {
    const found = wordsIn(text);
    expect(found.length).toBeGreaterThan(5);
    for (const word of found) {
      const exists = ['', 'server/'].some((folder) =>
        ['', '.ts'].some((ending) => existsSync(join(root, folder + word + ending))),
      );
      expect(exists, word).toBe(true);
    }
  };

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
