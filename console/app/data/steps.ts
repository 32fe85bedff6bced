/**
 * Changes that take several requests, each with the way back. A failure in the middle undoes what was done, so that
 * nobody ever has half of a change. An answer that was lost is found out: a step that was made unnoticed would stay.
 */
import { newKey, type Representation, type Versioned } from '@muster/client/collection.ts';
import { systemClock } from '@muster/client/retry.ts';
import type { Create, Patch, Resource } from '@muster/contract/kit/resource.ts';
import { isInternal, isMissing, isUnavailable, isUnreachable, mayHaveHappened } from './problems.ts';
import { methodsOf } from './service.ts';

export type Undo = () => Promise<unknown>;

/** Makes one change and returns how it is undone. */
export type Step = () => Promise<Undo>;

/** What was done could not be taken back: the person has to look at it. */
export class HalfDoneError extends Error {
  override readonly name = 'HalfDoneError';
}

/** In order; the result undoes all of it, last first. */
export async function runAll(steps: readonly Step[]): Promise<Undo> {
  const undos: Undo[] = [];
  const undoAll = async () => {
    for (let undo = undos.at(-1); undo; undo = undos.at(-1)) {
      await persistently(undo);
      undos.pop();
    }
  };
  for (const step of steps) {
    try {
      undos.push(await step());
    } catch (error) {
      await undoAll().catch((cause) => {
        throw new HalfDoneError('Only a part was done.', { cause });
      });
      throw error;
    }
  }
  return undoAll;
}

/** A network or service that is away comes back within a minute or so; an error of the service may be the only one. */
const attemptsAfter = (error: unknown): number =>
  isUnreachable(error) || isUnavailable(error) ? 6 : isInternal(error) ? 2 : 0;

/** For what must be known or done: it must not fail because of a moment. The pauses double, from a second. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (failures >= attemptsAfter(error)) throw error;
      await systemClock.sleep(1000 * 2 ** failures);
    }
  }
}

/** `find` tells what was made, or null if nothing was. */
async function certainly<T>(change: () => Promise<T>, find: () => Promise<T | null>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    const made = await persistently(find).catch(() => null);
    if (made === null) throw error;
    return made;
  }
}

const ifMatch = (etag: string | null | undefined) => (etag == null ? {} : { ifMatch: etag });

/** Happens once, however often it is called: all calls have the same key. */
export function creation<R extends Resource>(resource: R, body: Create<R>) {
  const idempotencyKey = newKey();
  const create = () => methodsOf(resource).create(body, { idempotencyKey });
  return (): Promise<Versioned<Representation<R>>> => certainly(create, create);
}

export const update = <R extends Resource>(resource: R, id: string, patch: Patch<R>, etag?: string | null) =>
  certainly(
    () => methodsOf(resource).update(id, patch, ifMatch(etag)),
    async () => {
      const now = await methodsOf(resource).read(id);
      return holds(now, patch) ? now : null;
    },
  );

/** Members of references that the service adds are not compared. */
const holds = (now: unknown, wanted: unknown): boolean =>
  isObject(wanted)
    ? isObject(now) && Object.entries(wanted).every(([name, value]) => holds(now[name], value))
    : JSON.stringify(now ?? null) === JSON.stringify(wanted ?? null);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export async function removal(resource: Resource, id: string, etag?: string | null): Promise<void> {
  const gone = async () => {
    try {
      await methodsOf(resource).read(id);
      return null;
    } catch (error) {
      if (isMissing(error)) return true;
      throw error;
    }
  };
  await certainly(async () => {
    await methodsOf(resource).remove(id, ifMatch(etag));
    return true;
  }, gone);
}

/** Takes back what was created; fine if it has gone meanwhile. */
export const withdrawal =
  (resource: Resource, id: string, etag?: string | null): Undo =>
  () =>
    removal(resource, id, etag).catch((error) => {
      if (!isMissing(error)) throw error;
    });

export const creating =
  <R extends Resource>(resource: R, body: Create<R>): Step =>
  async () => {
    const made = await creation(resource, body)();
    // Every representation has an id.
    return withdrawal(resource, (made as { readonly id: string }).id, made.etag);
  };

export const updating =
  <R extends Resource>(resource: R, id: string, patch: Patch<R>, before: Patch<R>, etag?: string): Step =>
  async () => {
    const now = await update(resource, id, patch, etag);
    return () => update(resource, id, before, now.etag);
  };
