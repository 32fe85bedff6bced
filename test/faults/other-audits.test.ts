/** The audits of files, imports, erasures and duplicates detect what they look for: each test breaks one thing. */
import { expect, test } from 'vitest';
import { auditDeliveries } from './delivery-audit.ts';
import { causeOf } from './duplicates.ts';
import { wrongErasures } from './erasures.ts';
import { eventDigest } from './event-digest.ts';
import { unpaired, wrongUploads } from './file-audit.ts';
import { wrongImports } from './imports.ts';
import { type Erasure, type Import, newLedger } from './ledger.ts';
import { ledgerLines } from './ledger-file.ts';
import type { LoggedEvent } from './logged-event.ts';

const event = (id: number, topic: string, data: Record<string, unknown> & { id: string }): LoggedEvent => ({
  ...{ id: String(id), topic, occurredAt: '2025-05-12T08:34:22.118Z', data },
});

test('the audit of files notices lost rows, lost bytes, and bytes that nothing names', () => {
  const upload = { id: 'a', fileName: 'a.txt', sha256: '', size: 1 };
  const logged = [event(1, 'file.created', { id: 'a', fileName: 'a.txt' })];
  const [none, one] = [new Set<string>(), new Set(['a'])];
  const wrong = (stored: Set<string>, rows: Set<string>, events = logged) =>
    wrongUploads([upload], { stored, rows }, events).join();
  expect(wrong(one, one)).toBe('');
  expect(wrong(one, none)).toContain('has no row');
  expect(wrong(none, one)).toContain('has no bytes');
  expect(wrong(one, one, [])).toContain('0 events tell of it');
  expect(wrong(one, one, [...logged, ...logged])).toContain('2 events tell of it');
  expect(unpaired({ stored: one, rows: one })).toEqual([]);
  expect(unpaired({ stored: none, rows: one }).join()).toContain('a row and no bytes');
  expect(unpaired({ stored: one, rows: none }).join()).toContain('bytes and no row');
});

test('the audit of imports notices people who are missing or doubled, and imports that did not end', () => {
  const hired = ['x', 'y'].map((name, at) => event(at + 1, 'employee.created', { id: name, familyName: name }));
  const wrong = (changes: Partial<Import>, events = hired) =>
    wrongImports([{ familyNames: ['x', 'y'], id: '1', status: 'done', createdCount: 2, ...changes }], events).join();
  expect(wrong({})).toBe('');
  expect(wrong({}, hired.slice(1))).toContain('x was hired 0 times');
  expect(wrong({}, [...hired, ...hired])).toContain('x was hired 2 times');
  expect(wrong({ createdCount: 1 })).toContain('created 1 of 2 people');
  expect(wrong({ status: 'running' })).toContain('is running');
  expect(wrong({ status: 'failed' })).toContain('is failed');
  expect(wrong({ id: null, status: null }, [])).toBe('');
  expect(wrong({ id: null, status: null }, [...hired, ...hired])).toContain('x was hired 2 times');
});

test('the audit of erasures notices words that are left, and people who are not gone', () => {
  const gone = [event(1, 'employee.deleted', { id: '7', type: 'employee', url: '/7' })];
  const wrong = (status: Erasure['status'], tables: string[] = [], events = gone) =>
    wrongErasures([{ canary: 'c', employeeId: '7', status }], events, new Map([['c', tables]])).join();
  expect(wrong('done')).toBe('');
  expect(wrong('done', ['versions'])).toContain('still in versions');
  expect(wrong('done', [], [])).toContain('0 events tell of it');
  expect(wrong('planned')).toContain('is planned');
  expect(wrong('kept', ['employees'])).toBe('');
  expect(wrong('kept')).toContain('is not found');
});

test('an event about an erased person may have arrived with its content, but not with another id', () => {
  const before = event(1, 'employee.created', { id: '7', type: 'employee', url: '/7', familyName: 'Lovelace' });
  const after = event(1, 'employee.created', { id: '7', type: 'employee', url: '/7' });
  const wrong = (received: LoggedEvent) =>
    auditDeliveries(
      [after],
      [
        {
          ...{ name: 'all', endpointId: '1', topics: ['*'], afterEventId: 0, takenCounts: new Map([['1', 1]]) },
          ...{ digests: new Map([['1', eventDigest(received)]]), takenAtMs: new Map(), repeated: [] },
          refused: new Set<string>(),
        },
      ],
      {
        deliveries: [{ id: 'd', eventId: '1', endpointId: '1', status: 'delivered', attemptsCount: 1 }],
        attempts: [{ deliveryId: 'd', isSuccessful: true }],
      },
    ).join();
  expect(wrong(before)).toBe('');
  expect(wrong(after)).toBe('');
  expect(wrong({ ...before, data: { ...before.data, id: '8' } })).toContain('changed');
});

test('a duplicate is explained by the fault after its first arrival', () => {
  const faults = [
    { target: 'api', atMs: 1000 },
    { target: 'worker', atMs: 1010 },
    { target: 'frozen worker', atMs: 50_000 },
  ] as const;
  const cause = (firstAtMs: number, againAtMs: number) => causeOf({ eventId: '1', firstAtMs, againAtMs }, faults);
  expect(cause(999, 12_000)).toBe('worker');
  expect(cause(52_000, 61_000)).toBe('frozen worker');
  expect(cause(30_000, 31_000)).toBe('none');
});

test('the file of a ledger has a line for each fault and each answer, in order', () => {
  const ledger = newLedger();
  ledger.changes.push({
    ...{ verb: 'created', type: 'taxonomy', member: 'name', marker: 'm', ownership: 'own', id: '1', shown: null },
    ...{ etag: null, state: 'acknowledged', attempts: 1, lastSentAtMs: Date.now() },
  });
  ledger.erasures.push({ canary: 'c', employeeId: '7', status: 'done' });
  const lines = ledgerLines(ledger, [{ target: 'machine', atMs: 0 }]).map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ fault: 'machine' }, { change: 'created', state: 'acknowledged' }, { erasure: 'c' }]);
});
