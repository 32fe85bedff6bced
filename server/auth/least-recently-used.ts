// Owns a map that never holds more than its bound: the entry whose last use is longest ago makes room.

export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

export function leastRecentlyUsed<Value>(entriesMax: number): BoundedMap<Value> {
  // A map keeps the order of insertion; using an entry inserts it anew.
  const entries = new Map<string, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= entriesMax) return;
      for (const oldest of entries.keys()) {
        entries.delete(oldest);
        break;
      }
    },
    delete(key) {
      entries.delete(key);
    },
  };
}
