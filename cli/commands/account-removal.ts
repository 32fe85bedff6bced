/** `muster accounts delete` and `keep`. */
import { closeAccount, keepAccount } from '@muster/server/admin/sandboxes/closing.ts';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import type { Command } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { secondsIn } from '../duration.ts';
import { examples } from '../examples.ts';
import { operate } from '../operate.ts';
import type { Run } from '../outcome.ts';

const explanation = `
Callers of the account are refused within a second, and people cannot sign in. Its rows stay until the grace time ends; until
then "muster accounts keep" opens it again, as it was. Then a running service removes its sandboxes, its files and its rows,
some at a time. Backups keep it until they are removed.`;

/** As long as files stay in quarantine. */
const usualGrace = '30d';

export function addAccountRemoval(accounts: Command, run: Run): void {
  withAccountOption(accounts.command('delete'))
    .description('close an account, and remove everything in it after a grace time')
    .option('--after <duration>', 'the grace time, such as 30d or 12h; 0 for none', secondsIn, secondsIn(usualGrace))
    .addHelpText('after', explanation)
    .addHelpText(
      'after',
      examples('muster accounts delete --account acme', 'muster accounts delete --account acme --after 7d --yes'),
    )
    .action(({ after, ...option }: AccountOption & { after: number }) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const { id, name, sandbox } = account;
        if (sandbox !== null) throw new RefusedError({ account: [`Run "muster sandboxes delete ${sandbox}".`] });
        const removalDueAt = new Date(installation.now().getTime() + after * 1000);
        await operate(installation, account, async ({ tx, record }) => {
          await closeAccount(tx, removalDueAt);
          const due = { removalDueAt: removalDueAt.toISOString() };
          await record({ action: 'account.closed', subject: { type: 'account', id }, before: null, after: due });
        });
        return {
          json: { id, name, state: 'closed', removalDueAt },
          text: `The account ${name} is closed. Everything in it is removed after ${removalDueAt.toISOString()}. Until then, "muster accounts keep --account ${name}" opens it again.`,
        };
      }),
    );
  withAccountOption(accounts.command('keep'))
    .description('open an account again that was deleted, before its grace time ends')
    .addHelpText('after', examples('muster accounts keep --account acme'))
    .action((option: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const { id, name } = account;
        await operate(installation, account, async ({ tx, record }) => {
          await keepAccount(tx);
          await record({ action: 'account.kept', subject: { type: 'account', id }, before: null, after: null });
        });
        return { json: { id, name, state: 'ready' }, text: `The account ${name} is open again.` };
      }),
    );
}
