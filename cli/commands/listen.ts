/** `muster listen`: shows the events of an account as they happen, and forwards them to a receiver in development. */

import { isTopicName } from '@muster/contract/topics.ts';
import { type Followed, followEvents } from '@muster/server/commands/follow.ts';
import { watchPublications } from '@muster/server/events/feed.ts';
import { RefusedError, refuseIfAny } from '@muster/server/identity/accounts/account-errors.ts';
import type { Account } from '@muster/server/identity/accounts/accounts.ts';
import { stopSignal } from '@muster/server/stop-signal.ts';
import { Command } from 'commander';
import { accountNamed, type OptionalAccount, withOptionalAccount } from '../account-option.ts';
import { examples } from '../examples.ts';
import { type Forwarded, type Forwarding, forwardingTo } from '../forwarding.ts';
import type { Installation } from '../installation.ts';
import { type ListeningState, listeningState } from '../listening-state.ts';
import type { Outcome, Run } from '../outcome.ts';

interface ListenOptions extends OptionalAccount {
  readonly forwardTo?: string;
  readonly topics?: string;
  readonly from?: string;
  readonly json?: boolean;
}

const explanation = `
Each event is sent like a delivery of the service: the same body, headers and signatures, made with a secret that is
reported at the start and stays the same. While the receiver is down (no answer, 429, 502, 503, 504) an event is tried again
and the next ones wait; any other answer is reported, and the next event goes.

How far it has come is kept in the data folder, for each account and receiver: stopped with Ctrl-C or by a crash, it goes
on where it was and misses nothing. At most the event that was under way is sent twice. The first run begins with what
happens from now on.`;

export function listenCommand(run: Run): Command {
  return withOptionalAccount(
    new Command('listen').description('show the events of an account as they happen, and forward them to a receiver'),
  )
    .option('--forward-to <url>', 'the address of a receiver, such as http://localhost:4000/hook; none only shows them')
    .option('--topics <topics>', 'separated by commas: employee.created, employee.*, or * for all', '*')
    .option('--from <where>', 'where to begin: now, oldest, or after the event of a number; otherwise where it was')
    .addHelpText('after', explanation)
    .addHelpText(
      'after',
      examples(
        'muster listen --forward-to http://localhost:4000/hook',
        "muster listen --topics 'employee.*,department.updated'",
        'muster listen --account demo --from oldest --json',
      ),
    )
    .action((_: ListenOptions, command: Command) =>
      run((installation) => listen(installation, command.optsWithGlobals<ListenOptions>())),
    );
}

async function listen(installation: Installation, options: ListenOptions): Promise<Outcome> {
  const { forwardTo, json: isJson = false } = options;
  const topics = (options.topics ?? '*').split(',').map((topic) => topic.trim());
  refuseIfAny({
    forwardTo: forwardTo === undefined || isHttp(forwardTo) ? undefined : 'Must be an http:// or https:// address.',
    topics: topics.every(isTopicName)
      ? undefined
      : `There is no such topic: ${topics.filter((one) => !isTopicName(one)).join(', ')}.`,
    from: isStart(options.from) ? undefined : 'Must be now, oldest, or the number of an event.',
  });
  const account = await accountNamed(installation, options);
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort());
  const { database, addresses, dataDir } = installation;
  const publications = watchPublications(database, () => undefined);
  const state = await listeningState(dataDir, account.name, forwardTo ?? null);
  const forwarding = forwardTo === undefined ? null : forwardingTo(forwardTo, account, state.secret);
  const printed = isJson ? inJson : inWords;
  try {
    const { oldestId, lastId } = await publications.bounds(database.session(account.id));
    const afterId = startOf(options.from, state, oldestId, lastId);
    await state.keep(String(afterId));
    tellBeginning(account, options, state, afterId);
    const followed = followEvents({
      database,
      publications,
      accountId: account.id,
      baseUrl: addresses.baseUrlOf(account),
      source: addresses.sourceOf(account),
      topics: topics.includes('*') ? [] : topics,
      afterId,
      signal: stopping.signal,
    });
    const count = await handOn(followed, { state, forwarding, printed, signal: stopping.signal });
    return ending(account, state, count);
  } finally {
    publications.stop();
    await forwarding?.close();
  }
}

interface Forwarder {
  readonly state: ListeningState;
  readonly forwarding: Forwarding | null;
  readonly printed: (event: ShownEvent, tried: Forwarded | null) => string;
  readonly signal: AbortSignal;
}

/** Returns how many events were processed. */
async function handOn(
  followed: AsyncIterable<Followed>,
  { state, forwarding, printed, signal }: Forwarder,
): Promise<number> {
  let count = 0;
  for await (const { id, text } of followed) {
    if (text !== null) {
      const event: ShownEvent = JSON.parse(text);
      const print = (tried: Forwarded | null) => process.stdout.write(`${printed(event, tried)}\n`);
      if (forwarding === null) print(null);
      else if (!(await forwarding.forward(id, text, print, signal))) return count;
      count += 1;
    }
    await state.keep(id);
  }
  return count;
}

interface ShownEvent {
  readonly id: string;
  readonly topic: string;
  readonly occurredAt: string;
  readonly data: { readonly id?: string };
}

const inJson = (event: ShownEvent, tried: Forwarded | null): string =>
  JSON.stringify({ event, ...(tried !== null && { forwarded: tried }) });

/** One line for each attempt, with nothing of the resource but its id. */
function inWords({ id, topic, occurredAt, data }: ShownEvent, tried: Forwarded | null): string {
  const line = `${occurredAt.slice(0, 19)}Z  ${id.padStart(6)}  ${topic}${data.id === undefined ? '' : ` ${data.id}`}`;
  if (tried === null) return line;
  const { status, failure, durationMs, againInMs } = tried;
  const again = againInMs === null ? '' : `, again in ${againInMs / 1000} s`;
  return `${line}  → ${status ?? `no answer (${failure})`} in ${durationMs} ms${again}`;
}

const isHttp = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

const isStart = (from: string | undefined): boolean =>
  from === undefined || from === 'now' || from === 'oldest' || /^\d{1,18}$/.test(from);

/** Events between the position and the oldest stored event are lost, which must not go unnoticed. */
function startOf(from: string | undefined, { position }: ListeningState, oldestId: bigint, lastId: bigint): bigint {
  if (from === 'oldest') return oldestId - 1n;
  const wanted = from ?? position ?? 'now';
  if (wanted === 'now') return lastId;
  const afterId = BigInt(wanted);
  if (afterId >= oldestId - 1n && afterId <= lastId) return afterId;
  const kept = oldestId > lastId ? 'none' : `${oldestId} to ${lastId}`;
  throw new RefusedError({
    from: [`Not every event after ${afterId} is there (kept: ${kept}). Begin with --from oldest or --from now.`],
  });
}

/** On standard error: standard output contains only events. */
function tellBeginning(account: Account, options: ListenOptions, { secret }: ListeningState, afterId: bigint): void {
  const { forwardTo = null, topics, json: isJson = false } = options;
  const words = [
    `Listening to ${account.name}, topics ${topics}, after event ${afterId}. Ctrl-C ends it.`,
    ...(forwardTo === null ? [] : [`Forwarding to ${forwardTo}, signed with ${secret}`]),
  ];
  const facts = { account: account.name, topics, afterId: String(afterId), forwardTo, secret };
  process.stderr.write(`${isJson ? JSON.stringify(facts) : words.join('\n')}\n`);
}

function ending({ name }: Account, { path }: ListeningState, count: number): Outcome {
  return {
    json: { account: name, events: count, position: path },
    text: `${count} ${count === 1 ? 'event' : 'events'} of ${name}. The next run goes on from here (${path}).`,
    isDataOnStdout: true,
  };
}
