/**
 * Forms with entries that are not saved. The frame asks before a navigation loses them, and they outlive the end of a
 * session: they wait in the storage of the tab until the same person has signed in again.
 */
import type { SignedIn } from '@muster/contract/sign-in.ts';

export interface Unsaved {
  /** Names the form and what it changes. */
  readonly name: string;
  readonly isDirty: () => boolean;
  /** The entries, as JSON. */
  readonly draft: () => Draft;
}

export interface Draft {
  readonly values: unknown;
  /** What the entries change, with its version: a change by somebody else meanwhile is noticed. */
  readonly base: unknown;
}

interface StoredDrafts {
  readonly person: string;
  readonly drafts: Readonly<Record<string, Draft>>;
}

export const personKey = ({ account, person }: SignedIn): string => `${account.url} ${person.id}`;

const storageKey = 'muster.drafts';

const forms = new Set<Unsaved>();
let isLeaving = false;

export function register(form: Unsaved): () => void {
  forms.add(form);
  return () => {
    forms.delete(form);
  };
}

/** Not while the page is left because the session has ended: then the entries are in the storage. */
export const hasUnsaved = (): boolean => !isLeaving && [...forms].some((form) => form.isDirty());

/** Before the page is left for the sign-in. */
export function storeDrafts(person: string): void {
  isLeaving = true;
  const dirty = [...forms].filter((form) => form.isDirty());
  if (dirty.length === 0) return;
  const drafts = dirty.map((form): [string, Draft] => [form.name, form.draft()]);
  drafts.sort(([, one], [, other]) => JSON.stringify(one).length - JSON.stringify(other).length);
  // The rows of a large file are more than a tab can store: the file is chosen again, and nothing else is lost with it.
  while (drafts.length > 0 && !isStored({ person, drafts: Object.fromEntries(drafts) })) drafts.pop();
}

function isStored(stored: StoredDrafts): boolean {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}

export function storedDraft(person: string, name: string): Draft | null {
  const stored = readStored();
  return stored?.person === person ? (stored.drafts[name] ?? null) : null;
}

/** Drafts of somebody else are deleted as soon as this person has signed in. */
export function forgetDraftsOfOthers(person: string): void {
  if (readStored()?.person !== person) forgetDrafts();
}

export function forgetDraft(name: string): void {
  const stored = readStored();
  if (stored === null) return;
  const { [name]: _, ...drafts } = stored.drafts;
  if (Object.keys(drafts).length === 0) forgetDrafts();
  else sessionStorage.setItem(storageKey, JSON.stringify({ ...stored, drafts }));
}

export const forgetDrafts = (): void => sessionStorage.removeItem(storageKey);

function readStored(): StoredDrafts | null {
  const text = sessionStorage.getItem(storageKey);
  try {
    // Only this file writes it.
    return text === null ? null : (JSON.parse(text) as StoredDrafts);
  } catch {
    forgetDrafts();
    return null;
  }
}
