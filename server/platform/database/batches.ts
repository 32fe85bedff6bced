import DataLoader from 'dataloader';

/**
 * Batches concurrent requests, separately for each group: a slow or failing group does not affect the others. A loader
 * exists only while its batch waits, because there are as many groups as accounts.
 */
export function inBatches<Key, Value>(
  schedule: (dispatch: () => void, group: string) => unknown,
  sizeMax: number = Number.POSITIVE_INFINITY,
): (group: string, key: Key, load: (keys: readonly Key[]) => Promise<readonly Value[]>) => Promise<Value> {
  const waiting = new Map<string, DataLoader<Key, Value>>();
  return (group, key, load) => {
    let loader = waiting.get(group);
    if (!loader) {
      loader = new DataLoader(
        (keys) => {
          waiting.delete(group);
          return load(keys);
        },
        { cache: false, batchScheduleFn: (dispatch) => schedule(dispatch, group), maxBatchSize: sizeMax },
      );
      waiting.set(group, loader);
    }
    return loader.load(key);
  };
}
