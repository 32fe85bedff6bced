import { expect, test } from 'vitest';
import { addressesOf, groupName } from './address-group.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:DB8:0:0::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (address, name) => expect(groupName(address)).toBe(name));

test('addresses of one household share a set, others do not, and a trusted proxy has none', () => {
  const groupOf = addressesOf<string>(['10.0.0.0/8', '2001:db8:ffff::/48', '::1']);
  expect(groupOf('2001:db8::1')).toBe(groupOf('2001:db8::ffff:1'));
  expect(groupOf('::ffff:192.0.2.1')).toBe(groupOf('192.0.2.1'));
  expect(groupOf('192.0.2.1')).not.toBe(groupOf('192.0.2.2'));
  for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8:ffff::7', '::1']) expect(groupOf(proxy)).toBeNull();
  expect(groupOf(undefined)).toEqual(new Set());
});
