/**
 * Erasures while everything is killed: people with a canary, a word that occurs nowhere else, in their rows, versions,
 * events and files. Once an erasure is done, no table holds it. The first of these people stays, to show that it is found.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Muster } from '@muster/client';
import pg from 'pg';
import type { Dice } from '../../demo/dice.ts';
import type { Administrator } from './administrator.ts';
import { type Company, hiring } from './company.ts';
import { insist } from './insist.ts';
import type { Erasure, Ledger } from './ledger.ts';
import type { LoggedEvent } from './logged-event.ts';

const pauseMsMax = 3000;
const beforeAgainMs = 200;
const canaryForm = 'cnry[0-9a-f]{12}';

export async function erasePeople(
  muster: Muster,
  owner: Administrator,
  company: Company,
  ledger: Ledger,
  luck: Dice,
  isOver: () => boolean,
): Promise<void> {
  const attempt = async (entry: Erasure, work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => {
      ledger.errors.push(`The erasure of employee ${entry.employeeId} did not end: ${error}`);
    });
  };
  for (let number = 0; !isOver() || number < 2; number += 1) {
    const entry: Erasure = { canary: `cnry${randomBytes(6).toString('hex')}`, employeeId: null, status: 'hired' };
    ledger.erasures.push(entry);
    await attempt(entry, async () => {
      await hire(muster, company, entry, number);
      if (number === 0) entry.status = 'kept';
      else await plan(owner, entry);
    });
    // One whose workers are killed again and again may take until the faults are over.
    while (entry.status === 'planned' && !isOver()) {
      await noteEnd(owner, entry).catch(() => undefined);
      await pause(beforeAgainMs);
    }
    if (!isOver()) await pause(luck.below(pauseMsMax));
  }
  for (const entry of ledger.erasures.filter(({ status }) => status === 'planned')) {
    await attempt(entry, () => insist(() => noteEnd(owner, entry)));
  }
}

function isDone({ status, body }: Awaited<ReturnType<Administrator['call']>>): true {
  if (status < 300) return true;
  throw new Error(`The answer was ${status}: ${JSON.stringify(body)}`);
}

async function hire(muster: Muster, company: Company, entry: Erasure, number: number): Promise<void> {
  const { canary } = entry;
  const key = (what: string) => ({ idempotencyKey: `erased-${what}-${number}` });
  const hired = await insist(() => muster.employees.create(hiring(company, canary), key('person')));
  entry.employeeId = hired.id;
  const employee = { id: hired.id };
  const definition = { id: company.definitionId };
  await insist(() => muster.employeeAttributes.create({ value: canary, definition, employee }, key('value')));
  const content = new Blob([canary], { type: 'text/plain' });
  const file = await insist(() => muster.files.upload(content, { fileName: `${canary}.txt`, ...key('file') }));
  await insist(() => muster.jobPositions.update(hired.applicableJobPosition?.id ?? '', { document: { id: file.id } }));
  await insist(() => muster.employees.update(hired.id, { givenName: `Given ${canary}` }));
}

/** Nobody has to approve what the owner plans. */
export async function allowErasures(owner: Administrator): Promise<void> {
  const settings = { erasuresNeedApproval: false };
  await insist(async () => isDone(await owner.call('PATCH', 'account-settings/current', settings)));
}

const firstOf = async (owner: Administrator, { employeeId }: Erasure) => {
  const { body } = await owner.call('GET', `erasures?employee.id=${employeeId}`);
  return (body as { items?: { status: string }[] } | null)?.items?.[0];
};

/** A request whose answer was lost is not repeated blindly: what it planned is looked for. */
async function plan(owner: Administrator, entry: Erasure): Promise<void> {
  const employee = { id: entry.employeeId };
  await insist(async () => {
    if (await firstOf(owner, entry)) return true;
    return isDone(await owner.call('POST', 'erasures', { employee, reason: 'File 118' }));
  });
  entry.status = 'planned';
}

/** Undefined: it has not ended. */
async function noteEnd(owner: Administrator, entry: Erasure): Promise<true | undefined> {
  if ((await firstOf(owner, entry))?.status !== 'done') return undefined;
  entry.status = 'done';
  return true;
}

export function wrongErasures(
  erasures: readonly Erasure[],
  events: readonly LoggedEvent[],
  found: ReadonlyMap<string, readonly string[]>,
): string[] {
  const deleted = Map.groupBy(
    events.filter(({ topic }) => topic === 'employee.deleted'),
    ({ data }) => data.id,
  );
  return erasures.flatMap(({ canary, employeeId, status }) => {
    const tables = found.get(canary) ?? [];
    if (status === 'kept') return tables.length > 0 ? [] : [`Employee ${employeeId} was to stay, and is not found.`];
    if (status !== 'done') return [`The erasure of employee ${employeeId} is ${status}.`];
    const count = deleted.get(employeeId ?? '')?.length ?? 0;
    return [
      ...(count === 1 ? [] : [`Employee ${employeeId} was erased, and ${count} events tell of it.`]),
      ...(tables.length === 0 ? [] : [`Employee ${employeeId} was erased, and is still in ${tables.join(', ')}.`]),
    ];
  });
}

/** The tables that hold each canary, in any column. */
export async function canariesInTables(superuserUrl: string): Promise<Map<string, string[]>> {
  const connection = new pg.Client({ connectionString: superuserUrl });
  await connection.connect();
  try {
    const { rows: tables } = await connection.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const found = new Map<string, string[]>();
    for (const { name } of tables) {
      const { rows } = await connection.query<{ word: string }>(
        `select distinct (regexp_matches(row::text, '${canaryForm}', 'g'))[1] as word
         from ${name} as row where position('cnry' in row::text) > 0`,
      );
      for (const { word } of rows) found.set(word, [...(found.get(word) ?? []), name]);
    }
    return found;
  } finally {
    await connection.end();
  }
}
