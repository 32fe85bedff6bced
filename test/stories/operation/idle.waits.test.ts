/** A service that nobody asks anything looks for work with few statements. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachSentDuring } from '../../support/sent-statements.ts';
import { testService } from '../../support/service.ts';

const settleMs = 3000;
const seconds = 4;
/** Fifteen more, when each worker searched on its own. Webhooks, which tests do not send, have four. */
const statementsPerSecond = 9;

test('a service without requests sends few statements', async () => {
  const service = await testService();
  await service.openAccount('acme');
  await pause(settleMs);
  const sent = await eachSentDuring(() => pause(seconds * 1000));
  await service.stop();
  expect(sent.length).toBeGreaterThan(seconds);
  expect(sent.length, sent.join('\n')).toBeLessThan(statementsPerSecond * seconds);
});
