/**
 * Reads of requests on replicas. A statement runs on a replica only if the replica has replayed everything that the
 * primary had acknowledged when the statement was asked for: it then finds what it would find on the primary. So no caller
 * reads older than what it has written or seen, through whichever node and in whichever request that was
 * (docs/decisions/0083). In every other case, and when the replica fails, the statement runs on the primary.
 */
import type { ReplicaObserver, ReplicaState } from '../../observer.ts';
import { Problem } from '../../problem.ts';
import type { Leasing } from './leased-connection.ts';
import type { LeasingOptions } from './open-leasing.ts';
import { type Position, type PrimaryPosition, primaryPosition } from './primary-position.ts';
import { openReplica, type Replica } from './replica.ts';
import type { RequestDeadline } from './request-deadline.ts';
import type { Requester } from './scheduler.ts';
import { type RunStatement, runAlone } from './single-statement.ts';
import type { Statement } from './statement.ts';
import type { FromDatabase } from './texts.ts';
import { isReading } from './transaction-forms.ts';

export interface ReplicaOptions {
  readonly urls: readonly string[];
  readonly observer?: ReplicaObserver | undefined;
}

export interface Replicas {
  readonly run: RunStatement;
  states(): readonly ReplicaState[];
  close(): Promise<void>;
}

/** How often the lag of replicas is measured. */
const measureMs = 1000;

export function openReplicas(primary: LeasingOptions, { urls, observer }: ReplicaOptions, leasing: Leasing): Replicas {
  // Only the primary decides whether the service is ready.
  const { observer: _, onUnavailable: __, ...common } = primary;
  const position = primaryPosition(common);
  const replicas = urls.map((url) => openReplica(url, common));
  const lags = replicas.map(() => newLag());
  let turn = 0;

  async function replicaFor(deadline: RequestDeadline): Promise<Replica | null> {
    const now = await position.ask();
    if (now === null || deadline.endsAtMs <= performance.now()) return null;
    turn += 1;
    const inTurn = replicas.map((_one, at) => replicas[(at + turn) % replicas.length] as Replica);
    const there = inTurn.find((replica) => replica.has(now));
    if (there) return there;
    for (const replica of inTurn) if (await replica.catchesUp(now)) return replica;
    return null;
  }

  const run: RunStatement = async <Row>(requester: Requester, statement: Statement, values: readonly unknown[]) => {
    const { deadline } = requester;
    const onPrimary = () => runAlone<Row>(leasing, requester, statement, values);
    if (!deadline?.isRead || !canBeOnReplica(statement)) return onPrimary();
    const replica = await replicaFor(deadline);
    if (replica === null) {
      observer?.read('primary');
      return onPrimary();
    }
    try {
      const rows = await runOn<Row>(replica, requester, statement, values);
      observer?.read('replica');
      return rows;
    } catch (error) {
      if (isOver(error, deadline)) throw error;
      observer?.read('primary');
      return onPrimary();
    }
  };

  const measuring = setInterval(() => void measure(position, replicas, lags), measureMs).unref();
  const states = () => replicas.map((replica, at) => stateOf(replica, lags[at] as Lag, position.last()));
  observer?.opened(states);
  return {
    run,
    states,
    async close() {
      clearInterval(measuring);
      for (const replica of replicas) await replica.close();
      await position.close();
    },
  };
}

/** A replica that disappears without a word must not keep a statement. */
function runOn<Row>(
  replica: Replica,
  requester: Requester,
  statement: Statement,
  values: readonly unknown[],
): Promise<FromDatabase<Row>[]> {
  return new Promise((resolve, reject) => {
    const end = replica.whileThere(() => reject(new Error('The replica does not answer.')));
    runAlone<Row>(replica.leasing, requester, statement, values).then(resolve, reject).finally(end);
  });
}

/** Whether another attempt has no sense: the time is over, nobody waits, or the caller has too many statements. */
const isOver = (error: unknown, { endsAtMs, client }: RequestDeadline): boolean =>
  error instanceof Problem || endsAtMs <= performance.now() || client.destroyed;

const known = new WeakMap<Statement, boolean>();
const locks = /\bfor (no key )?(update|share|key share)\b|\bpg_(try_)?advisory|\bnextval\b/i;

function canBeOnReplica(statement: Statement): boolean {
  let can = known.get(statement);
  if (can === undefined) {
    can = isReading(statement) && !locks.test(statement.text);
    known.set(statement, can);
  }
  return can;
}

/** Positions of the primary that a replica has not reached, the oldest first, each with the time of its measurement. */
interface Lag {
  readonly missing: { readonly position: Position; readonly atMs: number }[];
}

const newLag = (): Lag => ({ missing: [] });
/** After an hour it does not matter how many hours it is. */
const missingMax = 3600;

async function measure(position: PrimaryPosition, replicas: readonly Replica[], lags: readonly Lag[]): Promise<void> {
  const now = await position.ask();
  for (const [at, replica] of replicas.entries()) {
    const { missing } = lags[at] as Lag;
    // After a failover, positions of the former primary mean nothing.
    if (now !== null && missing[0] && missing[0].position.identity !== now.identity) missing.length = 0;
    if (now !== null && missing.length < missingMax) missing.push({ position: now, atMs: performance.now() });
    while (missing[0] && replica.has(missing[0].position)) missing.shift();
  }
}

function stateOf(replica: Replica, { missing }: Lag, last: Position | null): ReplicaState {
  const { isUsable, replayed } = replica.state();
  const oldest = missing.find(({ position }) => !replica.has(position));
  return {
    name: replica.name,
    isUsable,
    lagSeconds: oldest ? (performance.now() - oldest.atMs) / 1000 : 0,
    lagBytes: last === null ? 0 : Math.max(0, last.at - replayed),
  };
}
