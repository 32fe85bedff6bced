/**
 * The console's own texts, typed. Each part of the console has one file with its texts in English; a folder for each
 * other language has the same files. All are complete: a missing text does not compile.
 */
type Text = string | ((...values: never[]) => string);

export interface TextTree {
  readonly [name: string]: Text | TextTree;
}

/** The same keys with other texts. */
export type Same<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Same<T[K]> };

export interface Part<T extends TextTree> {
  /** As the files of other languages export it. */
  readonly name: string;
  readonly en: T;
}

/** The texts of a part in any language. */
export type Words<P> = P extends Part<infer T> ? Same<T> : never;

export const texts = <const T extends TextTree>(name: string, en: T): Part<T> => ({ name, en });
