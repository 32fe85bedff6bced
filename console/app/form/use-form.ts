/** The entries of a form. Those of a form that lost its session come back after the next sign-in. */
import { createContext, use, useEffect, useRef, useState } from 'react';
import { useSession } from '../session.tsx';
import { forgetDraft, personKey, register, storedDraft, type Unsaved } from './unsaved.ts';

export interface FormState<T> {
  readonly values: T;
  readonly change: (change: (held: T) => T) => void;
  readonly isDirty: boolean;
  /** The entries are from before the last sign-in. */
  readonly isRestored: boolean;
  /** Before the form closes after it was saved or cancelled: nothing is left to lose. */
  readonly release: () => void;
}

interface FormOptions<T> {
  /** Names the form and what it changes. */
  readonly name: string;
  readonly initial: T;
  readonly isChanged?: (values: T) => boolean;
  /** What the entries change; stored with them. */
  readonly base?: unknown;
}

/** The drawer around a form asks before it closes with unsaved entries. */
export const DrawerForms = createContext<Set<Unsaved> | null>(null);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a draft changes; null if there is none. The caller knows its type, because the name is its own. */
export const useDraftBase = (name: string): unknown => {
  const session = useSession();
  return useState(() => storedDraft(personKey(session), name)?.base ?? null)[0];
};

export function useForm<T>({ name, initial, isChanged, base = null }: FormOptions<T>): FormState<T> {
  const session = useSession();
  const inDrawer = use(DrawerForms);
  // The draft of a form has the type of its values: both have the same name.
  const [draft] = useState(() => storedDraft(personKey(session), name)?.values as T | undefined);
  const [values, setValues] = useState<T>(draft ?? initial);
  const [first] = useState(initial);
  const isReleased = useRef(false);
  const isDirty = isChanged ? isChanged(values) : !isSame(values, first);
  const current = useRef({ values, base, isDirty });
  current.current = { values, base, isDirty };
  useEffect(() => {
    const form: Unsaved = {
      name,
      isDirty: () => current.current.isDirty && !isReleased.current,
      draft: () => ({ values: current.current.values, base: current.current.base }),
    };
    const unregister = register(form);
    inDrawer?.add(form);
    return () => {
      unregister();
      inDrawer?.delete(form);
    };
  }, [name, inDrawer]);
  return {
    values,
    change: (change) => {
      isReleased.current = false;
      setValues(change);
    },
    isDirty,
    isRestored: draft !== undefined,
    release: () => {
      isReleased.current = true;
      forgetDraft(name);
    },
  };
}
