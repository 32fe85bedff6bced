/** Further addresses of one row, below its own: `GET …/{id}/<name>`. */
import { administrationScopes, type Needed, type Scope, scopes } from '../scopes.ts';
import type { Schema } from './schema.ts';

/** What such an address answers: JSON, or bytes under a media type. */
export type View = {
  /** A sentence for the reference, and what no schema expresses. */
  readonly summary: string;
  readonly note: string;
  /** Whether the right to read the row is sufficient, or the right to change it is needed. */
  readonly needs: 'readonly' | 'readwrite';
} & ({ readonly json: Schema; readonly example: object } | { readonly bytes: string });

export type Views = Readonly<Record<string, View>>;

/** The resource of a view, as far as this file needs it. */
interface Viewed {
  readonly type: string;
  readonly scopes: 'any-token' | readonly string[];
}

const isScope = (scope: string): scope is Scope => scopes.includes(scope) || administrationScopes.includes(scope);

/** The caller needs one of these scopes. */
export function scopesForView({ type, scopes: families }: Viewed, { needs }: View): Needed {
  if (families === 'any-token') return 'any-token';
  const rights = needs === 'readonly' ? ['readonly', 'readwrite'] : ['readwrite'];
  const wanted = families.flatMap((family) => rights.map((right) => `${family}.${right}`));
  const [first, ...others] = wanted.filter(isScope);
  if (first === undefined) throw new Error(`No scope opens a view of ${type}.`);
  return [first, ...others];
}
