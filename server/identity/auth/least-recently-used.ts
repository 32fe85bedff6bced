import { LRUCache } from 'lru-cache';

/** A map with a bound: when it is full, a new entry takes the place of the one that was not used for longest. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
}

/**
 * `maxSize`, not `max`: with `max` the library reserves a place for every possible entry, and whenever the last entry goes
 * it clears all of these places. With one caller that is the end of each request.
 */
export const leastRecentlyUsed = <Value extends NonNullable<unknown>>(entriesMax: number): BoundedMap<Value> =>
  new LRUCache<string, Value>({ maxSize: entriesMax, sizeCalculation: () => 1 });
