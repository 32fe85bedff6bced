import type { Position } from './career.ts';

/** A copy of a position; notes and documents are about the position that they were written for. */
export function successorOf(position: Position | undefined) {
  if (!position) return {};
  const { jobTitle, department, businessEstablishment, manager, jobQualification, occupationCategory } = position;
  const { workingTimeArrangement, t9n } = position;
  return {
    jobTitle,
    department,
    businessEstablishment,
    manager,
    jobQualification,
    occupationCategory,
    workingTimeArrangement,
    t9n,
  };
}
