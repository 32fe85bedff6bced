/** Runs the steps of a bulk change, some at a time; each may fail alone. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayBeRepeated } from '../../../data/problems.ts';
import type { Undo } from '../../../data/steps.ts';
import type { Planned } from './bulk-plan.ts';

export interface Failed {
  readonly planned: Planned;
  readonly error: unknown;
}

/** After an undo: how many people it could not give back what they had. */
export interface Undone {
  /** Somebody else has changed them since. */
  readonly refused: number;
  /** The service was not reached. */
  readonly left: number;
}

/** Enough to be quick, and few enough for the service and the browser. */
const atOnce = 4;

export function useBulkRun() {
  const queries = useQueryClient();
  const [state, setState] = useState<'ready' | 'running' | 'done'>('ready');
  const [planned, setPlanned] = useState(0);
  const [done, setDone] = useState(0);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [undos, setUndos] = useState<readonly Undo[]>([]);
  const [undone, setUndone] = useState<Undone | null>(null);
  /** Again for those who failed: what was done before stays in the undo. */
  const run = async (all: readonly Planned[]) => {
    const waiting = all.filter(({ step }) => step !== null);
    const failures: Failed[] = [];
    const made = [...undos];
    setPlanned(waiting.length);
    setDone(0);
    setState('running');
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        try {
          if (next.step) made.push(await next.step());
        } catch (error) {
          failures.push({ planned: next, error });
        }
        setDone((count) => count + 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    setFailed(failures);
    setUndos(made);
    setState('done');
    await queries.invalidateQueries();
  };
  /** The last one first. What somebody has changed since is refused by its version; what did not arrive can be repeated. */
  const undo = async () => {
    setPlanned(undos.length);
    setState('running');
    setDone(0);
    const left: Undo[] = [];
    let refused = undone?.refused ?? 0;
    for (const one of [...undos].reverse()) {
      await one().catch((error) => {
        if (mayBeRepeated(error)) left.unshift(one);
        else refused += 1;
      });
      setDone((count) => count + 1);
    }
    setUndos(left);
    setUndone({ refused, left: left.length });
    setFailed([]);
    setState('done');
    await queries.invalidateQueries();
  };
  return {
    state,
    /** The number of steps, and how many of them are done. */
    planned,
    done,
    failed,
    changed: undos.length,
    undone,
    run,
    undo,
  };
}

export type BulkRun = ReturnType<typeof useBulkRun>;
