// Guessing slows down, and only for the one who guesses.

import { randomBytes } from 'node:crypto';
import { byService } from '@muster/contract/author.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { guessCounter, isWait } from './guesses.ts';
import { derivedKeys } from './installation-key.ts';
import { networkOf, throttling } from './throttle.ts';
import { vaultOf } from './vault.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate(fresh.url, new Date());
  database = openDatabase({
    url: fresh.url,
    connectionsMax: 4,
    statementMs: 5000,
    now: () => new Date(),
    vault: vaultOf(derivedKeys(randomBytes(32))),
    author: byService(),
    onError: () => undefined,
  });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

/** Each with a clock of its own, and counts of its own: nothing that another test did. */
async function counterWithClock() {
  await database.query('delete from guesses');
  let momentMs = Date.UTC(2026, 0, 1);
  const guesses = guessCounter({ database, now: () => new Date(momentMs) });
  const attempt = (name: string, address: string, result: true | null) =>
    guesses.countThenCheck({ kind: 'client', name, address }, async () => result);
  return {
    ...guesses,
    advance: (seconds: number) => {
      momentMs += seconds * 1000;
    },
    /** Failures without a wait between them, as if they had come at one moment. */
    async fail(times: number, name: string, address: string) {
      for (let time = 0; time < times; time += 1) {
        const answer = await attempt(name, address, null);
        if (!isWait(answer)) continue;
        momentMs += answer.waitSeconds * 1000;
        await attempt(name, address, null);
      }
    },
    succeed: (name: string, address: string) => attempt(name, address, true),
    /** The response to a guess; it is not counted, because it fails with an error. */
    async waitSeconds(name: string, address: string): Promise<number> {
      const nothing = new Error('nobody judged it');
      const answer = await guesses
        .countThenCheck({ kind: 'client', name, address }, () => Promise.reject(nothing))
        .catch((error) => {
          if (error !== nothing) throw error;
          return { result: null };
        });
      return isWait(answer) ? answer.waitSeconds : 0;
    },
  };
}

describe('failures with one client from one address', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [10, 32],
    [13, 256],
    [14, 300],
    [16, 300],
  ])('%d failures: wait %d s', async (failures, seconds) => {
    const counter = await counterWithClock();
    await counter.fail(failures, 'app', '192.0.2.1');
    expect(await counter.waitSeconds('app', '192.0.2.1')).toBe(seconds);
    counter.advance(seconds);
    expect(await counter.waitSeconds('app', '192.0.2.1')).toBe(0);
  });

  it('are forgotten after a success or a quarter of an hour', async () => {
    const counter = await counterWithClock();
    await counter.fail(6, 'app', '192.0.2.1');
    counter.advance(2);
    await counter.succeed('app', '192.0.2.1');
    await counter.fail(4, 'app', '192.0.2.1');
    expect(await counter.waitSeconds('app', '192.0.2.1')).toBe(0);
    await counter.fail(10, 'app', '192.0.2.1');
    counter.advance(900);
    await counter.fail(4, 'app', '192.0.2.1');
    expect(await counter.waitSeconds('app', '192.0.2.1')).toBe(0);
  });
});

describe('failures with many clients from one address', () => {
  it('make the address wait for every client, successes of its own notwithstanding', async () => {
    const counter = await counterWithClock();
    for (let client = 0; client < throttling.freePerAddress; client += 1) {
      await counter.fail(1, `app-${client}`, '192.0.2.1');
      if (client < throttling.freePerAddress - 1) await counter.succeed('own', '192.0.2.1');
    }
    expect(await counter.waitSeconds('never-tried', '192.0.2.1')).toBe(1);
    expect(await counter.waitSeconds('never-tried', '192.0.2.2')).toBe(0);
  });

  it('do not make it wait again after a success that came when the wait was over', async () => {
    const counter = await counterWithClock();
    for (let client = 0; client < throttling.freePerAddress; client += 1) {
      await counter.fail(1, `app-${client}`, '192.0.2.1');
    }
    counter.advance(1);
    for (let time = 0; time < 3; time += 1) expect(await counter.succeed('own', '192.0.2.1')).toEqual({ result: true });
  });
});

describe('failures with one client from many addresses', () => {
  it('never make an address wait that has not failed, and others sooner', async () => {
    const counter = await counterWithClock();
    for (let host = 0; host < throttling.guessedClientFailures; host += 1) {
      await counter.fail(1, 'app', `198.51.100.${host}`);
    }
    expect(await counter.waitSeconds('app', '192.0.2.1')).toBe(0);
    await counter.fail(1, 'app', '192.0.2.1');
    expect(await counter.waitSeconds('app', '192.0.2.1')).toBe(1);
    await counter.fail(1, 'other', '192.0.2.1');
    expect(await counter.waitSeconds('other', '192.0.2.1')).toBe(0);
  });
});

describe('the counts', () => {
  it('of a flood of names do not displace those of who has failed often', async () => {
    const counter = await counterWithClock();
    await counter.fail(6, 'app', '192.0.2.1');
    await database.query(
      `insert into guesses (key, failures, last_at)
       select decode(md5(n::text), 'hex'), 1, $2::timestamptz from generate_series(1, $1::integer) as n`,
      [throttling.entriesMax, new Date(Date.UTC(2026, 0, 1) + 1000)],
    );
    await counter.clean();
    const [row] = await database.query<{ count: number }>('select count(*)::integer as count from guesses');
    expect(row?.count).toBe(throttling.entriesMax);
    expect(await counter.waitSeconds('app', '192.0.2.1')).toBe(2);
    counter.advance(throttling.forgetMs / 1000 + 1);
    await counter.clean();
    expect(await database.query('select from guesses')).toEqual([]);
  });

  it('name nobody: neither the name nor the address can be found in the table', async () => {
    const counter = await counterWithClock();
    await counter.fail(1, 'ada@example.com', '192.0.2.1');
    const rows = await database.query<{ key: Buffer }>('select key from guesses');
    expect(rows.map(({ key }) => key.length)).toEqual([16, 16, 16]);
    expect(Buffer.concat(rows.map(({ key }) => key)).toString('latin1')).not.toMatch(/ada|192/);
  });
});

describe('addresses that count as one', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
  ])('%s: %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
