import { describe, expect, it } from 'vitest';
import { standardLimits } from './limits.ts';
import { nextAttemptAt } from './schedule.ts';

const { waitsMs } = standardLimits;
const endedAt = new Date('2025-05-12T08:34:23Z');
const after = (tries: number, options: { retryAfter?: string; random?: number } = {}) => {
  const { retryAfter = null, random = 0.5 } = options;
  const at = nextAttemptAt({ tries, endedAt, retryAfter, random }, waitsMs);
  return at === null ? null : (at.getTime() - endedAt.getTime()) / 1000;
};

describe('nextAttemptAt', () => {
  it('waits longer after each failure and gives up after the twelfth', () => {
    const waits = Array.from({ length: 12 }, (_, index) => after(index + 1));
    expect(waits).toEqual([5, 30, 120, 600, 3600, 10_800, 28_800, 57_600, 86_400, 86_400, 86_400, null]);
    expect(waitsMs.reduce((sum, wait) => sum + wait) / 1000).toBe((4 * 24 + 4) * 3600 + 12 * 60 + 35);
  });

  it('varies each wait by up to a tenth', () => {
    expect(after(2, { random: 0 })).toBe(27);
    expect(after(2, { random: 0.999_999 })).toBeCloseTo(33, 3);
  });

  it.each([
    ['60', 60],
    ['1', 5],
    ['0', 5],
    ['999999', 86_400],
    ['Mon, 12 May 2025 08:36:23 GMT', 120],
    ['Monday, 12-May-25 08:36:23 GMT', 120],
    ['Mon May 12 08:36:23 2025', 120],
    ['Mon, 12 May 2025 08:00:00 GMT', 5],
    ['Mon, 12 May 2035 08:00:00 GMT', 86_400],
    ['2026', 2026],
    ['2035-01-01', 5],
    ['-60', 5],
    ['soon', 5],
    ['', 5],
  ])('takes "Retry-After: %s" for %i seconds', (retryAfter, seconds) => expect(after(1, { retryAfter })).toBe(seconds));

  it('does not bring an attempt forward', () => expect(after(4, { retryAfter: '60' })).toBe(600));
});
