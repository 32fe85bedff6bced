import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('replicas are read, each a server of its own', () => {
  const [one, other] = ['postgres://muster:a%2Cb@db2/muster', 'postgresql://muster:x@db3:5433/muster?sslmode=require'];
  expect(readConfig({ MUSTER_REPLICA_URLS: `${one}, ${other}` }).limits.replicaUrls).toEqual([one, other]);
});

test.each([
  'db2',
  'postgres://db2,db3/muster',
  'postgres://db2/muster,',
  'postgres://db2/muster?target_session_attrs=primary',
])('MUSTER_REPLICA_URLS=%s is refused', (wrong) => {
  expect(() => readConfig({ MUSTER_REPLICA_URLS: wrong })).toThrow('MUSTER_REPLICA_URLS is not valid; allowed: ');
});
