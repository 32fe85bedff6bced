/** Imports of some people at a time, and whether everybody in a file exists once. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Muster } from '@muster/client';
import type { Dice } from '../../demo/dice.ts';
import { type Company, hiring } from './company.ts';
import { insist } from './insist.ts';
import type { Import, Ledger } from './ledger.ts';
import type { LoggedEvent } from './logged-event.ts';

/** Enough that some are interrupted between two batches of lines. */
const peopleMax = 12;
const pauseMsMax = 4000;

/** One after the other until the end; the last one is waited for. */
export async function importPeople(
  muster: Muster,
  company: Company,
  ledger: Ledger,
  luck: Dice,
  isOver: () => boolean,
): Promise<void> {
  for (let number = 0; !isOver(); number += 1) {
    const count = 1 + luck.below(peopleMax);
    const familyNames = Array.from({ length: count }, (_, index) => `import-${number}-${index}`);
    const entry: Import = { familyNames, id: null, status: null, createdCount: 0 };
    ledger.imports.push(entry);
    const lines = familyNames.map((name) => `${JSON.stringify(hiring(company, name))}\n`).join('');
    try {
      await imported(muster, entry, new Blob([lines]), `import-${number}`);
    } catch (error) {
      ledger.errors.push(`Import ${number} did not end: ${error}`);
    }
    await pause(luck.below(pauseMsMax));
  }
}

async function imported(muster: Muster, entry: Import, content: Blob, idempotencyKey: string): Promise<void> {
  const sending = { collection: 'employees', fileName: 'people.ndjson', idempotencyKey, timeoutMs: 10_000 } as const;
  const { id } = await insist(() => muster.imports.create(content, sending));
  entry.id = id;
  await insist(async () => {
    const { status, counts, endedAt } = await muster.imports.read(id);
    Object.assign(entry, { status, createdCount: counts.created });
    return endedAt ?? undefined;
  });
}

/** Done: everybody once. Never acknowledged: nobody twice. It has no reason to fail. */
export function wrongImports(imports: readonly Import[], events: readonly LoggedEvent[]): string[] {
  const hired = Map.groupBy(
    events.filter(({ topic }) => topic === 'employee.created'),
    ({ data }) => String(data.familyName),
  );
  return imports.flatMap(({ id, status, familyNames, createdCount }) => {
    if (id !== null && status !== 'done') return [`Import ${id} is ${status}.`];
    if (status === 'done' && createdCount !== familyNames.length)
      return [`Import ${id} says that it created ${createdCount} of ${familyNames.length} people.`];
    return familyNames.flatMap((name) => {
      const count = hired.get(name)?.length ?? 0;
      return count === 1 || (count === 0 && id === null) ? [] : [`Import ${id}: ${name} was hired ${count} times.`];
    });
  });
}
