/**
 * JSON text on its way out of the database. Members of some resources are encrypted there, so a text that was read is
 * not yet one that may leave. The two have different types: what a statement returns is never an `OpenText`, whatever
 * the code that runs it claims, and nothing that answers, sends or exports takes anything else.
 */
declare const isStored: unique symbol;
declare const isOpen: unique symbol;

/** As it lies in the database. Not a string on purpose: nobody can look into it, cut it or send it. */
export interface StoredText {
  readonly [isStored]: true;
}

/** With every encrypted member decrypted. `server/store/sealing.ts` alone makes one of a stored text. */
export type OpenText = string & { readonly [isOpen]: true };

type Unopened<Value> = Value extends OpenText ? StoredText : Value;

/** The columns of a row as they are read: where the code wants an open text, it gets a stored one. */
export type FromDatabase<Row> = { [Column in keyof Row]: Unopened<Row[Column]> };
