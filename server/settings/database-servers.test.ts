import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('replicas are read, each a server of its own', () => {
  const [one, other] = ['postgres://muster:a%2Cb@db2/muster', 'postgresql://muster:x@db3:5433/muster?sslmode=require'];
  const given = { DATABASE_URL: 'postgres://muster:x@db1/muster', MUSTER_REPLICA_URLS: `${one}, ${other}` };
  expect(readConfig(given).limits.replicaUrls).toEqual([one, other]);
});

test('replicas of the embedded PostgreSQL are refused, because it has none', () => {
  expect(() => readConfig({ MUSTER_REPLICA_URLS: 'postgres://muster:secret@db2/muster' })).toThrow(
    'MUSTER_REPLICA_URLS is not valid; allowed: standby servers only with DATABASE_URL, which names their primary; the embedded PostgreSQL has none',
  );
});

test.each([
  'db2',
  'postgres://db2,db3/muster',
  'postgres://db2/muster,',
  'postgres://db2/muster?target_session_attrs=primary',
])('MUSTER_REPLICA_URLS=%s is refused', (wrong) => {
  expect(() => readConfig({ MUSTER_REPLICA_URLS: wrong })).toThrow('MUSTER_REPLICA_URLS is not valid; allowed: ');
});
