/**
 * The request log. Requests do not wait for it: entries are collected in memory and written in the background. Some
 * seconds of it may be lost with the process, and excess entries are dropped: successes before failures, and per
 * account.
 */
import { leastRecentlyUsed } from '../../identity/auth/least-recently-used.ts';
import type { Database } from '../../platform/database/database.ts';
import { isPartitionMissing } from '../../platform/database/errors.ts';
import { statement } from '../../platform/database/statement.ts';
import { repeat } from '../../repeat.ts';

export interface Answered {
  readonly accountId: string;
  readonly method: string;
  /** As requested, query included. */
  readonly url: string;
  readonly status: number;
  readonly durationMs: number;
  readonly clientApplicationId: string | null;
  readonly administratorId: string | null;
  readonly apiKeyId: string | null;
  readonly traceId: string;
  /** Null unless it was refused: the kind of problem, and the scopes or members that it is about. */
  readonly refusal: { readonly problem: string; readonly names: readonly string[] } | null;
}

export interface RequestLog {
  note(answered: Answered): void;
  /** Writes pending entries. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export interface RequestLogOptions {
  readonly database: Database;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

const everyMs = 1000;

/** A burst of so many is kept whole, and so many a second in the long run: a week of them stays a small table. */
const burst = 2000;
const perSecond = 20;

interface Noted extends Answered {
  readonly occurredAt: Date;
}

export function startRequestLog({ database, now, onError }: RequestLogOptions): RequestLog {
  let noted: Noted[] = [];
  let writing: Promise<void> = Promise.resolve();
  const successes = allowance();
  const failures = allowance();

  async function write(rows: readonly Noted[]): Promise<void> {
    for (const [accountId, some] of Map.groupBy(rows, ({ accountId }) => accountId)) {
      const insert = () => database.session(accountId).run(insertion, columnsOf(some));
      await insert()
        .catch((error: { code?: string }) => {
          if (!isPartitionMissing(error)) throw error;
          return makeWeeks(database, some).then(insert);
        })
        .catch(onError);
    }
  }

  /** One write after the other, so that a slow database does not get more and more. */
  function flush(): Promise<void> {
    const rows = noted;
    noted = [];
    if (rows.length > 0) writing = writing.then(() => write(rows));
    return writing;
  }

  const repeated = repeat(everyMs, flush, onError);
  return {
    note(answered) {
      const occurredAt = now();
      const { isSpent } = answered.status < 400 ? successes : failures;
      if (!isSpent(answered.accountId, occurredAt.getTime())) noted.push({ ...answered, occurredAt });
    },
    flush,
    async stop() {
      await repeated.stop();
      await flush();
    },
  };
}

const accountsMax = 10_000;

/** Per account. */
function allowance(): { isSpent(accountId: string, nowMs: number): boolean } {
  // A forgotten account has its whole allowance again, as it has after some seconds anyway.
  const left = leastRecentlyUsed<{ count: number; atMs: number }>(accountsMax);
  return {
    isSpent(accountId, nowMs) {
      const known = left.get(accountId);
      const own = known ?? { count: burst, atMs: nowMs };
      if (!known) left.set(accountId, own);
      own.count = Math.min(burst, own.count + (Math.max(0, nowMs - own.atMs) / 1000) * perSecond);
      own.atMs = nowMs;
      if (own.count < 1) return true;
      own.count -= 1;
      return false;
    },
  };
}

/** Partitions are created in advance; after a moved clock, or on a node that was asleep, one may be missing. */
const makeWeeks = (database: Database, rows: readonly Noted[]): Promise<unknown> =>
  database.query(`select ensure_partition('request_log', moment) from unnest($1::timestamptz[]) as moment`, [
    rows.map(({ occurredAt }) => occurredAt),
  ]);

const insertion = statement(`
insert into request_log (account_id, occurred_at, method, path, parameters, status, duration_ms, client_application_id,
  administrator_id, api_key_id, trace_id, problem, problem_names)
select $1::bigint, occurred_at, method, path, string_to_array(parameters, ','), status, duration_ms, application, person, key, trace_id, problem,
  string_to_array(names, ',')
from unnest($2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::integer[], $8::bigint[], $9::bigint[],
  $10::bigint[], $11::text[], $12::text[], $13::text[])
  as noted (occurred_at, method, path, parameters, status, duration_ms, application, person, key, trace_id, problem,
    names)`);

const columnsOf = (rows: readonly Noted[]): unknown[][] => [
  rows.map(({ occurredAt }) => occurredAt),
  rows.map(({ method }) => method),
  rows.map(({ url }) => pathIn(url)),
  rows.map(({ url }) => parametersIn(url).join(',')),
  rows.map(({ status }) => status),
  rows.map(({ durationMs }) => Math.round(durationMs)),
  rows.map(({ clientApplicationId }) => clientApplicationId),
  rows.map(({ administratorId }) => administratorId),
  rows.map(({ apiKeyId }) => apiKeyId),
  rows.map(({ traceId }) => traceId),
  rows.map(({ refusal }) => refusal?.problem ?? null),
  rows.map(({ refusal }) => refusal?.names.join(',') ?? ''),
];

const pathIn = (url: string): string => (url.split('?', 1)[0] ?? '').slice(0, 1000);

/** Only names that our parameters could have; other names may be mistakes that contain personal data. */
function parametersIn(url: string): string[] {
  const [, query = ''] = /\?(.*)$/s.exec(url) ?? [];
  const names = query.split('&').map((pair) => pair.split('=', 1)[0] ?? '');
  return [...new Set(names.filter((name) => /^-?[A-Za-z][\w.]{0,60}$/.test(name)))].slice(0, 20);
}
