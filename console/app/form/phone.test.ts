import { phonePattern } from '@muster/contract/kit/values.ts';
import { expect, test } from 'vitest';
import { normalisedPhone } from './phone.ts';

test.each([
  ['+33 6 12 34 56 78', '+33612345678'],
  [' 06.12.34.56.78 ', '0612345678'],
  ['0033 6 12 34 56 78', '+33612345678'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['(030) 123-45678', '03012345678'],
  ['+33612345678', '+33612345678'],
])('%s is %s, which the service accepts', (typed, normalised) => {
  expect(normalisedPhone(typed)).toBe(normalised);
  expect(new RegExp(phonePattern).test(normalised)).toBe(true);
});

test('what is no phone number stays none', () => {
  expect(new RegExp(phonePattern).test(normalisedPhone('call me'))).toBe(false);
});
