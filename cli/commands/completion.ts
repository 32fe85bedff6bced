import { Argument, Command } from 'commander';
import { completionScript, type Shell, shells } from '../completion.ts';
import { examples } from '../examples.ts';

/** Needs no installation: it only uses the command tree. */
export function completionCommand(treeOf: () => Command): Command {
  return new Command('completion')
    .description('print a script by which a shell completes this command')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText(
      'after',
      examples(
        'source <(muster completion bash)',
        'muster completion zsh > "$' + '{fpath[1]}/_muster"',
        'muster completion fish > ~/.config/fish/completions/muster.fish',
      ),
    )
    .action((shell: Shell) => {
      process.stdout.write(completionScript(treeOf(), shell));
    });
}
