/** Changes of an existing client application. */
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { Command } from 'commander';
import { changeClient, endOldSecret, restoreClient } from '../client-applications.ts';
import { type EstablishmentsOption, establishmentsIn, withEstablishmentsOption } from '../establishments-option.ts';
import { examples } from '../examples.ts';
import { listed } from '../listed.ts';
import type { Run } from '../outcome.ts';

interface ChangeOptions {
  readonly name?: string;
  readonly contact?: string;
  readonly scopes?: readonly string[];
  readonly establishments?: EstablishmentsOption;
}

export function changeCommand(run: Run): Command {
  return withEstablishmentsOption(new Command('change'))
    .description('change the name, the contact, the scopes or the establishments; what is left out stays')
    .argument('<clientId>')
    .option('--name <name>', 'what people call it')
    .option('--contact <email>', 'who answers for it')
    .option('--scopes <list>', 'scopes separated by commas, or all', (text) =>
      text === 'all' ? everyScope : listed(text),
    )
    .addHelpText(
      'after',
      examples(
        'muster clients change app-0123 --contact it@example.com',
        'muster clients change app-0123 --scopes employees.readonly,events.readonly --establishments all',
      ),
    )
    .action((clientId: string, { name, contact, scopes, establishments }: ChangeOptions) =>
      run(async (installation) => {
        const change = {
          ...(name !== undefined && { name }),
          ...(contact !== undefined && { technicalContact: contact }),
          ...(scopes !== undefined && { scopes }),
          ...(establishments !== undefined && { establishments: establishmentsIn(establishments) }),
        };
        const changed = await changeClient(installation, clientId, change);
        return {
          json: { ...changed },
          text: `${changed.name} (${clientId}): ${changed.scopes.length} scopes, establishments ${changed.establishments?.join(', ') ?? 'all'}, contact ${changed.technicalContact}.`,
        };
      }),
    );
}

export function restoreCommand(run: Run): Command {
  return new Command('restore')
    .description('undo a revocation')
    .argument('<clientId>')
    .addHelpText('after', examples('muster clients restore app-0123'))
    .action((clientId: string) =>
      run(async (installation) => {
        await restoreClient(installation, clientId);
        return { json: { clientId, isDisabled: false }, text: `${clientId} may call again.` };
      }),
    );
}

export function endOldSecretCommand(run: Run): Command {
  return new Command('end-old-secret')
    .description('refuse the secret from now on that was replaced and still worked')
    .argument('<clientId>')
    .addHelpText('after', examples('muster clients end-old-secret app-0123'))
    .action((clientId: string) =>
      run(async (installation) => {
        await endOldSecret(installation, clientId);
        return { json: { clientId }, text: `Only the newest secret of ${clientId} works from now on.` };
      }),
    );
}
