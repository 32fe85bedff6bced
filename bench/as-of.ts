/**
 * What a page as of a day, or as known at a moment, costs compared with a plain page, and what a long history costs plain
 * reads: whole requests to the service in a process of its own, in short rounds in turn.
 */
import type pg from 'pg';
import { type SeededAccount, type Urls, withAccounts } from './accounts.ts';
import { withInstallation } from './installation.ts';
import { load } from './load.ts';
import { fillPeople } from './people-rows.ts';
import { deepPageOf, headersOf, http, inTurn, same } from './requests.ts';

const versionsEach = 10;
const rounds = 12;
/** Where a difference of a few percent counts. */
const roundsOfRead = 48;
const roundMs = 400;
/** Few: what is measured is the cost of a request, not a queue. */
const connections = 2;
/** A page costs at most three times a plain one, and a plain read what it costs without a history. */
const leastOfPage = 0.33;
const leastOfRead = 0.95;

/** Where a following page is taken: to find it by its number, all rows before it are read. */
const farRows = 3000;

type Requests = (count: number) => string;

interface Compared {
  readonly name: string;
  /** Null: printed for information. */
  readonly least: number | null;
  readonly plain: Requests;
  readonly other: Requests;
}

interface Scene {
  readonly long: SeededAccount;
  readonly short: SeededAccount;
  readonly ids: readonly string[];
  readonly otherIds: readonly string[];
  readonly people: number;
}

/** Returns whether a limit was exceeded. */
export const benchAsOf = (people: number): Promise<boolean> =>
  withInstallation(async ({ url, superuserUrl, masterKey, startNode }) => {
    const scene = await filled({ url, superuserUrl }, masterKey, people);
    const { port } = await startNode();
    const results = [];
    for (const compared of await comparedIn(scene, port)) {
      results.push({ ...compared, ratio: await ratioOf(compared, port) });
    }
    return print(results);
  });

const filled = (urls: Urls, masterKey: Buffer, people: number): Promise<Scene> =>
  withAccounts(urls, masterKey, async (superuser, open) => {
    const [long, short] = [await open('Long'), await open('Short')];
    for (const { accountId } of [long, short]) await fillPeople([superuser], accountId, people);
    await fillVersions(superuser, long.accountId);
    const idsOf = async ({ accountId }: SeededAccount) => {
      const { rows } = await superuser.query<{ id: string }>(
        'select id::text as id from employees where account_id = $1 order by id limit 100',
        [accountId],
      );
      return rows.map(({ id }) => id);
    };
    return { long, short, ids: await idsOf(long), otherIds: await idsOf(short), people };
  });

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

async function comparedIn({ long, short, ids, otherIds, people }: Scene, port: number): Promise<Compared[]> {
  const ports = { service: port, floor: 0 };
  const headers = await headersOf(long, ports);
  const headersOfShort = await headersOf(short, ports);
  const { today, moment } = momentsOf(new Date());
  const first = (query: string) => same(http(`GET /svc-api/employees?limit=100${query}`, headers));
  const following = async (query: string) => {
    const { pathname, search } = await deepPageOf('employees', Math.min(people, farRows), ports, headers, query);
    return same(http(`GET ${pathname}${search}`, headers));
  };
  const times = [
    { what: 'as of a day', query: `&asOf=${today}`, least: leastOfPage },
    { what: 'as known at a moment', query: `&knownAt=${moment}`, least: leastOfPage },
    { what: 'of both', query: `&asOf=${moment.slice(0, 10)}&knownAt=${moment}`, least: null },
  ];
  const pages: Compared[] = [];
  for (const { what, query, least } of times) {
    pages.push({ name: `first page ${what} ÷ plain`, least, plain: first(''), other: first(query) });
    const [plain, other] = [await following(''), await following(query)];
    pages.push({ name: `following page ${what} ÷ plain`, least, plain, other });
  }
  const read = (some: readonly string[], by: readonly string[]) =>
    inTurn(some.map((id) => http(`GET /svc-api/employees/${id}`, by)));
  const history = `with ${(people * versionsEach).toLocaleString('en')} versions ÷ without`;
  return [
    ...pages,
    {
      name: `plain read ${history}`,
      least: leastOfRead,
      plain: read(otherIds, headersOfShort),
      other: read(ids, headers),
    },
    {
      name: `plain page ${history}`,
      least: leastOfRead,
      plain: same(http('GET /svc-api/employees?limit=100', headersOfShort)),
      other: first(''),
    },
  ];
}

/** The middle of the ratios of all rounds: other load of the machine spoils some of them. */
async function ratioOf({ plain, other, least }: Compared, port: number): Promise<number> {
  const perSecond = async (request: Requests) =>
    (await load({ port, connections, durationMs: roundMs, request, expectedStatus: 200 })).perSecond;
  const ratios: number[] = [];
  for (let round = -1; round < (least === leastOfRead ? roundsOfRead : rounds); round += 1) {
    const isOtherFirst = round % 2 === 0;
    const before = isOtherFirst ? await perSecond(other) : 0;
    const compared = await perSecond(plain);
    const ratio = (isOtherFirst ? before : await perSecond(other)) / compared;
    // The first round prepares statements.
    if (round >= 0) ratios.push(ratio);
  }
  return ratios.sort((one, two) => one - two)[Math.floor(ratios.length / 2)] ?? 0;
}

function print(results: readonly { name: string; least: number | null; ratio: number }[]): boolean {
  for (const { name, least, ratio } of results) {
    const isMet = least === null || ratio >= least;
    const bar = least === null ? '' : ` (at least ${least})`;
    process.stdout.write(`${isMet ? 'ok    ' : 'MISSED'} ${name} ${ratio.toFixed(2)}${bar}\n`);
  }
  return results.some(({ ratio, least }) => least !== null && ratio < least);
}
