/** Reports a change of a career with a button that undoes it, and reads the career again. */
import { useUndoable as useUndoableOf } from '../../resource/use-undoable.ts';
import { careerResources } from './use-career.ts';

export const useUndoable = () => useUndoableOf(careerResources);
