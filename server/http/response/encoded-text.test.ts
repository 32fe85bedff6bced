import { expect, test } from 'vitest';
import { encodedText } from './encoded-text.ts';

const kinds = {
  'one byte': 'a',
  'two bytes': 'é',
  'three bytes': '漢',
  'four bytes': '🙂',
  'half of a pair': '\ud83d',
};
/** Below what is encoded at once, around it, and above. */
const lengths = [0, 1, 1000, 174_762, 174_763, 200_000];

test.each(Object.entries(kinds))(
  'characters of %s are encoded as in one text, however many there are',
  async (_, one) => {
    for (const length of lengths) {
      const part = one.repeat(Math.ceil(length / one.length));
      const parts = ['{', part, '', '}'];
      expect((await encodedText(parts)).equals(Buffer.from(parts.join(''))), String(length)).toBe(true);
    }
  },
);

test('an answer keeps its bytes while others are encoded', async () => {
  const [first, second] = await Promise.all([encodedText(['é'.repeat(500)]), encodedText(['a'.repeat(2000)])]);
  expect(first.toString()).toBe('é'.repeat(500));
  expect(second.toString()).toBe('a'.repeat(2000));
});
