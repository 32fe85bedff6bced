/** The links of a resource: where each leads, and when. */
import type { Scope } from '../scopes.ts';

/** The caller must have one of the scopes, otherwise the link is null. */
export type Link = { readonly needs: readonly [Scope, ...Scope[]] } & (
  | {
      /** A path below the address of the account, with `{id}` for the id of the resource. */
      readonly href: string;
    }
  | {
      /** The member whose file it leads to, with a token for the caller; null if the member is null. */
      readonly file: string;
    }
  | {
      /** The type of what the row refers to in `<type>.id`, to which it leads; null if the row refers to none. */
      readonly refersTo: string;
    }
  | {
      /** The type whose collection it leads to while the condition holds; null otherwise. */
      readonly collection: string;
      readonly while: LinkCondition;
    }
);

/** A member of the row has this value; with `of`, a member of what the row refers to in `<of>.id`. */
export interface LinkCondition {
  readonly of?: string;
  readonly member: string;
  readonly is: string;
}
