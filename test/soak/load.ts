/**
 * A mixed load of one company: people are hired, changed, absent and read, contracts are uploaded, departments come and go,
 * and somebody follows all of it, also by a webhook. Each step costs the same however long the run is: totals are asked of
 * collections that do not grow.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Muster } from '@muster/client';
import { type Dice, dice } from '../../demo/dice.ts';
import { foundCompany, hiring } from '../faults/company.ts';
import { answer, startReceiver } from '../support/webhooks/receiver.ts';

export interface Load {
  /** How long each request took since the last call. */
  takeLatencies(): number[];
  readonly requests: number;
  readonly webhooks: number;
  readonly errors: readonly string[];
  stop(): Promise<void>;
}

/** People whom a worker goes on with; earlier ones stay as they are. */
const peopleMax = 50;
/** Between two steps: the load stays below what a machine can do, where every queue would grow. */
const pauseMsMax = 100;
const fileLines = 2000;

export async function startLoad(muster: Muster, workers: number, seed: number): Promise<Load> {
  const company = await foundCompany(muster);
  const webhook = await countedWebhook(muster);
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
    const people: Person[] = [];
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      await step(luck, people, `${number} ${turn}`).catch((error: unknown) => errors.push(String(error)));
      await pause(luck.below(pauseMsMax));
    }
  }

  async function step(luck: Dice, people: Person[], name: string): Promise<void> {
    const chosen = people[luck.below(people.length || 1)];
    const kind = luck.below(12);
    if (chosen === undefined || kind === 0) {
      const hired = await timed(() => muster.employees.create(hiring(company, `Soak ${name}`)));
      people.push({ id: hired.id, employmentId: hired.applicableEmployment?.id ?? '' });
      if (people.length > peopleMax) people.shift();
    } else if (kind === 1) {
      const { id } = await timed(() => muster.departments.create({ name: `Soak ${name}` }));
      await timed(() => muster.departments.remove(id));
    } else if (kind === 2) {
      const day = new Date(Date.UTC(2025, 0, 6 + 7 * luck.below(40))).toISOString().slice(0, 10);
      const who = { employee: { id: chosen.id }, leaveAccount: { id: company.leaveAccountId } };
      const asked = { ...who, startsOn: day, endsOn: day };
      const leave = await timed(() => muster.leaves.create({ ...asked, status: 'confirmed' }));
      await timed(() => muster.leaves.remove(leave.id));
    } else if (kind === 3) {
      const content = new Blob([`Contract ${name}\n`.repeat(fileLines)], { type: 'text/plain' });
      const { id } = await timed(() => muster.files.upload(content, { fileName: `Contract ${name}.txt` }));
      await timed(() => muster.employments.update(chosen.employmentId, { document: { id } }));
    } else if (kind < 6) await timed(() => muster.employees.update(chosen.id, { givenName: `Ada ${name}` }));
    else if (kind === 6) await timed(() => muster.employees.page({ limit: 100 }));
    else if (kind === 7) await timed(() => muster.departments.page({ limit: 100, include: ['totalCount'] }));
    else await timed(() => muster.employees.read(chosen.id));
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
    get webhooks() {
      return webhook.count;
    },
    errors,
    async stop() {
      ending.abort();
      await Promise.all([...working, ...followers]);
      await webhook.close();
    },
  };
}

interface Person {
  readonly id: string;
  readonly employmentId: string;
}

/** A receiver of every event, which counts them. */
async function countedWebhook(muster: Muster) {
  const receiver = await startReceiver();
  let count = 0;
  receiver.behave((response, request) => {
    // Otherwise it would keep every body.
    receiver.received.length = 0;
    count += 1;
    answer(204)(response, request);
  });
  await muster.webhookEndpoints.create({
    name: 'Soak',
    apiVersion: '2024-11-01',
    topics: ['*'],
    webhookUrl: receiver.url,
  });
  return {
    get count() {
      return count;
    },
    close: () => receiver.close(),
  };
}
