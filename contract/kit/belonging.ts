/** Words of a declaration that few resources need: to whom rows belong, who writes them, where they lie, how else one is made. */
import { collectionOf } from './collection.ts';

export interface Belonging {
  /** Served to the people who run the account, under `/admin-api`; else to client applications too, under `/svc-api`. */
  readonly area?: 'administration';
  /** Rows belong to the client application that made them: for others they do not exist. */
  readonly isOwned?: true;
  /** The store only reads rows, and the finished text that they hold: others write them, each by a module of its own. */
  readonly isWrittenElsewhere?: true;
  /** Where its rows are read, unless that is called as the collection is. */
  readonly table?: string;
  /** Members that change by themselves and make no new version of the row: anyone who changes others is not in their way. */
  readonly unversioned?: readonly string[];
  /** The collection lies inside one resource of another type: `/<area>/<its collection>/{ownerId}/<as>`. */
  readonly within?: { readonly type: string; readonly as: string };
}

export interface OtherCreations {
  /**
   * A creation may be asked for by these parameters and no body: each sets the member of its path, or has the one value
   * that it may have and sets nothing.
   */
  readonly queryForm?: Readonly<Record<string, string | null>>;
  /** With `dryRun=true` a creation is only tried: nothing is kept, and these members are answered. */
  readonly trial?: readonly string[];
}

/** The column that `isOwned` brings about: who made a row. */
export const hiddenOf = ({ isOwned }: Belonging): Readonly<Record<string, 'bigint'>> =>
  isOwned ? { clientApplicationId: 'bigint' } : {};

/** Puts a collection inside one resource of another type; a column nobody is shown says which. */
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

/** Where a collection is found; `owner` is the id of what it lies in, or what stands for it. */
export function collectionPath(
  { path, within, area }: Belonging & { readonly path: string },
  owner = '{ownerId}',
): string {
  const root = area === 'administration' ? '/admin-api' : '/svc-api';
  return within ? `${root}/${collectionOf(within.type)}/${owner}/${within.as}` : `${root}/${path}`;
}
