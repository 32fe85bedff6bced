/** The texts of all statements that services of this process send meanwhile. */
import pg from 'pg';
import { vi } from 'vitest';

export async function sentDuring(work: () => Promise<unknown>): Promise<Set<string>> {
  const texts = new Set<string>();
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    // Of the forms that `query` has, the spy knows only the last.
    for (const [sent] of spy.mock.calls as unknown as [string | { readonly text: string }][]) {
      texts.add(typeof sent === 'string' ? sent : sent.text);
    }
  } finally {
    spy.mockRestore();
  }
  return texts;
}
