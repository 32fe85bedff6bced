import { expect, test } from 'vitest';
import { ConnectionError } from './errors.ts';
import {
  type Outcome,
  type Repetition,
  type RetryPolicy,
  repeated,
  retryAfterMs,
  systemClock,
  waitMs,
} from './retry.ts';

const policy: RetryPolicy = { attemptsMax: 4, totalMs: 60_000, firstWaitMs: 500, longestWaitMs: 3000 };
const noon = Date.parse('2026-10-21T12:00:00Z');

test.each([
  ['0', 0],
  ['37', 37_000],
  [' 5 ', 5000],
  ['Wed, 21 Oct 2026 12:01:30 GMT', 90_000],
  ['Wed, 21 Oct 2026 11:59:00 GMT', 0],
  ['Wednesday, 21-Oct-26 12:00:01 GMT', 1000],
  ['1.5', null],
  ['-5', null],
  ['soon', null],
  ['2026', 2_026_000],
  ['Wed, nonsense', null],
  ['', null],
  [null, null],
])('Retry-After %o is a wait of %o ms', (header, ms) => {
  expect(retryAfterMs(header, noon)).toBe(ms);
});

test.each([
  [1, null, 0, 250],
  [1, null, 1, 500],
  [2, null, 1, 1000],
  [3, null, 0.5, 1500],
  [4, null, 1, 3000],
  [40, null, 1, 3000],
  [1, 37_000, 0, 37_000],
  [3, 37_000, 1, 37_500],
  [1, 0, 0, 0],
])('after attempt %i, asked for %o ms, with chance %d the wait is %i ms', (attempt, asked, chance, ms) => {
  expect(waitMs(attempt, asked, policy, chance)).toBe(ms);
});

const reply = (status: number, headers = {}): Outcome => ({ status, headers: new Headers(headers), text: '' });
const cut = new ConnectionError('cut');
const unknown: Outcome = {
  status: 503,
  headers: new Headers(),
  text: '{"type":"https://hr.example/problems/outcome-unknown"}',
};

/** Plays the outcomes one after the other, on a clock that moves by sleeping only. */
async function play(outcomes: readonly Outcome[], options: Partial<Repetition> = {}) {
  let nowMs = noon;
  const waitsMs: number[] = [];
  const clock = {
    now: () => nowMs,
    random: () => 1,
    sleep: async (ms: number) => {
      waitsMs.push(ms);
      nowMs += ms;
    },
  };
  let sent = 0;
  const send = async () => outcomes[Math.min(sent++, outcomes.length - 1)] as Outcome;
  const last = await repeated(send, { isRepeatable: true, policy, clock, ...options });
  return { ...last, waitsMs, sent };
}

test.each<[string, Outcome[], Partial<Repetition>, { sent: number; waitsMs: number[]; wasLost: boolean }]>([
  ['a success is final', [reply(200)], {}, { sent: 1, waitsMs: [], wasLost: false }],
  ['a refusal of the request is final', [reply(400)], {}, { sent: 1, waitsMs: [], wasLost: false }],
  ['an error of the service is final', [reply(500)], {}, { sent: 1, waitsMs: [], wasLost: false }],
  [
    'a 429 is waited out, whatever the request',
    [reply(429, { 'retry-after': '30' }), reply(201)],
    { isRepeatable: false },
    { sent: 2, waitsMs: [30_500], wasLost: false },
  ],
  [
    'a 503 is tried again, whatever the request',
    [reply(503), reply(503), reply(200)],
    { isRepeatable: false },
    { sent: 3, waitsMs: [500, 1000], wasLost: false },
  ],
  [
    'a 503 that leaves open whether the change was made counts as a cut connection',
    [unknown, reply(200)],
    { isRepeatable: false },
    { sent: 1, waitsMs: [], wasLost: false },
  ],
  [
    'and is tried again when the request may be carried out twice',
    [unknown, reply(200)],
    {},
    { sent: 2, waitsMs: [500], wasLost: true },
  ],
  [
    'a cut connection is tried again when the request may be carried out twice',
    [cut, reply(200)],
    {},
    { sent: 2, waitsMs: [500], wasLost: true },
  ],
  [
    'a cut connection is final when the request may not be carried out twice',
    [cut, reply(200)],
    { isRepeatable: false },
    { sent: 1, waitsMs: [], wasLost: false },
  ],
  [
    'an answer lost behind a gateway counts as a cut connection',
    [reply(502), reply(504), reply(200)],
    {},
    { sent: 3, waitsMs: [500, 1000], wasLost: true },
  ],
  ['attempts are bounded', [cut], {}, { sent: 4, waitsMs: [500, 1000, 2000], wasLost: true }],
  [
    'a wait that would pass the total is not begun',
    [reply(429, { 'retry-after': '61' })],
    {},
    { sent: 1, waitsMs: [], wasLost: false },
  ],
  [
    'waits count together towards the total',
    [reply(429, { 'retry-after': '40' })],
    {},
    { sent: 2, waitsMs: [40_500], wasLost: false },
  ],
])('%s', async (_, outcomes, options, expected) => {
  expect(await play(outcomes, options)).toMatchObject(expected);
});

test('each pause is reported before it begins', async () => {
  const reported: unknown[] = [];
  await play([reply(503), cut, reply(200)], { onPause: (pause) => reported.push(pause) });
  expect(reported).toEqual([
    { ms: 500, attempt: 1, reason: reply(503) },
    { ms: 1000, attempt: 2, reason: cut },
  ]);
});

test('an aborted wait ends at once with the reason of the signal', async () => {
  const controller = new AbortController();
  const waiting = systemClock.sleep(60_000, controller.signal);
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(systemClock.sleep(60_000, controller.signal)).rejects.toBe(reason);
});

test('nothing is sent after an abortion', async () => {
  await expect(play([reply(200)], { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
});
