/** The texts of all statements that services of this process send meanwhile. */
import pg from 'pg';
import { vi } from 'vitest';

export const sentDuring = async (work: () => Promise<unknown>): Promise<Set<string>> =>
  new Set(await eachSentDuring(work));

/** As often as they were sent. */
export async function eachSentDuring(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    // Of the forms that `query` has, the spy knows only the last.
    const calls = spy.mock.calls as unknown as [string | { readonly text: string }][];
    return calls.map(([sent]) => (typeof sent === 'string' ? sent : sent.text));
  } finally {
    spy.mockRestore();
  }
}
