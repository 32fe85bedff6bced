/** The type of an example, and the parts that many examples share. */
import type { Field } from './kit/field.ts';
import type { Create, Patch, Read, Resource } from './kit/resource.ts';
import type { Resources } from './resources.ts';

/** The members that every resource has, which its example leaves out; a type that is a field differs by row. */
type Alike<R extends Resource> =
  | (R['fields'] extends { readonly type: Field } ? never : 'type')
  | 'url'
  | 'links'
  | 'embedded';

export interface Example<R extends Resource> {
  readonly read: Omit<Read<R>, Alike<R>>;
  readonly create?: Create<R>;
  readonly update?: Patch<R>;
  /** The id of a row that nothing refers to, where the one that is read is in use and cannot be deleted. */
  readonly unused?: string;
}

export type Examples = { readonly [K in keyof Resources]: Example<Resources[K]> };

export const moments = { createdAt: '2025-05-12T08:34:22.118000Z', lastUpdatedAt: '2025-05-14T15:02:07.340000Z' };

export const referenceTo = <const T extends string>(baseUrl: string, type: T, path: string, id: string) => ({
  id,
  type,
  url: `${baseUrl}/svc-api/${path}/${id}`,
});
