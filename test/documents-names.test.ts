/**
 * Names in the documents exist: files, links, scripts, commands with their options, settings and scopes. Numbers and
 * blocks have separate tests: documents-figures.test.ts and documents.test.ts.
 */
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { administrationScopes, scopes } from '@muster/contract/scopes.ts';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../cli/program.ts';
import manifest from '../package.json' with { type: 'json' };
import { settings } from '../server/settings/config.ts';
import { fileNameOf } from '../server/settings/secret-files.ts';
import { textOf } from './support/documents/handlers.ts';
import { root } from './support/started-service.ts';

const documents = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules/**', 'data/**'] }).sort();

/** Inline code, and lines of fenced blocks. */
const codeIn = (text: string): string[] => [
  ...[...text.matchAll(/^ *```.*\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) => block.split('\n')),
  ...[...text.replaceAll(/^ *```.*\n[\s\S]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
];

/** The anchors that GitHub makes from headings. */
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );

const tree = await allCommands();

/** The error in a line of the `muster` command; null if there is none. */
function mistakeIn(words: readonly string[]): string | null {
  let command: Command = tree;
  let index = 0;
  for (; index < words.length; index += 1) {
    const next = command.commands.find((one) => one.name() === words[index]);
    if (!next) break;
    command = next;
  }
  const word = words[index];
  if (command === tree && word !== undefined && !word.startsWith('-')) return `muster has no command ${word}`;
  if (command.commands.length > 0 && word !== undefined && /^[a-z-]+$/.test(word) && !word.startsWith('-')) {
    return `muster ${command.name()} has no command ${word}`;
  }
  const known = [...command.options, ...tree.options].flatMap(({ long }) => [long, long?.replace('--', '--no-')]);
  const unknown = words.filter((one) => /^--[a-z]/.test(one) && !['--help', '--json', ...known].includes(one));
  return unknown.length > 0 ? `${command.name()} has no option ${unknown.join(', ')}` : null;
}

describe.each(documents)('%s', (name) => {
  const text = textOf(name);
  const code = codeIn(text);

  it('links to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    for (const target of links.filter((one) => !/^(https?:|mailto:)/.test(one))) {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? name : join(dirname(name), path);
      expect(existsSync(join(root, file)), target).toBe(true);
      if (anchor !== undefined && file.endsWith('.md')) expect(anchorsIn(textOf(file)), target).toContain(anchor);
    }
  });

  it('names files that exist', () => {
    const isPath = /^(contract|client|console|demo|server|cli|test|bench|tools|docs)\/[\w./-]+$/;
    for (const word of code.filter((one) => isPath.test(one))) expect(existsSync(join(root, word)), word).toBe(true);
  });

  it('names scripts, commands and options that exist', () => {
    for (const line of code) {
      const [, script] = /\bnpm run (?:--silent )?([\w:-]+)/.exec(line) ?? [];
      if (script !== undefined && script !== 'dev' && script !== 'build') {
        expect(Object.keys(manifest.scripts), line).toContain(script);
      }
      const [, command] = /^(?:\$ )?(?:npm run --silent muster -- |npx muster |muster )(.*)$/.exec(line) ?? [];
      if (command !== undefined) expect(mistakeIn(command.replace(/ #.*/, '').split(/\s+/)), line).toBeNull();
    }
  });

  it('names settings and scopes that exist', () => {
    const ofTests = ['MUSTER_TEST_DATABASE_URL'];
    const known = [...settings.flatMap((one) => (one.isSecret ? [one.name, fileNameOf(one)] : [one.name])), ...ofTests];
    for (const [word] of text.matchAll(/\bMUSTER_[A-Z_0-9]*[A-Z0-9]\b/g)) expect(known, word).toContain(word);
    const all = [...scopes, ...administrationScopes];
    for (const word of code.filter((one) => /^[a-z-]+\.(readonly|readwrite)$/.test(one))) expect(all).toContain(word);
  });
});

describe('each question of ARCHITECTURE.md', () => {
  const [, part = ''] = textOf('ARCHITECTURE.md').split(/^## Where to find things$/m);
  const [introduction = '', ...questions] = (part.split(/^## /m)[0] ?? '').split(/^### /m);
  const filesMax = 8;

  it('is one of five', () => {
    expect(introduction).toContain('Five questions');
    expect(questions).toHaveLength(5);
  });

  it.each(questions.map((text) => [text.split('\n')[0], text] as const))('%s names files that answer it', (_, text) => {
    const rows = [...text.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)];
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.length).toBeLessThanOrEqual(filesMax);
    for (const [, file = '', meaning = ''] of rows) {
      expect(existsSync(join(root, file)), file).toBe(true);
      const names = [...meaning.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
      for (const name of names) expect(textOf(file), file).toMatch(new RegExp(`\\b${name}\\b`));
      // Every file has a name to look for, except whole folders.
      expect(names.length > 0 || file.endsWith('/'), file).toBe(true);
    }
  });
});

it('the newest release of the changelog is the version of every package', () => {
  const headings = [...textOf('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  const [unreleased, newest = ''] = headings;
  expect(unreleased).toBe('Unreleased');
  expect(newest).toMatch(/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/);
  const packages = ['package.json', ...manifest.workspaces.map((folder) => `${folder}/package.json`)];
  for (const file of packages) expect([file, JSON.parse(textOf(file)).version]).toEqual([file, newest.split(' ')[0]]);
});
