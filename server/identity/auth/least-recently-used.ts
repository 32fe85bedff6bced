/**
 * A map with a size limit: the least recently used entries are removed. Two generations, so that finding an entry in
 * use costs one look-up and no write; an entry is removed if it was used neither in the current generation nor in the
 * one before.
 */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

export function leastRecentlyUsed<Value>(entriesMax: number): BoundedMap<Value> {
  let current = new Map<string, Value>();
  let former = new Map<string, Value>();
  function set(key: string, value: Value): void {
    current.set(key, value);
    if (current.size < entriesMax / 2) return;
    former = current;
    current = new Map();
  }
  return {
    get(key) {
      const found = current.get(key);
      if (found !== undefined) return found;
      const older = former.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    delete(key) {
      current.delete(key);
      former.delete(key);
    },
  };
}
