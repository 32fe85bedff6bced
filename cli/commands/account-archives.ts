/** `muster accounts export` and `import`: whole accounts, from one installation to another. */
import { createReadStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Environment } from '@muster/contract/environments.ts';
import { archiveWriter, openedArchive } from '@muster/server/account-archives/archive-stream.ts';
import { exportAccount } from '@muster/server/account-archives/export-account.ts';
import { importAccount } from '@muster/server/account-archives/import-account.ts';
import { openStorage } from '@muster/server/files/open-storage.ts';
import { RefusedError, refuseIfAny } from '@muster/server/identity/accounts/account-errors.ts';
import { accountNameError } from '@muster/server/identity/accounts/accounts.ts';
import { newKey } from '@muster/server/identity/auth/installation-key.ts';
import { recordAudit } from '@muster/server/platform/verbs/audit.ts';
import { claimStorage } from '@muster/server/service/storage-claim.ts';
import { parseEncryptionKey } from '@muster/server/settings/encryption-key.ts';
import type { Command } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Installation } from '../installation.ts';
import { operate } from '../operate.ts';
import type { Outcome, Run } from '../outcome.ts';
import { progressOf } from '../progress.ts';
import { refuseExisting, wholeFile } from '../whole-file.ts';

const exportExplanation = `
The archive has every row of the account as of one moment, with its history, and every file. The service may run meanwhile.
It leaves behind events, deliveries, the request log and open sessions. It is encrypted with a key of its own, which is
written next to it: keep them apart, for the archive has everything that the account has.`;

const importExplanation = `
Both installations must run the same release. Everything is written or nothing. Ids stay the same, except those of client
applications, API keys and administrators that are taken here. Client ids, passwords and second factors stay valid; secrets
of client applications, API keys, recovery codes and invitations only where both installations have the same keys.`;

export function addAccountArchives(accounts: Command, run: Run, isJson: boolean): void {
  withAccountOption(accounts.command('export'))
    .description('write a whole account to an encrypted archive')
    .requiredOption('--output <file>', 'where to write the archive')
    .option('--key-file <file>', 'the key of the archive; made if it does not exist; <output>.key by default')
    .option('--overwrite', 'replace an archive that exists')
    .addHelpText('after', exportExplanation)
    .addHelpText('after', examples('muster accounts export --account acme --output acme.archive'))
    .action((options: ExportOptions) => run((installation) => exported(installation, options, isJson)));
  accounts
    .command('import')
    .description('open an account from an archive of another installation')
    .argument('<archive>', 'the file that "muster accounts export" has written')
    .option('--key-file <file>', 'the key of the archive; <archive>.key by default')
    .option('--name <name>', 'the name of the account here; the same by default')
    .addHelpText('after', importExplanation)
    .addHelpText('after', examples('muster accounts import acme.archive'))
    .action((archive: string, options: ImportOptions) =>
      run((installation) => imported(installation, archive, options, isJson)),
    );
}

interface ExportOptions extends AccountOption {
  readonly output: string;
  readonly keyFile?: string;
  readonly overwrite?: boolean;
}

async function exported(installation: Installation, options: ExportOptions, isSilent: boolean): Promise<Outcome> {
  const { output, keyFile = `${output}.key`, overwrite = false } = options;
  const account = await accountNamed(installation, options);
  if (account.sandbox !== null)
    throw new RefusedError({ account: ['A sandbox is a copy: export the account itself.'] });
  refuseExisting(output, overwrite);
  if (!existsSync(keyFile)) await writeFile(keyFile, `${newKey()}\n`, { mode: 0o600, flag: 'wx' });
  const key = await keyIn(keyFile);
  const { database, now } = installation;
  const { files } = await filesOf(installation);
  const progress = progressOf({ noun: 'rows', isSilent });
  const done = await wholeFile(output, async (sink) => {
    const writer = archiveWriter(key, sink.write);
    const counts = await exportAccount({ database, files, now: now(), writer, onProgress: progress.show }, account.id);
    await writer.end();
    return counts;
  }).finally(progress.end);
  await operate(installation, account, ({ record }) =>
    record({
      action: 'account.exported',
      subject: { type: 'account', id: account.id },
      before: null,
      after: { ...done },
    }),
  );
  const unreadable = done.unreadable === 0 ? '' : ` ${done.unreadable} members could not be decrypted, and are empty.`;
  return {
    json: { account: account.name, output, keyFile, ...done },
    text: `${done.rows} rows and ${done.files} files of ${account.name} are in ${output}.${unreadable} Its key is in ${keyFile}.`,
  };
}

interface ImportOptions {
  readonly keyFile?: string;
  readonly name?: string;
}

async function imported(
  installation: Installation,
  archive: string,
  { keyFile = `${archive}.key`, name }: ImportOptions,
  isSilent: boolean,
): Promise<Outcome> {
  refuseIfAny({ name: name === undefined ? undefined : accountNameError(name) });
  if (!existsSync(archive)) throw new RefusedError({ archive: [`There is no file ${archive}.`] });
  const key = await keyIn(keyFile);
  const { database, now, addresses, actor, id: installationId } = installation;
  const { files, storage } = await filesOf(installation);
  await claimStorage(storage, database, installationId);
  const progress = progressOf({ noun: 'rows', isSilent });
  const made = await importAccount({
    database,
    files,
    now,
    lines: () => openedArchive(createReadStream(archive), key),
    name: name ?? null,
    addressOf: (account) =>
      addresses.baseUrlOf({ ...account, environment: account.environment as Environment, sandbox: null }),
    onProgress: progress.show,
    onWritten: (inside, accountId) =>
      inside.transaction(accountId, (tx) =>
        recordAudit(tx, actor, {
          action: 'account.imported',
          subject: { type: 'account', id: accountId },
          before: null,
          after: { archive },
        }),
      ),
  }).finally(progress.end);
  const { id, head, rows, areSecretsValid } = made;
  const address = addresses.baseUrlOf({
    name: made.name,
    environment: head.account.environment as Environment,
    sandbox: null,
  });
  const secrets = areSecretsValid
    ? ''
    : ' Secrets of client applications and API keys are not valid here: give new ones with "muster clients rotate-secret" and "muster api-keys regenerate".';
  return {
    json: { id, name: made.name, address, rows, files: made.files, areSecretsValid },
    text: `The account ${made.name} is open at ${address}, with ${rows} rows and ${made.files} files.${secrets}`,
  };
}

/** Reading and writing of files is loaded only here: other commands of accounts do without. */
async function filesOf({ files, database }: Installation) {
  const { keptFiles } = await import('@muster/server/files/kept-files.ts');
  const storage = await openStorage(files);
  return { storage, files: keptFiles({ storage, vault: database.vault, bodyBytesMax: Number.POSITIVE_INFINITY }) };
}

async function keyIn(path: string): Promise<Buffer> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new RefusedError({ keyFile: [`The key of the archive cannot be read from ${path}.`] });
  });
  const key = parseEncryptionKey(text.trim());
  if (!key) throw new RefusedError({ keyFile: [`${path} holds no key of 32 bytes.`] });
  return key;
}
