import { expect, it } from 'vitest';
import { linesIn } from './lines.ts';

it('a line is a name, and after a semicolon a key', () => {
  expect(linesIn('Fire warden; FW-01\n\n  First aid \nFirst aid\n')).toEqual([
    { text: 'Fire warden; FW-01', name: 'Fire warden', remoteId: 'FW-01' },
    { text: 'First aid', name: 'First aid', remoteId: null },
  ]);
});
