/** The examples that the help texts of all commands show. */
import { program, withDescendants } from '../../../cli/program.ts';

/** As the help shows them; a line that ends in a backslash continues on the next line. */
export function examplesInHelp(): string[] {
  const nothing = async () => undefined;
  const tree = program(nothing, nothing, false);
  return withDescendants(tree).flatMap((command) => {
    let help = '';
    command.configureOutput({
      writeOut: (text) => {
        help += text;
      },
    });
    command.outputHelp();
    const [, examples = ''] = help.split('Examples:\n');
    return examples
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  });
}
