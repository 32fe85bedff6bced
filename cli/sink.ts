/** Writes large output at the speed of its reader: nothing accumulates in between. */
import { finished, type Writable } from 'node:stream';

export interface Sink {
  write(text: string | Buffer): Promise<void>;
  /** Resolves when everything is written. */
  end(): Promise<void>;
}

export function sinkOn(stream: Writable): Sink {
  // The callback of a write reports its failure; without a listener the same failure would end the process.
  stream.on('error', () => undefined);
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    end: () =>
      new Promise((resolve, reject) => {
        finished(stream, (error) => (error ? reject(error) : resolve()));
        stream.end();
      }),
  };
}
