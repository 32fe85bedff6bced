/** No production dependency has a known vulnerability of high severity, if the registry can be reached. */
import { expect, test } from 'vitest';
import { audit, judged } from '../../tools/audit.ts';

test('the registry knows no hole of high severity in what runs', ({ skip }) => {
  const { outcome, text } = audit();
  if (outcome === 'skipped') {
    console.warn(text);
    skip(text);
  }
  expect(outcome, text).toBe('clean');
}, 70_000);

test('a vulnerability of high severity is reported by name', () => {
  const report = {
    vulnerabilities: { left: { name: 'left', severity: 'high' }, pad: { name: 'pad', severity: 'low' } },
  };
  const { outcome, text } = judged(JSON.stringify(report), '');
  expect([outcome, text.includes('left'), text.includes('pad')]).toEqual(['found', true, false]);
});

test('smaller ones are not', () => {
  const report = { vulnerabilities: { pad: { name: 'pad', severity: 'moderate' } } };
  expect(judged(JSON.stringify(report), '').outcome).toBe('clean');
});

test.each([
  ['', 'npm error audit endpoint returned an error'],
  ['{"message":"405 Method Not Allowed","error":{"summary":"","detail":""}}', ''],
  ['not JSON', ''],
])('a registry that cannot be asked is no hole, and is said: %j', (stdout, stderr) => {
  const { outcome, text } = judged(stdout, stderr);
  expect(outcome).toBe('skipped');
  expect(text).toMatch(/^SKIPPED: the registry could not be asked/);
});
