/** What a steady load costs the database: deliveries that were just published are searched once. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { eachSentDuring } from '../../support/sent-statements.ts';
import { testService } from '../../support/service.ts';
import { answer, startReceiver } from '../../support/webhooks/receiver.ts';
import { change, createEndpoint } from '../../support/webhooks/webhooks.ts';

const changes = 20;
/** Shorter than an endpoint without work keeps its place. */
const betweenMs = 60;

test('an endpoint under a steady load searches its deliveries about once for each publication', async () => {
  const service = await testService({ webhooks: { networks: loopbackNetworks } });
  const receiver = await startReceiver();
  receiver.behave(answer(202));
  onTestFinished(async () => {
    await service.stop();
    await receiver.close();
  });
  const client = await service.client(await service.openAccount('acme'));
  await createEndpoint(client, `${receiver.url}/hook`, { topics: ['taxonomy.*'] });
  const sent = await eachSentDuring(async () => {
    for (let count = 0; count < changes; count += 1) {
      await change(client, `Steady ${count}`);
      await pause(betweenMs);
    }
    for (const patience = Date.now() + 10_000; receiver.received.length < changes && Date.now() < patience; ) {
      await pause(20);
    }
  });
  expect(receiver.received.length).toBe(changes);
  const publications = sent.filter((text) => text.includes('insert into deliveries')).length;
  const searches = sent.filter((text) => text.includes('bytes_so_far')).length;
  // Three for each, when those before the last one were searched as well. Some more, because time passes.
  expect(searches / publications).toBeLessThan(2);
});
