/** Facts that few resources need: who owns, sees and writes rows, where a collection lies, and other ways of creation. */
import { collectionOf } from './collection.ts';
import type { Schema } from './schema.ts';
import type { Views } from './view.ts';

export interface Belonging {
  /** Served to administrators under `/admin-api`; otherwise also to client applications under `/svc-api`. */
  readonly area?: 'administration';
  /** Rows belong to the client application that created them: others do not see them. */
  readonly isOwned?: true;
  /** Only rows whose hidden column at this path has this value are served; the others are kept for the service itself. */
  readonly shownWhile?: { readonly path: string; readonly is: null | false };
  /** The store only reads rows with their finished text: other modules write them. */
  readonly isWrittenElsewhere?: true;
  /** The table or view of its rows, if it has another name than the collection. */
  readonly table?: string;
  /** Members that change without a new version of the row: they never cause a conflict with other changes. */
  readonly unversioned?: readonly string[];
  /**
   * The path of the column with the establishment of a row. A caller limited to establishments sees the row by it, and
   * the events of the row name it.
   */
  readonly establishmentAt?: string;
  /** The same for the events of the row, if they name another establishment than the one by which the row is seen. */
  readonly eventEstablishmentAt?: string;
  /** The type of what a row belongs to and names in `<type>.id`: the row is in the establishment of that one. */
  readonly ownedThrough?: string;
  /** Rows are in no establishment. A limited caller sees those that something it sees, of this type, names by this member. */
  readonly seenThrough?: { readonly type: string; readonly member: string };
  /**
   * Rows have a member `expiresAt`: from that moment on they are absent, whenever they are removed. By the clock of the
   * account, or of the machine where a moved clock must not matter.
   */
  readonly expiresBy?: 'account' | 'machine';
  /** Its content or visibility depends on the date: pending day changes are applied before it is read. */
  readonly followsDays?: true;
  /**
   * It can be read as of any day (`asOf`). `dates`: the dates of rows say what holds on the day; `records`: rows have no
   * dates, so what was recorded by the end of the day holds on it.
   */
  readonly asOf?: 'dates' | 'records';
  /** Rows are listed, and have no address of their own. */
  readonly hasNoAddress?: true;
  /** Its list begins with the newest row, unless it is sorted. */
  readonly isNewestFirst?: true;
  /** Rows show states of resources of other types, in `data`, as events do. */
  readonly showsOthers?: true;
  /** Further addresses of one row: `GET …/{id}/<name>`. */
  readonly views?: Views;
  /** A creation or a change can contradict the state of another row: 409. Other broken rules are errors of the body. */
  readonly canConflict?: true;
  /** The collection belongs to one resource of another type: `/<area>/<its collection>/{ownerId}/<as>`. */
  readonly within?: { readonly type: string; readonly as: string };
}

/** Other forms of creations, and of changes. */
export interface OtherCreations {
  /** The types of the rows that nested objects of a creation (`seeds`) become, by the name of the object. */
  readonly seedTypes?: Readonly<Record<string, string>>;
  /**
   * A creation may use these parameters instead of a body: each sets the member of its path, or must have a fixed value
   * and sets nothing.
   */
  readonly queryForm?: Readonly<Record<string, string | null>>;
  /**
   * A creation takes a file instead of JSON: as its body under one of these media types, or as the file of a form. Each
   * parameter, or field of the form, sets a member.
   */
  readonly fileBody?: {
    /** Media type → an example of such a file. */
    readonly types: Readonly<Record<string, string>>;
    /** The name of the file in the form. */
    readonly part: string;
    readonly parameters: Readonly<Record<string, string>>;
  };
  /** With `dryRun=true` a creation is only checked: nothing is stored, and the response has these members. */
  readonly dryRunMembers?: readonly string[];
  /** With `dryRun=true` a change is only checked: nothing is stored, and the response has these members. */
  readonly preview?: Readonly<Record<string, Schema>>;
}

/** Whether its list can be answered as a whole. Lists of the administration area have pages only. */
export const hasSnapshots = ({ area }: Belonging): boolean => area === undefined;

/** The column of `isOwned`: the creator of a row. */
export const hiddenOf = ({ isOwned }: Belonging): Readonly<Record<string, 'bigint'>> =>
  isOwned ? { clientApplicationId: 'bigint' } : {};

/** Puts a collection inside one resource of another type; a hidden column holds its id. */
export const inside = <const W extends NonNullable<Belonging['within']>, R extends { readonly hidden: object }>(
  within: W,
  declared: R,
): R & { readonly within: W } => ({
  ...declared,
  within,
  hidden: { [ownerPathOf(within)]: 'bigint', ...declared.hidden },
});

/** `webhook-endpoint` → `webhookEndpoint.id`. */
export const ownerPathOf = ({ type }: { readonly type: string }): string =>
  `${type.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}.id`;

/** The address of a collection; `owner` is the id of its parent, or a placeholder. */
export function collectionPath(
  { path, within, area }: Belonging & { readonly path: string },
  owner = '{ownerId}',
): string {
  const root = area === 'administration' ? '/admin-api' : '/svc-api';
  return within ? `${root}/${collectionOf(within.type)}/${owner}/${within.as}` : `${root}/${path}`;
}
