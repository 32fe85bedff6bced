/** A service that nobody asks anything looks for work with few statements. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { eachSentDuring } from '../../support/sent-statements.ts';
import { testService } from '../../support/service.ts';

/** Until workers ask less often whether something waits for them. */
const settleMs = 6000;
const seconds = 4;
/** Twenty more, when each worker searched on its own. Webhooks, which this test does not send, have one. */
const statementsPerSecond = 6;

test('a service without requests sends few statements', async () => {
  const service = await testService();
  await service.openAccount('acme');
  await pause(settleMs);
  const sent = await eachSentDuring(() => pause(seconds * 1000));
  await service.stop();
  expect(sent.length).toBeGreaterThan(seconds);
  expect(sent.length, sent.join('\n')).toBeLessThan(statementsPerSecond * seconds);
});

/** Until a service that is woken for its own events looks less often at the queue of webhooks. */
const idleMs = 5500;

test.each([
  { role: 'all', meaning: 'is woken for its own', least: 1, most: 2 },
  { role: 'worker', meaning: 'only finds them by looking', least: 3, most: 5 },
] as const)('a service of the role $role looks for webhooks as often as it has to: it $meaning', async (one) => {
  const service = await testService({ role: one.role, webhooks: { networks: loopbackNetworks } });
  await pause(idleMs);
  const sent = await eachSentDuring(() => pause(seconds * 1000));
  await service.stop();
  const looks = sent.filter((text) => text.includes('from webhook_queues')).length / seconds;
  expect(looks).toBeGreaterThanOrEqual(one.least - 0.3);
  expect(looks).toBeLessThan(one.most);
});
