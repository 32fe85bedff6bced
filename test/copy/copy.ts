/**
 * "Snapshot, then events" under load: writers change an account at random while a reader copies it, and the reader is
 * killed again and again. In the end the copy must equal the original.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Body, unique } from '../support/examples.ts';
import { at, hiring, newCompany } from '../support/people/people.ts';
import type { TestClient, TestService } from '../support/service.ts';
import { rowsIn, snapshotOf } from '../support/snapshots.ts';
import { compileCache, root } from '../support/started-service.ts';
import { type CopiedCollection, type CopyState, copied } from './state.ts';

export interface CopyOptions {
  readonly service: TestService;
  readonly changes: number;
  readonly kills: number;
  readonly seed: number;
  readonly onProgress?: (changes: number, kills: number) => void;
}

export interface CopyResult {
  readonly changes: number;
  readonly kills: number;
  readonly rows: number;
  readonly seconds: number;
  /** What differs between copy and original. */
  readonly differences: readonly string[];
}

const writersAtOnce = 4;

export async function copyUnderLoad({ service, changes, kills, seed, onProgress }: CopyOptions): Promise<CopyResult> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-copy-'));
  const company = await newCompany(service);
  const { client } = company;
  const random = randomOf(seed);
  const startedMs = performance.now();
  const file = join(folder, 'copy.json');
  let done = 0;
  let killed = 0;
  let reader: ChildProcess | null = null;
  try {
    const step = changesOf(client, company, random);
    for (let count = 0; count < 40; count += 1) await step();
    reader = startReader(service.url, client.token, file);
    const killing = (async () => {
      for (; killed < kills; killed += 1) {
        await sleep(400 + random() * 900);
        reader?.kill('SIGKILL');
        reader = startReader(service.url, client.token, file);
      }
    })();
    const writer = async () => {
      while (done < changes || killed < kills) {
        done += 1;
        await step();
        if (done % 500 === 0) onProgress?.(done, killed);
      }
    };
    await Promise.all([killing, ...Array.from({ length: writersAtOnce }, writer)]);
    await service.publisher.publishAll();
    const copy = await caughtUp(client, file);
    const differences = await differing(service, client, copy);
    const rows = Object.values(copy.rows).reduce((sum, some) => sum + Object.keys(some ?? {}).length, 0);
    return { changes: done, kills: killed, rows, seconds: (performance.now() - startedMs) / 1000, differences };
  } finally {
    reader?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

const startReader = (...args: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['test/copy/reader.ts', ...args], {
    cwd: root,
    env: { ...compileCache, PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** Mulberry32: the same seed repeats the same choices. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a function that makes one random change; changes that another one forestalled are refused, and count too. */
function changesOf(client: TestClient, company: Awaited<ReturnType<typeof newCompany>>, random: () => number) {
  const ids: Record<string, string[]> = { taxonomies: [], 'taxonomy-labels': [], departments: [], employees: [] };
  const anyOf = (path: string) => ids[path]?.[Math.floor(random() * (ids[path]?.length ?? 0))];
  const create = async (path: string, body: Body) => {
    const reply = await client.call('POST', `/svc-api/${path}`, { body });
    if (reply.status === 201) ids[path]?.push(reply.body.id);
  };
  const change = async (path: string, body: Body) => {
    const id = anyOf(path);
    if (id !== undefined) await client.call('PATCH', `/svc-api/${path}/${id}`, { body });
  };
  const remove = async (path: string) => {
    const id = anyOf(path);
    if (id !== undefined) await client.call('DELETE', `/svc-api/${path}/${id}`);
  };
  const changes: readonly (() => Promise<void>)[] = [
    () => create('taxonomies', { name: `Set ${unique()}` }),
    () => change('taxonomies', { name: `Set ${unique()}` }),
    () => remove('taxonomies'),
    () => create('taxonomy-labels', { taxonomy: { id: anyOf('taxonomies') ?? '1' }, name: `Label ${unique()}` }),
    () => change('taxonomy-labels', { name: `Label ${unique()}` }),
    () => remove('taxonomy-labels'),
    () => create('departments', { name: `Department ${unique()}` }),
    () => change('departments', { name: `Department ${unique()}` }),
    () => create('employees', hiring(company)),
    () => change('employees', { familyName: `Name ${unique()}` }),
    () => change('employees', { givenName: `Name ${unique()}` }),
    async () => {
      const id = anyOf('employees');
      const { body } = await client.call('GET', `/svc-api/job-positions?employee.id=${id ?? '0'}&limit=1`);
      const position = body.items?.[0]?.id;
      const department = anyOf('departments') ?? at(company.department).id;
      if (position !== undefined)
        await client.call('PATCH', `/svc-api/job-positions/${position}`, { body: { department: { id: department } } });
    },
  ];
  return async (): Promise<void> => {
    await changes[Math.floor(random() * changes.length)]?.();
  };
}

/** Up to here the copy is exact: the last applied event, or the snapshots, if they were read after all events. */
function reached({ lastId, positions }: CopyState): bigint {
  const taken = copied.map((name) => BigInt(positions[name] ?? 0));
  return [BigInt(lastId ?? 0), taken.reduce((one, other) => (one < other ? one : other))].reduce((one, other) =>
    one > other ? one : other,
  );
}

/** Waits until the copy contains the last event. */
async function caughtUp(client: TestClient, file: string): Promise<CopyState> {
  const { body } = await client.call('GET', '/svc-api/events?sort=-id&limit=1');
  const last = BigInt(body.items[0].id);
  for (const endsAtMs = performance.now() + 60_000; performance.now() < endsAtMs; await sleep(100)) {
    const copy = await readFile(file, 'utf8').then(
      (text) => JSON.parse(text) as CopyState,
      () => null,
    );
    if (copy && reached(copy) >= last) return copy;
  }
  throw new Error('The reader has not caught up.');
}

const pathOf: Readonly<Record<CopiedCollection, string>> = {
  taxonomies: 'taxonomies',
  taxonomyLabels: 'taxonomy-labels',
  departments: 'departments',
  employees: 'employees',
  employments: 'employments',
  jobPositions: 'job-positions',
};

async function differing(service: TestService, client: TestClient, { rows }: CopyState): Promise<string[]> {
  const differences: string[] = [];
  for (const name of copied) {
    const original = new Map(
      rowsIn(await snapshotOf(service, client, `/svc-api/${pathOf[name]}`)).map((row) => [row.id, contentOf(row)]),
    );
    const copy = new Map(Object.entries(rows[name] ?? {}).map(([id, row]) => [id, contentOf(row as Body)]));
    for (const id of new Set([...original.keys(), ...copy.keys()])) {
      if (original.get(id) === copy.get(id)) continue;
      differences.push(`${name} ${id}: ${copy.get(id) ?? 'absent'} instead of ${original.get(id) ?? 'absent'}`);
    }
  }
  return differences;
}

/** Without what `include` asks for. */
function contentOf({ links: _, embedded: __, ...content }: Body): string {
  return JSON.stringify(Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1)));
}
