/** Writes one collection. Every method returns the next piece of the body. */
export interface Writer {
  head(): string | Buffer;
  /** JSON texts of rows. */
  rows(texts: readonly string[]): Promise<string | Buffer>;
  end(): Promise<string | Buffer>;
}
