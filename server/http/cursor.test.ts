import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { cursorSeal, hmacSha256 } from './cursor.ts';

test('the authentication code is the one of RFC 2104', () => {
  for (const length of [0, 1, 63, 64, 65, 1000]) {
    const [key, content] = [randomBytes(32), randomBytes(length)];
    expect(hmacSha256(key)(content)).toEqual(createHmac('sha256', key).update(content).digest());
  }
});

const position = { isBackward: false, values: ['12'] };

test.each([
  ['short', [['id', ['1']]]],
  ['long', [['id', Array.from({ length: 100 }, (_, index) => `value ${index}`)]]],
] as const)('a %s cursor is read back as it was written, by its own account and collection only', (_, filters) => {
  const seal = cursorSeal(randomBytes(32));
  const cursor = { filters, sort: '-name', limit: 7, include: 'links', position };
  const text = seal.write('1', 'taxonomies', cursor);
  expect(seal.read('1', 'taxonomies', text)).toEqual(cursor);
  expect(seal.read('2', 'taxonomies', text)).toBeNull();
  expect(seal.read('1', 'taxonomy-labels', text)).toBeNull();
  expect(cursorSeal(randomBytes(32)).read('1', 'taxonomies', text)).toBeNull();
});
