import { LRUCache } from 'lru-cache';

/** A map with a bound: when it is full, a new entry takes the place of the one that was not used for longest. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

export const leastRecentlyUsed = <Value extends NonNullable<unknown>>(entriesMax: number): BoundedMap<Value> =>
  new LRUCache<string, Value>({ max: entriesMax });
