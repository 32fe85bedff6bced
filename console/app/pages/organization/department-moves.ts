/**
 * Moves departments: shown at once, sent to the service, undone with one click; an error is shown at its department.
 */
import { departments } from '@muster/contract/resources/departments.ts';
import { useState } from 'react';
import { useUpdate } from '../../data/changes.ts';
import { useErrorWords } from '../../form/error-words.ts';
import { type Department, isSamePlace, type Move, moved, type Place, placeOf } from './department-tree.ts';

/** The last move, and how to undo it. */
export interface Done {
  readonly department: Department;
  readonly from: Place;
  readonly to: Place;
  readonly isUndone: boolean;
}

export interface Moves {
  /** The current tree, including a move in progress. */
  readonly all: readonly Department[];
  readonly done: Done | null;
  readonly moveError: { readonly id: string; readonly message: string } | null;
  readonly isBusy: boolean;
  readonly move: (department: Department, to: Place) => void;
  readonly undo: () => void;
  readonly dismiss: () => void;
}

export function useMoves(read: readonly Department[]): Moves {
  const wordsOf = useErrorWords();
  const update = useUpdate(departments);
  const [under, setUnder] = useState<Move>();
  const [done, setDone] = useState<Done | null>(null);
  const [moveError, setMoveError] = useState<Moves['moveError']>(null);
  const go = (department: Department, to: Place, isUndone: boolean) => {
    const from = placeOf(department);
    if (isSamePlace(from, to)) return;
    setMoveError(null);
    setUnder({ id: department.id, ...to });
    const parent = to.parentId === null ? null : { id: to.parentId };
    update.mutate(
      { id: department.id, patch: { parent, sortOrder: to.sortOrder } },
      {
        onSuccess: () => setDone({ department, from, to, isUndone }),
        onError: (error) => setMoveError({ id: department.id, message: wordsOf(error) }),
        onSettled: () => setUnder(undefined),
      },
    );
  };
  return {
    all: moved(read, under),
    done,
    moveError,
    isBusy: update.isPending,
    move: (department, to) => go(department, to, false),
    undo: () => {
      const now = read.find(({ id }) => id === done?.department.id);
      if (now && done) go(now, done.from, true);
    },
    dismiss: () => setDone(null),
  };
}
