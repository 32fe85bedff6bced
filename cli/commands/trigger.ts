/** `muster trigger`: a test event for a receiver, without a change. */

import { recordTestEvent, type TestEvent, testableTopics } from '@muster/server/commands/test-events.ts';
import { startPublisher } from '@muster/server/events/publish.ts';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { Argument, Command } from 'commander';
import { accountNamed, type OptionalAccount, withOptionalAccount } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Installation } from '../installation.ts';
import { operate } from '../operate.ts';
import type { Outcome, Run } from '../outcome.ts';

interface TriggerOptions extends OptionalAccount {
  readonly id?: string;
  readonly example?: boolean;
  readonly force?: boolean;
}

const explanation = `
The event is recorded and published like any other: it is listed, streamed, and delivered to webhook endpoints. Nothing
else changes. It shows the newest resource of its type as it stands, the one of --id, or with --example the one of the
reference, whose id is never used (0). An account without such a resource gets the example.

Those who keep a copy of the data cannot tell it from the event of a change. In a production account it is refused
unless --force is given.`;

export function triggerCommand(run: Run): Command {
  return withOptionalAccount(new Command('trigger').description('record an event of any topic, to try out a receiver'))
    .addArgument(new Argument('<topic>', 'such as employee.updated').choices([...testableTopics]))
    .option('--id <id>', 'about this resource, instead of the newest one')
    .option('--example', 'about the example of the reference, instead of a resource of the account')
    .option('--force', 'also in a production account')
    .addHelpText('after', explanation)
    .addHelpText(
      'after',
      examples(
        'muster trigger employee.updated',
        'muster trigger department.created --account demo --id 12',
        'muster trigger profession.deleted --account demo --example --json',
      ),
    )
    .action((topic: string, options: TriggerOptions) => run((installation) => trigger(installation, topic, options)));
}

async function trigger(installation: Installation, topic: string, options: TriggerOptions): Promise<Outcome> {
  const { database } = installation;
  const { id: about = null, example: isExample = false, force: isForced = false } = options;
  const account = await accountNamed(installation, options);
  if (account.environment === 'production' && !isForced) {
    throw new RefusedError({
      account: [`${account.name} is a production account: receivers would take the event for a change. Add --force.`],
    });
  }
  const testEvent = await operate(installation, account, async ({ tx, record }) => {
    const event = await recordTestEvent(tx, topic, { about, isExample });
    if (event) await record({ action: 'event.triggered', subject: null, before: null, after: { topic, ...event } });
    return event;
  });
  if (testEvent === null) throw new RefusedError({ id: [`The account has no such resource for ${topic}.`] });
  // A running service would publish it too; this way it is published when the command ends.
  const publisher = startPublisher(database, () => undefined);
  await publisher.publishAll().finally(() => publisher.stop());
  return {
    json: { account: account.name, topic, ...testEvent },
    text: `An event ${topic} about ${display(testEvent)} was published in ${account.name}.`,
  };
}

const display = ({ dataId, isExample }: TestEvent): string =>
  isExample ? `an example (id ${dataId})` : `id ${dataId}`;
