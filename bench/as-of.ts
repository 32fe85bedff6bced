/**
 * What a page as of a day, or as known at a moment, costs compared with a plain page, and what a long history costs plain
 * reads. The same functions as in requests are run on one connection, in short rounds in turn. The rest of a request, which
 * costs the same in all, is left out: the ratio of whole requests is better than this one.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import { byService } from '@muster/contract/author.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import pg from 'pg';
import { derivedKeys } from '../server/identity/auth/installation-key.ts';
import { vaultOf } from '../server/identity/auth/vault.ts';
import { employeesInTime } from '../server/people/in-time.ts';
import { viewOf } from '../server/people/view-of.ts';
import type { Session } from '../server/platform/database/database.ts';
import { startEmbedded } from '../server/platform/database/embedded.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import type { Statement } from '../server/platform/database/statement.ts';
import type { PageQuestion } from '../server/platform/store/list-page.ts';
import { findPage } from '../server/platform/store/page.ts';
import { findPageInTime } from '../server/platform/store/page-in-time.ts';
import { findOne } from '../server/platform/store/read.ts';
import type { CallerView } from '../server/platform/store/view.ts';
import { withAccounts } from './accounts.ts';
import { fillPeople } from './people-rows.ts';

/** Fewer for a quick look: BENCH_PEOPLE=5000 npm run bench -- as-of. */
const people = Number(process.env.BENCH_PEOPLE ?? 100_000);
const versionsEach = 10;
const rounds = 30;
const runsInRound = 20;
/** A page costs at most three times a plain one, and a plain read what it costs without a history. */
const leastOfPage = 0.33;
const leastOfRead = 0.95;

interface Scene {
  readonly withHistory: Session;
  readonly without: Session;
  readonly ids: readonly string[];
  readonly today: string;
  readonly moment: string;
}

/** Each side runs once with a number that goes up. */
interface Compared {
  readonly name: string;
  readonly least: number;
  readonly plain: (count: number) => Promise<unknown>;
  readonly other: (count: number) => Promise<unknown>;
}

/** Returns whether a limit was exceeded. */
export async function benchAsOf(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-bench-'));
  const server = await startEmbedded({ dataDir, log: () => undefined });
  try {
    const superuserUrl = Object.assign(new URL(server.superuserUrl), { pathname: new URL(server.url).pathname }).href;
    const masterKey = randomBytes(32);
    await migrate(server.url, new Date());
    const accounts = await withAccounts({ url: server.url, superuserUrl }, masterKey, async (superuser, open) => {
      const [long, short] = [await open('Long'), await open('Short')];
      for (const { accountId } of [long, short]) await fillPeople([superuser], accountId, people);
      await fillVersions(superuser, long.accountId);
      const { rows } = await superuser.query<{ id: string }>(
        'select id::text as id from employees where account_id = $1 order by id limit 100',
        [long.accountId],
      );
      return { long, short, ids: rows.map(({ id }) => id) };
    });
    const [long, short] = await Promise.all(
      [accounts.long, accounts.short].map(({ accountId }) => connected(server.url, accountId, masterKey)),
    );
    if (!long || !short) throw new Error('Two accounts are needed.');
    const scene = { withHistory: long.session, without: short.session, ids: accounts.ids, ...momentsOf(new Date()) };
    const results = [];
    for (const compared of comparedIn(scene)) results.push({ ...compared, ratio: await ratioOf(compared) });
    await Promise.all([long.end(), short.end()]);
    return print(results);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const dayMs = 86_400_000;
const daysBetweenVersions = 30;

/** In the middle of the history. */
const momentsOf = (now: Date) => ({
  today: now.toISOString().slice(0, 10),
  moment: new Date(now.getTime() - (versionsEach / 2) * daysBetweenVersions * dayMs).toISOString(),
});

/** As changes over most of a year would have written them. */
async function fillVersions(superuser: pg.Client, accountId: string): Promise<void> {
  for (let quarters = 0; quarters <= 4; quarters += 1) {
    await superuser.query(`select ensure_versions_partition(now() - $1 * interval '90 days')`, [quarters]);
  }
  await superuser.query(
    `insert into versions (account_id, data_type, data_id, id, recorded_at, written_at, author, verb, changed_attributes,
       owner_id, former, former_revision)
     select $1, 'employee', id::text, nextval('revisions'), at, at, '{"type":"service"}', 'updated', '{phoneNumber}', id,
       representation, revision
     from employees cross join lateral (
       select now() - (($2 - n) * $3 + id % $3) * interval '1 day' as at from generate_series(1, $2::int) as n) as changes
     where account_id = $1 order by at`,
    [accountId, versionsEach, daysBetweenVersions],
  );
  await superuser.query(`update installation_state set versions_since = now() - interval '2 years'`);
  await superuser.query(`update accounts set created_at = now() - interval '2 years'`);
  await superuser.query('vacuum analyze');
}

async function connected(url: string, accountId: string, masterKey: Buffer) {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  await connection.query(`select set_config('muster.account_id', $1, false)`, [accountId]);
  await connection.query('set plan_cache_mode = force_generic_plan');
  const session: Session = {
    ...{ accountId, now: new Date(), machineNow: new Date(), bounds: standardBounds, author: byService() },
    vault: vaultOf(derivedKeys(masterKey)),
    run: async <Row>(asked: Statement, values: readonly unknown[] = []) =>
      (await connection.query({ ...asked, values: [accountId, ...values] })).rows as Row[],
  };
  return { session, end: () => connection.end() };
}

const pageOf = (after: string | null): PageQuestion => ({
  limit: 100,
  sort: [{ path: 'id', isDescending: false }],
  filters: [],
  start: { isBackward: false, values: after === null ? null : [after] },
  isCounted: false,
  isLinked: false,
});

function comparedIn({ withHistory, without, ids, today, moment }: Scene): Compared[] {
  const plainPage = (session: Session, after: string | null) =>
    findPage(session, employees, { ...pageOf(after), conditions: [] });
  const pageInTime = async (asOf: string | null, knownAt: string | null, after: string | null) => {
    const view: CallerView = {
      ...(await viewOf(withHistory, asOf, knownAt)),
      inTimeOf: (resource) => (resource.type === employees.type ? employeesInTime : undefined),
      visibleOf: () => [],
      formerReaderOf: () => ({ establishments: null, clientApplicationId: null }),
    };
    return findPageInTime(withHistory, employees, view, pageOf(after));
  };
  // Far into the list, where everything before it must cost nothing.
  const far = String(Number(ids[0]) + Math.floor(people / 2));
  const pages = [
    ['first page', null],
    ['following page', far],
  ].flatMap(([which, after = null]) =>
    [['as of a day', today, null] as const, ['as known at a moment', null, moment] as const].map(
      ([what, asOf, knownAt]) => ({
        name: `${which} ${what} ÷ plain`,
        least: leastOfPage,
        plain: () => plainPage(withHistory, after),
        other: () => pageInTime(asOf, knownAt, after),
      }),
    ),
  );
  const idAt = (count: number) => ids[count % ids.length] ?? '';
  const history = `with ${(people * versionsEach).toLocaleString('en')} versions ÷ without`;
  return [
    ...pages,
    {
      name: `plain read ${history}`,
      least: leastOfRead,
      plain: (count) => findOne(without, employees, String(Number(idAt(count)) + people)),
      other: (count) => findOne(withHistory, employees, idAt(count)),
    },
    {
      name: `plain page ${history}`,
      least: leastOfRead,
      plain: () => plainPage(without, null),
      other: () => plainPage(withHistory, null),
    },
  ];
}

async function ratioOf({ plain, other }: Compared): Promise<number> {
  const ms = [0, 0];
  let count = 0;
  for (let round = -4; round < rounds * 2; round += 1) {
    const side = Math.abs(round) % 2;
    const startedAtMs = performance.now();
    for (let run = 0; run < runsInRound; run += 1) {
      count += 1;
      await (side === 0 ? plain : other)(count);
    }
    // The first rounds prepare statements.
    if (round >= 0) ms[side] = (ms[side] ?? 0) + performance.now() - startedAtMs;
  }
  return (ms[0] ?? 0) / (ms[1] ?? 1);
}

function print(results: readonly { name: string; least: number; ratio: number }[]): boolean {
  for (const { name, least, ratio } of results) {
    const isMet = ratio >= least;
    process.stdout.write(`${isMet ? 'ok    ' : 'MISSED'} ${name} ${ratio.toFixed(2)} (at least ${least})\n`);
  }
  return results.some(({ ratio, least }) => ratio < least);
}
