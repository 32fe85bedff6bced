/** The memory of a node about its callers is bounded, and nobody gets a new quota by evicting others. */
import { expect, test } from 'vitest';
import { countedHere, rateLimit, type Standing } from '../../server/http/api/rate.ts';

const quota = 5;
const windowMs = 60_000;

/** One process counts at once. */
function limited() {
  const { count } = rateLimit(quota, {}, countedHere(100));
  return { count: (...request: Parameters<typeof count>) => count(...request) as Standing };
}

test('a caller whose quota is used up keeps waiting, however many others call', () => {
  const rate = limited();
  for (let request = 0; request <= quota; request += 1) rate.count('busy', null, 0);
  expect(rate.count('busy', null, 1).isExceeded).toBe(true);
  for (let other = 0; other < 10_000; other += 1) rate.count(`other-${other}`, null, 2);
  expect(rate.count('busy', null, 3)).toMatchObject({ isExceeded: true, secondsLeft: 60 });
});

test('and has a new one when the minute is over', () => {
  const rate = limited();
  for (let request = 0; request <= quota; request += 1) rate.count('busy', null, 0);
  expect(rate.count('busy', null, windowMs - 1).isExceeded).toBe(true);
  expect(rate.count('busy', null, windowMs)).toMatchObject({ isExceeded: false, state: '"client";r=4;t=60' });
});

test('others are counted rightly meanwhile, each by itself', () => {
  const rate = limited();
  for (let round = 0; round < quota; round += 1) {
    for (let caller = 0; caller < 90; caller += 1) {
      expect(rate.count(`caller-${caller}`, null, round).isExceeded).toBe(false);
    }
  }
  expect(rate.count('caller-0', null, quota).isExceeded).toBe(true);
});

test('the map is limited: callers with one request are dropped first', () => {
  const rate = limited();
  rate.count('quiet', null, 0);
  for (let other = 0; other < 1000; other += 1) rate.count(`other-${other}`, null, 1);
  expect(rate.count('quiet', null, 2).state).toBe('"client";r=4;t=60');
});
