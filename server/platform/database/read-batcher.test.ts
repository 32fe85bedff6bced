import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { type FindOne, readBatcher } from './read-batcher.ts';
import type { RunStatement } from './single-statement.ts';
import { statement } from './statement.ts';

const rows = statement('select id from rows where account_id = $1 and id = any ($2::bigint[])');

interface Sent {
  readonly ids: string;
  answer(): void;
  fail(): void;
}

/** What PostgreSQL was asked, which answers when the test says so. */
let sent: Sent[];
let find: FindOne;

beforeEach(() => {
  sent = [];
  const run: RunStatement = (_, __, [ids]) =>
    new Promise((resolve, reject) => {
      const found = [...String(ids).matchAll(/\d+/g)].map(([id]) => ({ id }));
      sent.push({
        ids: String(ids),
        // The rows of any statement: their type is that of the call.
        answer: () => resolve(found as never[]),
        fail: () => reject(new Error('The connection is lost.')),
      });
    });
  find = readBatcher(run);
});

const read = (id: string, accountId = '1') => find({ accountId, deadline: null, part: 'reads' }, rows, id);
const asked = () => sent.map(({ ids }) => ids);

test('the first goes at once, and those that come meanwhile together, when it was answered', async () => {
  const first = read('1');
  await turn();
  const others = [read('2'), read('3')];
  await turn();
  const another = read('4');
  await turn();
  expect(asked()).toEqual(['{"1"}']);
  sent[0]?.answer();
  expect(await first).toEqual({ id: '1' });
  await turn();
  expect(asked()).toEqual(['{"1"}', '{"2","3","4"}']);
  sent[1]?.answer();
  expect(await Promise.all([...others, another])).toEqual([{ id: '2' }, { id: '3' }, { id: '4' }]);
  const later = read('5');
  await turn();
  sent[2]?.answer();
  expect(await later).toEqual({ id: '5' });
});

test('a slow one holds nobody back for long, and other accounts not at all', async () => {
  const slow = read('1');
  await turn();
  const [next, other] = [read('2'), read('2', '9')];
  await turn();
  expect(asked()).toEqual(['{"1"}', '{"2"}']);
  sent[1]?.answer();
  expect(await other).toEqual({ id: '2' });
  await expect.poll(() => sent.length).toBe(3);
  sent[2]?.answer();
  expect(await next).toEqual({ id: '2' });
  sent[0]?.answer();
  expect(await slow).toEqual({ id: '1' });
});

test('one that fails does not keep the next', async () => {
  const failing = read('1');
  await turn();
  const next = read('2');
  await turn();
  sent[0]?.fail();
  await expect(failing).rejects.toThrow('The connection is lost.');
  await turn();
  sent[1]?.answer();
  expect(await next).toEqual({ id: '2' });
  await pause(20);
  expect(sent).toHaveLength(2);
});
