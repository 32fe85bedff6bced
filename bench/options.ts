/** The arguments of `npm run bench`: which part, how many rounds, how long each. */
export interface Options {
  readonly parts: readonly Part[];
  /** Many short rounds spread other load of the machine over all scenarios. */
  readonly rounds: number;
  readonly roundMs: number;
  /** The folder of another checkout, whose service replaces the floor; null: the floor. */
  readonly against: string | null;
  /** Of the parts that take a size; null: what the part takes by default. */
  readonly people: number | null;
}

/** They measure the service next to the floor, or next to another commit. */
export const compared = ['labels', 'people', 'attributes', 'legacy'] as const;
export type Compared = (typeof compared)[number];

export const parts = [
  ...compared,
  'webhooks',
  'isolation',
  'history',
  'as-of',
  'pooled',
  'citus',
  'telemetry',
  'imports',
  'processes',
  'resources',
  'profiles',
  'console',
  'page-loads',
  'bulk',
  'uploads',
] as const;
export type Part = (typeof parts)[number];

export const help = `npm run bench -- [labels | people | attributes | legacy | webhooks | isolation | history | as-of | pooled | citus | telemetry | imports | processes | resources | profiles | console | page-loads | bulk | uploads] [rounds] [milliseconds of a round]
               [--against <folder of another checkout>] [--people <number>]

Measures the service next to the floor, and exits with 1 if a bar is missed.

  labels   10,000 and 100,000 labels: read, list, create, tokens
  people   10,000, 100,000 and 1,000,000 employees: read, list, filter, search, hire.
           Takes about 7 GB in the folder for temporary files, and some minutes to fill it; with --people, only the
           sizes up to this number
  attributes
           10 values for each of 100,000 employees: read, list, create; employees found and ordered by them
  legacy   10,000 and 1,000,000 half-days of leaves by owners and dates, 1,000 users of 5,000 and 50,000 employees,
           as older systems read them
  isolation
           how much longer the requests of one tenant take while another does its worst; about ten minutes, in rounds of its own
  history  what versions cost a write, in rounds of its own; about a minute
  as-of    what a page as of a day, or as known at a moment, costs at 100,000 employees with ten versions each, and what
           these versions cost plain reads; some minutes, in rounds of its own; with --people, another number of them
  pooled   labels through PgBouncer in transaction mode (where it is installed) and with a replica, next to the same service
           without them
  citus    labels on the workers of Citus, next to one PostgreSQL; where MUSTER_TEST_DATABASE_URL names a coordinator, as a
           superuser, and all servers have a role muster_test
  telemetry
           the share of its busy time that the service spends on traces, metrics and log lines by OTLP; a few minutes, in
           turns of its own
  imports  100,000 people from a file, from the request to the end; some minutes; with --people, another number of them
  processes
           labels with two processes on one port, next to one; needs free cores to show anything
  resources
           how long a start and a command take, what an idle service costs, and memory under load; about three minutes
  profiles where the service spends its processor time while people are read, listed and hired; with --against, of two commits
  console  100,000 people in the console next to 250, and an org chart of 5,000, in a real browser; some minutes; with
           --people, another number of them
  page-loads
           the first page load of the console with the demo data, in a real browser, also on a slow network
  bulk     100,000 people imported and exported by the command; some minutes; with --people, another number of them
  uploads  1,000 files of 1 MB and one of 100 MB at once: time and memory
  webhooks how fast events reach receivers, one of them dead, and what events cost; about two minutes, in rounds of its own

All parts, one after the other, unless one is named; 24 rounds of 300 ms each.

With --against, the service of another commit takes the place of the floor in the same rounds, on a database that it fills:
  git worktree add ../before HEAD~20 && (cd ../before && npm ci) && npm run bench -- labels --against ../before
It exits with 1 if a scenario is slower than 0.95 of what it was. Profiles need two commits with the same migrations.

BENCH_RECORD=1 records a run for docs/performance.md, which npm run generate writes.
`;

/** Null if help was requested or the arguments are wrong. */
export function optionsOf(words: readonly string[]): Options | null {
  const isOption = (word: string | undefined) => word?.startsWith('--') === true;
  const plain = words.filter((word, index) => !isOption(word) && !isOption(words[index - 1]));
  const givenFor = (option: string) => (words.includes(option) ? words[words.indexOf(option) + 1] : null);
  const against = givenFor('--against');
  const givenPeople = givenFor('--people') ?? null;
  const people = givenPeople === null ? null : Number(givenPeople);
  const named = parts.filter((part) => part === plain[0]);
  const [rounds = 24, roundMs = 300, ...more] = plain.slice(named.length).map(Number);
  if (more.length > 0 || !(rounds > 0) || !(roundMs > 0) || !(people === null || people > 0) || against === undefined)
    return null;
  const all = against === null ? parts : compared;
  return { parts: named.length > 0 ? named : all, rounds, roundMs, against, people };
}
