/** `muster audit --follow`: audit entries, changes and reads as they are recorded, on standard output. */
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { stopSignal } from '@muster/server/stop-signal.ts';
import { followTrail } from '@muster/server/trail/follow.ts';
import type { Message } from '@muster/server/trail/messages.ts';
import { syslogText } from '@muster/server/trail/syslog.ts';
import { accountNamed, type OptionalAccount } from './account-option.ts';
import type { Installation } from './installation.ts';
import type { Outcome } from './outcome.ts';
import { sinkOn } from './sink.ts';

export interface FollowOptions extends OptionalAccount {
  readonly name?: string;
  readonly from?: string;
  readonly json?: boolean;
}

export const followExplanation = `
With --follow, audit entries, changes and reads are written as they are recorded, one RFC 5424 message a line, with JSON; with
--json only the JSON. How far it has come is kept in the database under a name: stopped with Ctrl-C or by a crash, it goes on
where it was and misses nothing. At most the last batch is written twice. The first run begins with what happens from now on.`;

export async function followAudit(installation: Installation, options: FollowOptions): Promise<Outcome> {
  const { name = 'command-line', from, json: isJson = false } = options;
  if (!/^[\w.-]{1,100}$/.test(name) || name === 'syslog') {
    throw new RefusedError({ name: ['Must have 1 to 100 letters, digits, dots or dashes, and not be syslog.'] });
  }
  if (from !== undefined && from !== 'oldest') throw new RefusedError({ from: ['Must be oldest.'] });
  const account = options.account === undefined ? null : await accountNamed(installation, options);
  const { database } = installation;
  const follower = account === null ? `command ${name}` : `command ${name} ${account.id}`;
  const sink = sinkOn(process.stdout);
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort());
  const whose = account === null ? 'all accounts' : account.name;
  const beginning = `Following the audit trail of ${whose}, as ${name}. Ctrl-C ends it.`;
  // Standard output contains only messages.
  process.stderr.write(`${isJson ? JSON.stringify({ following: account?.name ?? null, name }) : beginning}\n`);
  let count = 0;
  const send = async (messages: readonly Message[]) => {
    const lines = messages.map((message) => (isJson ? JSON.stringify(message.content) : syslogText(message)));
    await sink.write(lines.map((line) => `${line}\n`).join(''));
    count += messages.length;
  };
  const onError = (error: unknown) => process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  await followTrail({
    database,
    follower,
    accountId: account?.id ?? null,
    isFromOldest: from === 'oldest',
    send,
    onError,
    signal: stopping.signal,
  });
  const text = `${count} ${count === 1 ? 'message' : 'messages'}. The next run goes on from here.`;
  return { json: { account: account?.name ?? null, messages: count }, text, isDataOnStdout: true };
}
