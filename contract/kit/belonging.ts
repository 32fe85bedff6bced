/** Words of a declaration that few resources need: to whom rows belong, where their collection lies, how else one is made. */
import { collectionOf } from './collection.ts';

export interface Belonging {
  /** Rows belong to the client application that made them: for others they do not exist. */
  readonly isOwned?: true;
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

/** Columns that a declaration brings about without naming them: who made a row, and what it lies in. */
export const hiddenOf = ({ isOwned, within }: Belonging): Readonly<Record<string, 'bigint'>> => ({
  ...(isOwned && { clientApplicationId: 'bigint' }),
  ...(within && { [ownerPathOf(within)]: 'bigint' }),
});

/** `webhook-endpoint` → `webhookEndpoint.id`. */
export const ownerPathOf = ({ type }: { readonly type: string }): string =>
  `${type.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}.id`;

/** Where a collection is found; `owner` is the id of what it lies in, or what stands for it. */
export const collectionPath = ({ path, within }: Belonging & { readonly path: string }, owner = '{ownerId}'): string =>
  within ? `/svc-api/${collectionOf(within.type)}/${owner}/${within.as}` : `/svc-api/${path}`;
