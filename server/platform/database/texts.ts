/**
 * JSON text from the database. Members of some resources are encrypted there, so a text that was read must not leave
 * the service yet. The two states have different types: a statement never returns an `OpenText`, and all code that
 * responds, sends or exports accepts nothing else.
 */
declare const isStored: unique symbol;
declare const isOpen: unique symbol;

/** As stored in the database. Deliberately not a string: nobody can read, cut or send it. */
export interface StoredText {
  readonly [isStored]: true;
}

/** With every encrypted member decrypted. Only `server/platform/store/sealing.ts` creates one from a stored text. */
export type OpenText = string & { readonly [isOpen]: true };

type Unopened<Value> = Value extends OpenText ? StoredText : Value;

/** The columns of a row as they are read: a stored text where the code needs an open one. */
export type FromDatabase<Row> = { [Column in keyof Row]: Unopened<Row[Column]> };
