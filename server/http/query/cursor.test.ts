import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { cursorSigner } from './cursor.ts';

const cursor = {
  filters: [['name', ['Ödön, “a” \\ b', '!']]],
  sort: '-name',
  limit: 25,
  include: 'links',
  position: { isBackward: true, values: ['x', '7'] },
} as const;
const newKey = () => createSecretKey(randomBytes(32));
const key = newKey();

test('a cursor is read back as it was written, short or long', () => {
  const long = { ...cursor, filters: [['id', Array.from({ length: 500 }, (_, index) => String(index))]] } as const;
  for (const written of [cursor, long]) {
    const signer = cursorSigner(key);
    expect(signer.read('1', 'taxonomies', signer.write('1', 'taxonomies', written))).toEqual(written);
  }
});

test('a cursor means nothing under another key, for another account or collection', () => {
  const text = cursorSigner(key).write('1', 'taxonomies', cursor);
  expect(cursorSigner(newKey()).read('1', 'taxonomies', text)).toBeNull();
  expect(cursorSigner(key).read('2', 'taxonomies', text)).toBeNull();
  expect(cursorSigner(key).read('1', 'taxonomy-labels', text)).toBeNull();
});

test('a cursor that differs in any letter is refused', () => {
  const signer = cursorSigner(key);
  const text = signer.write('1', 'taxonomies', cursor);
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === 'A' ? 'B' : 'A';
    expect(signer.read('1', 'taxonomies', text.slice(0, at) + other + text.slice(at + 1))).toBeNull();
  }
  for (const changed of [
    text.slice(0, -1),
    `${text}A`,
    `${text}=`,
    `${text.slice(0, 30)}\n${text.slice(30)}`,
    '!',
    '',
  ]) {
    expect(signer.read('1', 'taxonomies', changed)).toBeNull();
  }
});
