/** Blocks about the ledger of the kill loop. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { type Change, newLedger } from '../../faults/ledger.ts';
import { ledgerLines, writeLedger } from '../../faults/ledger-file.ts';
import { type Handler, linesIn } from './handlers.ts';

const exec = promisify(execFile);

/** Each command finds one line of a ledger with a fault, an unknown change and a leave. */
export const readsLedger: Handler = async (block, { service }) => {
  const ledger = newLedger();
  const change: Change = {
    ...{ verb: 'created', type: 'department', member: 'name', marker: 'a', ownership: 'own' },
    ...{ id: null, state: 'unknown', attempts: 2, lastSentAtMs: Date.now(), shown: null, etag: null },
  };
  ledger.changes.push(change, { ...change, type: 'leave', id: '12', state: 'acknowledged' });
  await writeLedger(service.folder, 4711, ledgerLines(ledger, [{ target: 'api', atMs: performance.now() }]));
  const lines = linesIn(block);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    const { stdout } = await exec('bash', ['-c', line], { cwd: service.folder });
    expect(stdout.trim().split('\n'), line).toHaveLength(1);
  }
};

/** Lines of a recorded run: each is an object. */
export const showsLedger: Handler = ({ text }) => {
  for (const line of text.trim().split('\n')) expect(JSON.parse(line)).toBeTypeOf('object');
};
