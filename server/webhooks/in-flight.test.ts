import { describe, expect, it } from 'vitest';
import { unclosedJson } from '../platform/store/address.ts';
import { failuresAfter, parallelAllowed, restMs } from './breaker.ts';
import type { Sendable } from './claim.ts';
import { newInFlight } from './in-flight.ts';

const due = (id: string, isRedelivery = false): Sendable => ({
  id,
  isRedelivery,
  isPing: false,
  createdAt: '',
  dueAt: '',
  eventId: '1',
  triesCount: 0,
  attemptsCount: 0,
  event: unclosedJson({}),
});

const takeAll = (inFlight: ReturnType<typeof newInFlight>, parallel: number) => {
  const taken: string[] = [];
  for (let one = inFlight.take(parallel); one; one = inFlight.take(parallel)) taken.push(one.id);
  return taken;
};

describe('deliveries in flight', () => {
  it('gives out no more than may be under way at once, in the order of arrival', () => {
    const inFlight = newInFlight();
    inFlight.add(['a', 'b', 'c'].map((id) => due(id)));
    expect(takeAll(inFlight, 2)).toEqual(['a', 'b']);
    inFlight.forget(due('a'));
    expect(takeAll(inFlight, 2)).toEqual(['c']);
    expect(inFlight.ids).toEqual(['b', 'c']);
  });

  it('counts a request as in flight until its result is stored', () => {
    const inFlight = newInFlight();
    inFlight.add([due('a'), due('b')]);
    expect(takeAll(inFlight, 1)).toEqual(['a']);
    inFlight.ended(due('a'));
    expect(takeAll(inFlight, 1)).toEqual([]);
    inFlight.forget(due('a'));
    expect(takeAll(inFlight, 1)).toEqual(['b']);
  });

  it('lets redeliveries have half, and all but nothing where only one is sent at a time', () => {
    const inFlight = newInFlight();
    inFlight.add([...['a', 'b', 'c', 'd', 'e'].map((id) => due(id)), ...['1', '2', '3'].map((id) => due(id, true))]);
    expect(takeAll(inFlight, 4).toSorted()).toEqual(['1', '2', 'a', 'b']);
    const alone = newInFlight();
    alone.add([due('1', true), due('a')]);
    expect(takeAll(alone, 1)).toEqual(['a']);
    alone.forget(due('a'));
    expect(takeAll(alone, 1)).toEqual(['1']);
  });

  it('never has more than half of redeliveries under way, even when there is nothing else', () => {
    const inFlight = newInFlight();
    inFlight.add(['1', '2', '3'].map((id) => due(id, true)));
    expect(takeAll(inFlight, 4)).toEqual(['1', '2']);
  });

  it('gives back what was not begun', () => {
    const inFlight = newInFlight();
    inFlight.add([due('a'), due('b')]);
    expect(takeAll(inFlight, 1)).toEqual(['a']);
    inFlight.giveBack();
    expect(inFlight.ids).toEqual(['a']);
    expect(inFlight.isEmpty).toBe(false);
    inFlight.forget(due('a'));
    expect(inFlight.isEmpty).toBe(true);
  });
});

describe('the breaker', () => {
  it('allows fewer at once with each failure in a row, and always one', () => {
    expect([0, 1, 2, 3, 4, 50].map((failures) => parallelAllowed(failures, 10))).toEqual([10, 5, 2, 1, 1, 1]);
    expect(parallelAllowed(0, 1)).toBe(1);
  });

  it('rests after ten failures in a row, for at most half a minute', () => {
    expect([0, 9, 10, 11, 12, 15, 1000].map(restMs)).toEqual([0, 0, 1000, 2000, 4000, 30_000, 30_000]);
  });

  it('trusts again by halves', () => {
    expect(failuresAfter(9, true)).toBe(4);
    expect(failuresAfter(0, true)).toBe(0);
    expect(failuresAfter(4, false)).toBe(5);
  });
});
