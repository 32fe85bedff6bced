/** A long result is read in turns with other work, however much of it has already arrived. */
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Pool } from '../../../server/platform/database/pool.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';

let fresh: FreshDatabase;
let opened: Pool;

beforeAll(async () => {
  fresh = await freshDatabase();
  opened = openPool({ url: fresh.url, statementMs: 10_000 }, 1);
});
afterAll(async () => {
  await opened?.pool.end();
  await fresh?.drop();
});

const longResult = `select repeat('x', 1000) as text from generate_series(1, 8000)`;

test('less than 256 kB are read in one turn of the event loop, and nothing is missing', async () => {
  const connection = await opened.pool.connect();
  try {
    const turns: number[] = [];
    let bytes = 0;
    const endTurn = () => {
      turns.push(bytes);
      bytes = 0;
    };
    // The driver has no public name for its socket.
    const { stream } = (connection as unknown as { connection: { stream: Readable } }).connection;
    stream.on('data', ({ length }: Buffer) => {
      if (bytes === 0) setImmediate(endTurn);
      bytes += length;
    });
    const result = connection.query<{ text: string }>(longResult);
    await new Promise(setImmediate);
    // Meanwhile PostgreSQL fills what the kernel keeps for this process.
    waitBusily(500);
    const { rows } = await result;
    expect(rows.length).toBe(8000);
    expect(rows.every(({ text }) => text.length === 1000)).toBe(true);
    expect(Math.max(...turns)).toBeGreaterThan(50_000);
    expect(Math.max(...turns)).toBeLessThan(262_144);
  } finally {
    connection.release();
  }
});

function waitBusily(ms: number): void {
  const endsAtMs = performance.now() + ms;
  while (performance.now() < endsAtMs);
}
