/** Somewhere to write much to, at the pace at which it is taken: nothing piles up in between. */
import { finished, type Writable } from 'node:stream';

export interface Sink {
  write(text: string): Promise<void>;
  /** Resolves when everything has been handed over. */
  end(): Promise<void>;
}

export function sinkOn(stream: Writable): Sink {
  // The callback of a write tells of its failure; without a listener the same failure would end the process.
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
