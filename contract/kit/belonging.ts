/** Words of a declaration that few resources need: to whom rows belong, who writes them, where they lie, how else one is made. */
import { collectionOf } from './collection.ts';

export interface Belonging {
  /** Rows belong to the client application that made them: for others they do not exist. */
  readonly isOwned?: true;
  /** The store only reads rows, and the finished text that they hold: others write them, each by a module of its own. */
  readonly isWrittenElsewhere?: true;
  /** The collection lies inside one resource of another type: `/svc-api/<its collection>/{ownerId}/<as>`. */
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
export const collectionPath = ({ path, within }: Belonging & { readonly path: string }, owner = '{ownerId}'): string =>
  within ? `/svc-api/${collectionOf(within.type)}/${owner}/${within.as}` : `/svc-api/${path}`;
