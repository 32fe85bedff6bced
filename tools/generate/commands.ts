/** The page about the command line, from the commands themselves. */
import type { Command } from 'commander';
import { allCommands } from '../../cli/program.ts';

const shortOf = (path: string): string => path.replaceAll(' ', '-');

export async function commandsPage(): Promise<string> {
  const muster = await allCommands();
  const leaves = leavesIn(muster, 'muster');
  return [
    '# The command line',
    '',
    muster.description(),
    '',
    'Every command prints sentences or a table for people, and with `--json` one JSON object and nothing else. It ends with',
    '0 when everything was done, and with 1 when it was refused, failed, or was done in part only: then standard error says',
    'why, with `--json` as one object `{ "error": { "message", "errors" } }`. Long work shows how far it is on standard error.',
    'Settings come from the environment, as for the service. `muster completion bash|zsh|fish` makes a shell complete all',
    'of this.',
    '',
    '| Command | What it does |',
    '|---|---|',
    ...leaves.map(([path, command]) => `| [\`${path}\`](#${shortOf(path)}) | ${command.description()} |`),
    ...leaves.flatMap(([path, command]) => ['', ...sectionOf(path, command)]),
    '',
  ].join('\n');
}

function leavesIn(command: Command, path: string): (readonly [string, Command])[] {
  return command.commands.length === 0
    ? [[path, command] as const]
    : command.commands.flatMap((one) => leavesIn(one, `${path} ${one.name()}`));
}

function sectionOf(path: string, command: Command): string[] {
  const help = command.createHelp();
  const terms = [
    ...help.visibleArguments(command).map((one) => [help.argumentTerm(one), help.argumentDescription(one)] as const),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((one) => [help.optionTerm(one), help.optionDescription(one)] as const),
  ];
  const usage = `${path} ${command.usage()}`.replace(' [options]', terms.length > 0 ? ' [options]' : '');
  return [
    `## ${path}`,
    '',
    `${capitalized(command.description())}.`,
    '',
    '```',
    usage,
    '```',
    ...(terms.length === 0 ? [] : ['', '| | |', '|---|---|', ...terms.map(([term, about]) => rowOf(term, about))]),
  ];
}

const rowOf = (term: string, about: string): string =>
  `| \`${term.replaceAll('|', '\\|')}\` | ${about.replaceAll('|', '\\|')} |`;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
