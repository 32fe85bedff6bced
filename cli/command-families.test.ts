import { expect, it } from 'vitest';
import { families, familiesFor } from './command-families.ts';

const runners = { run: async () => undefined, runOnSettings: async () => undefined, isJson: false };
const namesFor = (...args: string[]) => familiesFor(args).flatMap(({ names }) => names);

it('each file makes the commands that are listed for it', async () => {
  for (const { names, load } of families) {
    const commands = [await load(runners)].flat();
    expect(commands.map((command) => command.name())).toEqual(names);
  }
});

it('a command loads its own file, and everything else loads all', () => {
  const all = families.flatMap(({ names }) => names);
  expect(namesFor('accounts', 'list')).toEqual(['accounts']);
  expect(namesFor('--json', 'restore', 'x')).toEqual(['backup', 'restore']);
  for (const args of [
    [],
    ['--help'],
    ['--help', 'accounts'],
    ['help', 'accounts'],
    ['--version'],
    ['completion'],
    ['acounts'],
  ])
    expect(namesFor(...args), args.join(' ')).toEqual(all);
});
