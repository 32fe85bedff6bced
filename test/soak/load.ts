/** A mixed load of one company: people are hired, moved, absent and read, departments come and go, and somebody follows all of it. */
import type { Muster } from '@muster/client';
import { type Dice, dice } from '../../demo/dice.ts';
import { foundCompany, hiring } from '../faults/kinds.ts';

export interface Load {
  /** How long each request took since the last call. */
  takeLatencies(): number[];
  readonly requests: number;
  readonly errors: readonly string[];
  stop(): Promise<void>;
}

/** People whom a worker goes on with; earlier ones stay as they are. */
const peopleMax = 50;

export async function startLoad(muster: Muster, workers: number, seed: number): Promise<Load> {
  const company = await foundCompany(muster);
  const account = await muster.leaveAccounts.create({ name: 'Holidays', unit: 'workingDays' });
  const ending = new AbortController();
  const errors: string[] = [];
  let latencies: number[] = [];
  let requests = 0;

  const timed = async <T>(request: () => Promise<T>): Promise<T> => {
    const startedAtMs = performance.now();
    try {
      return await request();
    } finally {
      latencies.push(performance.now() - startedAtMs);
      requests += 1;
    }
  };

  async function work(number: number): Promise<void> {
    const luck = dice(seed * 1000 + number);
    const people: string[] = [];
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      await step(luck, people, `${number} ${turn}`).catch((error: unknown) => errors.push(String(error)));
    }
  }

  async function step(luck: Dice, people: string[], name: string): Promise<void> {
    const chosen = people[luck.below(people.length || 1)];
    const kind = luck.below(10);
    if (chosen === undefined || kind === 0) {
      people.push((await timed(() => muster.employees.create(hiring(company, `Soak ${name}`)))).id);
      if (people.length > peopleMax) people.shift();
    } else if (kind === 1) {
      const { id } = await timed(() => muster.departments.create({ name: `Soak ${name}` }));
      await timed(() => muster.departments.remove(id));
    } else if (kind === 2) {
      const day = new Date(Date.UTC(2025, 0, 6 + 7 * luck.below(40))).toISOString().slice(0, 10);
      const asked = { employee: { id: chosen }, leaveAccount: { id: account.id }, startsOn: day, endsOn: day };
      const leave = await timed(() => muster.leaves.create({ ...asked, status: 'confirmed' }));
      await timed(() => muster.leaves.remove(leave.id));
    } else if (kind < 5) await timed(() => muster.employees.update(chosen, { givenName: `Ada ${name}` }));
    else if (kind < 7) await timed(() => muster.employees.page({ limit: 100, include: ['totalCount'] }));
    else await timed(() => muster.employees.read(chosen));
  }

  async function follow(by: 'waiting' | 'stream'): Promise<void> {
    const { signal } = ending;
    for await (const _ of muster.events.follow({ by, signal }));
  }

  const followers = [follow('waiting'), follow('stream')].map((one) =>
    one.catch((error: unknown) => {
      if (!ending.signal.aborted) errors.push(String(error));
    }),
  );
  const working = Array.from({ length: workers }, (_, number) => work(number));
  return {
    takeLatencies() {
      const taken = latencies;
      latencies = [];
      return taken;
    },
    get requests() {
      return requests;
    },
    errors,
    async stop() {
      ending.abort();
      await Promise.all([...working, ...followers]);
    },
  };
}
