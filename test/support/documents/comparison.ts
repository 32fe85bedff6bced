/** Compares the examples of a document with responses of the service. `…` in a document stands for anything. */
import { expect } from 'vitest';

/** Ignores whitespace, because documents break lines elsewhere, and dates. */
const bare = (text: string): string => text.replaceAll(/\s/g, '').replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY');

export function expectShown(shown: string, real: string): void {
  const pattern = bare(shown)
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*?');
  expect(bare(real)).toMatch(new RegExp(`^${pattern}$`));
}

/** The members of a JSON object and of its nested objects are equal; values may differ. */
export function expectSameMembers(shown: unknown, real: unknown, path = '$'): void {
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return;
  expect([path, Object.keys(real ?? {}).sort()]).toEqual([path, Object.keys(shown).sort()]);
  for (const [name, member] of Object.entries(shown)) {
    expectSameMembers(member, (real as Record<string, unknown>)[name], `${path}.${name}`);
  }
}
