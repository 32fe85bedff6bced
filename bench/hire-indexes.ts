/**
 * What each index costs a hire, and who uses it: `node bench/hire-indexes.ts [people]`. People are hired through the service
 * into an account of 10,000 by default. The log of PostgreSQL then says which indexes got entries, and how many bytes they
 * took: this does not depend on how busy the machine is. docs/plans says which lists use an index.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { musterClient } from '@muster/client';
import pg from 'pg';
import { withInstallation } from './installation.ts';
import { type SeededPeople, seedPeople } from './people-seed.ts';
import { published } from './processes.ts';

const people = Number(process.argv[2] ?? 10_000);
const hires = 200;
const root = join(import.meta.dirname, '..');

interface Cost {
  readonly index: string;
  readonly kind: string;
  readonly constraint: string | null;
  readonly entries: number;
  readonly bytes: number;
}

/** Entries by the kinds of records that make one. Copies of whole pages after a checkpoint are left out. */
const costs = `
select coalesce(parent.relname, index.relname) as index, method.amname as kind, max(rule.contype) as "constraint",
  count(*) filter (where record_type ~ '^(INSERT|SPLIT|PAGE_UPDATE)' and record_type <> 'INSERT_UPPER')::int as entries,
  coalesce(sum(record_length - coalesce(block_fpi_length, 0)), 0)::int as bytes
from pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false)
  join pg_class as index on index.relfilenode = pg_get_wal_block_info.relfilenode and index.relkind = 'i'
  join pg_am as method on method.oid = index.relam
  left join pg_inherits on inhrelid = index.oid
  left join pg_class as parent on parent.oid = inhparent
  left join pg_constraint as rule on rule.conindid = coalesce(parent.oid, index.oid) and rule.contype in ('p', 'u', 'x')
where relforknumber = 0 and block_id = 0 and index.relnamespace = 'public'::regnamespace
group by 1, 2 order by bytes desc`;

const position = 'select pg_current_wal_insert_lsn()::text as at';

async function hire(port: number, account: SeededPeople): Promise<void> {
  const { clientId, clientSecret } = account;
  const muster = musterClient({ baseUrl: `http://localhost:${port}`, clientId, clientSecret });
  for (let number = 0; number < hires; number += 1) {
    await muster.employees.create({
      givenName: `Zoltán ${number}`,
      familyName: `Newcomer ${number % 50}`,
      email: `zoltan.newcomer${number}@example.com`,
      firstEmployment: {
        start: { date: '2026-01-01' },
        template: { id: String(account.templateId) },
        firstJobPosition: {
          businessEstablishment: { id: String(account.establishmentId) },
          department: { id: String(account.emptyDepartmentId) },
          jobTitle: 'Forklift driver',
        },
      },
    });
  }
}

/** How many lines of docs/plans name an index. */
function usesOf(index: string): number {
  const texts = globSync('docs/plans/*.txt', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  return texts.reduce((sum, text) => sum + (text.match(new RegExp(`\\b${index}\\b`, 'g'))?.length ?? 0), 0);
}

const rules: Readonly<Record<string, string>> = { p: 'primary key', u: 'unique', x: 'no overlaps' };

function print(found: readonly Cost[]): void {
  const rows = found.map(({ index, kind, constraint, entries, bytes }) => [
    index,
    kind,
    (entries / hires).toFixed(1),
    (bytes / hires).toFixed(0),
    constraint ? (rules[constraint] ?? '') : '',
    String(usesOf(index)),
  ]);
  const lines = [['index', 'kind', 'entries a hire', 'bytes a hire', 'states', 'lines of docs/plans'], ...rows];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const sum = (of: (cost: Cost) => number) => found.reduce((total, cost) => total + of(cost), 0) / hires;
  console.log(
    `${sum(({ entries }) => entries).toFixed(1)} entries and ${sum(({ bytes }) => bytes).toFixed(0)} bytes a hire`,
  );
}

await withInstallation(async ({ url, superuserUrl, masterKey, startNode }) => {
  const [account] = await seedPeople({ url, superuserUrl }, masterKey, [people]);
  const { port } = await startNode();
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  try {
    await superuser.query('create extension pg_walinspect');
    const at = async () => (await superuser.query<{ at: string }>(position)).rows[0]?.at;
    const begin = await at();
    await hire(port, account as SeededPeople);
    await published(superuserUrl)();
    // The last record must be written before it can be read.
    const end = await at();
    await superuser.query('select pg_switch_wal()');
    print((await superuser.query<Cost>(costs, [begin, end])).rows);
  } finally {
    await superuser.end();
  }
});
