/** The examples that the help texts of all commands show. */
import { allCommands, withDescendants } from '../../../cli/program.ts';

/** As the help shows them; a line that ends in a backslash continues on the next line. */
export async function examplesInHelp(): Promise<string[]> {
  const tree = await allCommands();
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
