/**
 * The effect of one tenant on another. A tenant with a moderate load of 50 reads and writes a second is measured in turns:
 * alone, then during an attack, alone again, and so on. The result is how many times longer its slowest requests take: the
 * median over the turns, because a machine that stands still for a moment spoils one turn and says nothing of the service.
 * Service, PostgreSQL, attacker and victim share the machine: on two cores even a fair share of one slow statement is half
 * of the machine. In reality the attacker is another machine, so its process has the lowest priority: the load stays the
 * same, and only its cost to the service is measured.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { withInstallation } from './installation.ts';
import { type Attack, attacksOf } from './isolation-attacks.ts';
import { type LegacyAccount, seedLegacy } from './legacy-rows.ts';
import { headersOf } from './requests.ts';
import { withStolenShare } from './stolen-time.ts';
import { type Victim, victim } from './victim.ts';

/** The limit of the ratio of the 99th percentiles, under attack to alone. */
const most = 3;
const rounds = 7;
const phaseMs = 4000;
/** A turn in which the host took more of the processors is repeated, a few times. */
const stolenMax = 0.02;
const repeatedMax = 14;

interface Measured {
  readonly name: string;
  readonly calmMs: number;
  readonly attackedMs: number;
  readonly failures: number;
  readonly answers: string;
}

/** Returns whether a limit was exceeded. */
export const benchIsolation = (): Promise<boolean> =>
  withInstallation(async ({ url, superuserUrl, masterKey, start, startNode }) => {
    const [attacked, attacking] = await seedLegacy({ url, superuserUrl }, masterKey, [
      { people: 1000, halfDays: 2000 },
      { people: 20_000, halfDays: 400_000 },
    ]);
    if (!attacked || !attacking) throw new Error('Two accounts are needed.');
    await writeToDisk(superuserUrl);
    const { port } = await startNode();
    const attacker = await start('./attacker-process.ts', { port }, []);
    const token = await tokenOf(attacking, port);
    const atWork = await victimOf(attacked, port);
    await atWork.work(phaseMs);
    printHead();
    let missed = false;
    for (const attack of attacksOf(attacking, token)) {
      const one = await measured(attack, attacker, atWork);
      printRow(one);
      missed ||= isMissed(one);
    }
    return missed;
  });

/** Otherwise PostgreSQL writes what was filled in while the first turns are measured. */
async function writeToDisk(superuserUrl: string): Promise<void> {
  const connection = new pg.Client({ connectionString: superuserUrl });
  await connection.connect();
  await connection.query('checkpoint');
  await connection.end();
}

async function tokenOf(account: LegacyAccount, port: number): Promise<string> {
  const [authorization = ''] = await headersOf(account, { service: port, floor: 0 });
  return authorization.replace('Authorization: Bearer ', '');
}

/** Reads of one row and of a page, and one creation in five requests. */
async function victimOf(account: LegacyAccount, port: number): Promise<Victim> {
  const headers = { authorization: `Bearer ${await tokenOf(account, port)}`, 'api-version': '2024-11-01' };
  const body = JSON.stringify({ name: 'Skills', sortLabelsBy: 'id' });
  const reads = Array.from({ length: 40 }, (_, index) => ({
    method: 'GET' as const,
    path: index % 2 === 0 ? `/svc-api/employees/${account.employeeId + index}` : '/svc-api/employees?limit=20',
  }));
  const all = reads.flatMap((read, index) =>
    index % 4 === 3 ? [read, { method: 'POST' as const, path: '/svc-api/taxonomies', body }] : [read],
  );
  return victim(port, headers, all);
}

async function measured(attack: Attack, attacker: ChildProcess, atWork: Victim): Promise<Measured> {
  process.stderr.write(`${attack.name}\n`);
  // Compiles the code of these requests; the code of the victim was compiled before.
  await underAttack(attack, attacker, atWork);
  const [calm, attacked]: [number[], number[]] = [[], []];
  let failures = 0;
  let repeated = 0;
  const answers: Record<string, number> = {};
  while (calm.length < rounds) {
    const { result, stolenShare } = await withStolenShare(async () => ({
      alone: await atWork.work(phaseMs),
      meanwhile: await underAttack(attack, attacker, atWork),
    }));
    const { alone, meanwhile } = result;
    for (const [status, count] of Object.entries(meanwhile.statuses)) answers[status] = (answers[status] ?? 0) + count;
    failures += meanwhile.failures;
    if (stolenShare > stolenMax && repeated < repeatedMax) {
      repeated += 1;
      continue;
    }
    calm.push(p99(alone.times));
    attacked.push(p99(meanwhile.times));
  }
  if (repeated > 0) process.stderr.write(`${repeated} turns repeated: the host took the processors away\n`);
  return {
    name: attack.name,
    calmMs: median(calm),
    attackedMs: median(attacked),
    failures,
    answers: Object.entries(answers)
      .map(([status, count]) => `${count} × ${status === '0' ? 'none' : status}`)
      .join(', '),
  };
}

async function underAttack(attack: Attack, attacker: ChildProcess, atWork: Victim) {
  attacker.send(attack);
  const result = await atWork.work(phaseMs);
  attacker.send('end');
  const [statuses] = (await once(attacker, 'message')) as [Record<string, number>];
  return { ...result, statuses };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;

const isMissed = ({ calmMs, attackedMs, failures }: Measured) => failures > 0 || !(attackedMs <= calmMs * most);

const line = (...cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

function printHead(): void {
  line('While another tenant sends', 'Alone p99 ms', 'Meanwhile', 'Ratio', 'At most', '', 'Unanswered', 'Its answers');
  line('---', '---:', '---:', '---:', '---:', '---', '---:', '---');
}

function printRow(one: Measured): void {
  const { name, calmMs, attackedMs, failures, answers } = one;
  const shown = [calmMs.toFixed(1), attackedMs.toFixed(1), (attackedMs / calmMs).toFixed(2), `${most}`];
  line(name, ...shown, isMissed(one) ? 'MISSED' : 'met', String(failures), answers);
}
