/** Requests of the legacy API in a table: the query, and the expected rows or error. */
import { expect, test } from 'vitest';
import type { Reply } from '../service.ts';

/** A query and the labels of its rows in order: `spring` stands for all rows of that leave. */
export type FindingLine = readonly [query: string, rows: string];

/** A query, the invalid parameter, and the text of the error. */
export type RefusedLine = readonly [query: string, parameter: string, says: RegExp];

export function expand(labels: readonly string[], rows: string): string[] {
  const wanted = rows.split(' ').filter((label) => label !== '');
  return wanted.flatMap((label) => {
    const found = labels.filter((one) => one === label || one.startsWith(`${label}.`));
    if (found.length === 0) throw new Error(`No row is called ${label}.`);
    return found;
  });
}

export function testRefusals(
  lines: readonly RefusedLine[],
  ask: (query: string) => Promise<Reply>,
  placed: (query: string) => string = (query) => query,
): void {
  test.each(lines)('?%s is refused for %s', async (query, parameter, says) => {
    const { status, body } = await ask(placed(query));
    expect(status).toBe(400);
    expect(body).toMatchObject({ Status: 400, StackTrace: null, title: 'Bad Request' });
    expect(body.Message).toBe(body.detail);
    expect(Object.keys(body.errors)).toEqual([parameter]);
    expect(body.errors[parameter].join(' ')).toMatch(says);
  });
}
