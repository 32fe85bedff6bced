import { setTimeout as pause } from 'node:timers/promises';
import { accounts } from '@muster/contract/administration/accounts.ts';
import { sandboxes } from '@muster/contract/administration/sandboxes.ts';
import {
  dropEmptySandbox,
  listSandboxes,
  type Sandbox,
  sandboxNamed,
} from '@muster/server/admin/sandboxes/operator.ts';
import { copyOwnAccount } from '@muster/server/admin/sandboxes/own-copy.ts';
import { workOnOne } from '@muster/server/admin/sandboxes/provisioning.ts';
import { type KeptFiles, keptFiles } from '@muster/server/files/kept-files.ts';
import { openStorage } from '@muster/server/files/open-storage.ts';
import { listAccounts } from '@muster/server/identity/accounts/accounts.ts';
import { Command, InvalidArgumentError } from 'commander';
import {
  type AccountOption,
  accountNamed,
  type OptionalAccount,
  withAccountOption,
  withAnyAccount,
} from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Installation } from '../installation.ts';
import { type NamedAccount, operate } from '../operate.ts';
import type { Run } from '../outcome.ts';
import { type Progress, progressOf } from '../progress.ts';
import { refusing } from '../refusing.ts';
import { day, table } from '../table.ts';

export function sandboxCommands(run: Run, isJson: boolean): Command {
  const all = new Command('sandboxes').description(
    'copies of accounts with invented names, and with a clock that can be moved',
  );
  const commands = [createCommand(run, isJson), listCommand(run), clockCommand(run), deleteCommand(run, isJson)];
  for (const command of commands) all.addCommand(command);
  return all;
}

function createCommand(run: Run, isJson: boolean): Command {
  return withAccountOption(new Command('create').description('copy an account; the service names the sandbox'))
    .option('--owner <email>', 'who becomes its owner by a link that is shown once')
    .addHelpText(
      'after',
      examples(
        'muster sandboxes create --account acme',
        'muster sandboxes create --account acme --owner ada@example.com',
      ),
    )
    .action(({ owner, ...option }: AccountOption & { owner?: string }) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const { name, link, id } = await makeSandbox(installation, account, owner ?? null);
        const progress = progressOf({ noun: 'percent', isSilent: isJson });
        const made = await worked(installation, id, progress);
        if (made?.state !== 'ready')
          throw new Error(`The copy could not be made. "muster sandboxes delete ${name}" removes it.`);
        const next = `muster clients create --account ${account.name} --sandbox ${name} --name "…" --contact you@example.com --scopes all`;
        return {
          json: { ...shown(installation, made), link },
          text: [
            `The sandbox ${name} of ${account.name} is ready at ${made.address}.`,
            ...(link === null ? [] : ['', `  Its owner joins at  ${link}`, '']),
            `Give it a client application next: ${next}`,
          ].join('\n'),
        };
      }),
    );
}

/** As many as the operator wants: only owners are limited. */
async function makeSandbox(installation: Installation, account: NamedAccount, email: string | null) {
  const maker = { addresses: installation.addresses, email };
  const made = await operate(installation, account, ({ tx, createWith }) =>
    createWith(sandboxes, (access) => copyOwnAccount(tx, access, maker, Number.POSITIVE_INFINITY)),
  );
  return { id: String(made.id), name: String(made.name), link: email === null ? null : String(made.link) };
}

/** Does the work, or waits for a service that was faster, until it is done. Null: it is gone. */
async function worked(installation: Installation, id: string, progress: Progress): Promise<Sandbox | null> {
  const { database, now } = installation;
  let failure: unknown = null;
  const working = workOnOne(
    {
      database,
      files: await filesOf(installation),
      now,
      onError: (error) => {
        failure = error;
      },
    },
    id,
  );
  try {
    for (;;) {
      const [sandbox] = (await listSandboxes(database)).filter((one) => one.id === id);
      if (sandbox === undefined || sandbox.state === 'ready' || sandbox.state === 'failed') {
        await working;
        if (failure !== null) throw failure;
        return sandbox ?? null;
      }
      progress.show(sandbox.progressPercent / 100, sandbox.progressPercent);
      await pause(200);
    }
  } finally {
    progress.end();
  }
}

async function filesOf({ files, database: { vault } }: Installation): Promise<KeptFiles> {
  return keptFiles({ storage: await openStorage(files), vault, bodyBytesMax: 0 });
}

function listCommand(run: Run): Command {
  return withAnyAccount(new Command('list').description('list sandboxes, of all accounts or of one'))
    .addHelpText('after', examples('muster sandboxes list', 'muster sandboxes list --account acme --json'))
    .action((option: OptionalAccount) =>
      run(async (installation) => {
        const of = option.account === undefined ? null : await accountNamed(installation, option);
        const all = (await listSandboxes(installation.database, of?.id)).map((one) => shown(installation, one));
        const rows = all.map((one) => [
          one.name,
          one.account,
          one.state === 'copying' || one.state === 'dropping' ? `${one.state} ${one.progressPercent} %` : one.state,
          one.clockOffsetMs === 0 ? 'as the machine' : one.clock,
          one.address,
          day(one.createdAt),
        ]);
        return {
          json: { sandboxes: all },
          text:
            all.length === 0
              ? 'There is no sandbox. "muster sandboxes create --account <name>" makes one.'
              : table(['NAME', 'ACCOUNT', 'STATE', 'CLOCK', 'ADDRESS', 'SINCE'], rows),
        };
      }),
    );
}

function clockCommand(run: Run): Command {
  return new Command('clock')
    .description('move the clock of a sandbox, or show it')
    .argument('<name>', 'of the sandbox')
    .option('--to <moment>', 'a day such as 2027-01-01, a moment such as 2027-01-01T08:00:00Z, or machine', momentIn)
    .addHelpText(
      'after',
      examples(
        'muster sandboxes clock kdv7twxq',
        'muster sandboxes clock kdv7twxq --to 2027-01-01',
        'muster sandboxes clock kdv7twxq --to machine',
      ),
    )
    .action((name: string, { to }: { to?: Moment }) =>
      run(async (installation) => {
        const sandbox = await sandboxNamed(installation.database, name);
        const clockOffsetMs =
          to === undefined ? sandbox.clockOffsetMs : await setClock(installation, sandbox, to.moment);
        const moved = shown(installation, { ...sandbox, clockOffsetMs });
        const how = clockOffsetMs === 0 ? ', which is the time of the machine' : '';
        return { json: moved, text: `In ${name} it is ${moved.clock}${how}.` };
      }),
    );
}

interface Moment {
  /** Null: the time of the machine. */
  readonly moment: string | null;
}

function momentIn(text: string): Moment {
  if (text === 'machine') return { moment: null };
  const isMoment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  if (!isMoment || Number.isNaN(Date.parse(text))) {
    throw new InvalidArgumentError('Must be a day, a moment with its offset, or machine.');
  }
  return { moment: new Date(text).toISOString() };
}

function deleteCommand(run: Run, isJson: boolean): Command {
  return new Command('delete')
    .description('drop a sandbox with everything in it')
    .argument('<name>', 'of the sandbox')
    .addHelpText('after', examples('muster sandboxes delete kdv7twxq'))
    .action((name: string) =>
      run(async (installation) => {
        const sandbox = await sandboxNamed(installation.database, name);
        await dropSandbox(installation, sandbox);
        const left = await worked(installation, sandbox.id, progressOf({ noun: 'percent', isSilent: isJson }));
        if (left !== null) throw new Error(`The sandbox ${name} could not be removed.`);
        return { json: { name, isDeleted: true }, text: `The sandbox ${name} is gone.` };
      }),
    );
}

/** Null: to the machine's time. A copy belongs to its account; one that was opened empty is an account of its own. */
async function setClock(installation: Installation, sandbox: Sandbox, clock: string | null): Promise<number> {
  const { id, originId } = sandbox;
  const account = await accountOf(installation, originId ?? id);
  const resource = originId === null ? accounts : sandboxes;
  const moved = await operate(installation, account, ({ update }) => update(resource, id, { clock }));
  return Number(moved.clockOffsetMs);
}

async function dropSandbox(installation: Installation, { id, originId }: Sandbox): Promise<void> {
  if (originId === null) return refusing(dropEmptySandbox(installation.database, id));
  const account = await accountOf(installation, originId);
  await operate(installation, account, ({ remove }) => remove(sandboxes, id));
}

async function accountOf({ database }: Installation, id: string): Promise<NamedAccount> {
  const account = (await listAccounts(database)).find((one) => one.id === id);
  if (!account) throw new Error(`There is no account with the id ${id}.`);
  return account;
}

function shown({ now }: Installation, sandbox: Sandbox) {
  const { id, name, account, address, state, progressPercent, clockOffsetMs, createdAt } = sandbox;
  const clock = new Date(now().getTime() + clockOffsetMs).toISOString();
  return { id, name, account, address, state, progressPercent, clock, clockOffsetMs, createdAt };
}
