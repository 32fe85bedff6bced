import type { Moves } from './department-moves.ts';
import type { Children, Department, DropPosition } from './department-tree.ts';

export type DepartmentAction = 'edit' | 'add' | 'move' | 'archive' | 'remove';

export interface Over {
  readonly id: string;
  readonly position: DropPosition;
}

/** What all rows of the tree share. */
export interface TreeHandling {
  readonly children: Children;
  /** Only shown departments. */
  readonly shown: Children;
  readonly moves: Moves;
  readonly mayChange: boolean;
  readonly isOpen: (department: Department) => boolean;
  readonly onToggle: (department: Department) => void;
  readonly dragged: Department | null;
  readonly onDrag: (department: Department | null) => void;
  readonly over: Over | null;
  readonly onOver: (over: Over | null) => void;
  readonly onAction: (action: DepartmentAction, department: Department) => void;
}
