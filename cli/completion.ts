/**
 * Shell completion scripts for `muster`, generated from the command tree: subcommands, options, and the words of
 * options and arguments. Nothing is looked up during completion.
 */
import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

interface Word {
  readonly text: string;
  readonly about: string;
}

/** What can follow a path of commands, and the choices of its options. */
interface CompletionNode {
  /** `accounts create`; empty for the command itself. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly Word[];
  /** Words for an argument that has a closed list of them. */
  readonly words: readonly string[];
  /** Option → its choices; empty if it takes any value. Options without a value are missing. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
}

export function completionScript(muster: Command, shell: Shell): string {
  const places = placesIn(muster, '');
  // At the end: the first line of a zsh file names the completed command.
  return `${{ bash, zsh, fish }[shell](places)}\n# Written by: muster completion ${shell}\n`;
}

function placesIn(command: Command, path: string): CompletionNode[] {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...globalOptions(command)];
  const subcommands = help.visibleCommands(command);
  const place: CompletionNode = {
    path,
    commands: subcommands.map((one) => ({ text: one.name(), about: one.description() })),
    options: options.map((one) => ({ text: one.long ?? one.short ?? '', about: one.description })),
    words: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    choices: new Map(
      options.flatMap((one) => (one.required || one.optional ? [[one.long ?? '', one.argChoices ?? []] as const] : [])),
    ),
  };
  return [place, ...command.commands.flatMap((one) => placesIn(one, `${path} ${one.name()}`.trim()))];
}

const globalOptions = (command: Command) =>
  command.parent ? rootOf(command).options.filter(({ long }) => long === '--json') : [];

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

const joined = (words: readonly string[]): string => words.join(' ');

function bash(places: readonly CompletionNode[]): string {
  const cases = places.flatMap(({ path, commands, options, words, choices }) => [
    ...[...choices].map(([option, allowed]) => `    "${path}:${option}") words="${joined(allowed)}" ;;`),
    `    "${path}:") words="${joined([...commands, ...options].map(({ text }) => text).concat(words))}" ;;`,
  ]);
  const paths = places.map(({ path }) => `"${path}"`).filter((path) => path !== '""');
  return `_muster() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" word index
  for (( index = 1; index < COMP_CWORD; index++ )); do
    word="\${COMP_WORDS[index]}"
    case "\${path:+$path }$word" in
      ${paths.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path:$previous" in
${cases.filter((line) => !line.includes(':") words')).join('\n')}
    *) case "$path:" in
${cases
  .filter((line) => line.includes(':") words'))
  .map((line) => `  ${line}`)
  .join('\n')}
    esac ;;
  esac
  COMPREPLY=( $(compgen -W "$words" -- "$current") )
}
complete -o default -F _muster muster`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** In zsh a colon separates a word from its description. */
const described = ({ text, about }: Word): string => quoted(`${text.replaceAll(':', '\\:')}:${about}`);

/** `path` is reserved there: it is the search path of programs. */
function zsh(places: readonly CompletionNode[]): string {
  const paths = places.map(({ path }) => path).filter((path) => path !== '');
  const chosen = places.flatMap(({ path, choices }) =>
    [...choices].map(
      ([option, allowed]) =>
        `    ${quoted(`${path}:${option}`)}) ${allowed.length > 0 ? `compadd -- ${joined(allowed)}` : '_files'}; return ;;`,
    ),
  );
  const offered = places.map(
    ({ path, commands, options, words }) =>
      `    ${quoted(path)}) offered=(${[...commands, ...words.map((text) => ({ text, about: '' })), ...options].map(described).join(' ')}) ;;`,
  );
  return `#compdef muster
_muster() {
  local place="" word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${place:+$place }$word" in
      ${paths.map(quoted).join('|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place:\${words[CURRENT-1]}" in
${chosen.join('\n')}
  esac
  case "$place" in
${offered.join('\n')}
  esac
  _describe muster offered
}
if [ "$funcstack[1]" = "_muster" ]; then _muster "$@"; else compdef _muster muster; fi`;
}

function fish(places: readonly CompletionNode[]): string {
  const at = (path: string): string => `__muster_at ${path === '' ? "''" : quoted(path)}`;
  const lines = places.flatMap(({ path, commands, options, words, choices }) => [
    ...commands.map(
      ({ text, about }) => `complete -c muster -f -n "${at(path)}" -a ${quoted(text)} -d ${quoted(about)}`,
    ),
    ...words.map((text) => `complete -c muster -f -n "${at(path)}" -a ${quoted(text)}`),
    ...options.map(({ text, about }) => {
      const allowed = choices.get(text);
      const values = allowed === undefined ? '' : allowed.length > 0 ? ` -x -a ${quoted(joined(allowed))}` : ' -r';
      const name = text.startsWith('--') ? `-l ${text.slice(2)}` : `-s ${text.slice(1)}`;
      return `complete -c muster -n "${at(path)}" ${name}${values} -d ${quoted(about)}`;
    }),
  ]);
  return `function __muster_at
  set -l path
  for word in (commandline -opc)[2..-1]
    switch (string join ' ' $path $word)
      case ${places
        .map(({ path }) => path)
        .filter((path) => path !== '')
        .map(quoted)
        .join(' ')}
        set -a path $word
    end
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}`;
}
