/** A filter by topic: a word that is none is refused, because it would look like a log in which nothing happens. */
import { expect, test } from 'vitest';
import { testService } from '../../support/service.ts';

const path = '/svc-api/events';
const wrong = ['none.created', 'none.*', 'taxonomy', 'taxonomy.renamed', 'Taxonomy.created', 'taxonomy.*.*', '*'];

test('a word that is no topic is refused', async () => {
  const service = await testService();
  try {
    const client = await service.client(await service.openAccount('acme'));
    for (const word of wrong) {
      for (const name of ['topic', '-topic']) {
        const { status, body } = await client.call('GET', `${path}?${name}=taxonomy.created,${word}`);
        expect([word, status, Object.keys(body.errors ?? {})]).toEqual([word, 400, [name]]);
      }
    }
    // Never recorded, but older clients know it.
    const { status, body } = await client.call('GET', `${path}?topic=calendar-event.created`);
    expect([status, body.items]).toEqual([200, []]);
  } finally {
    await service.stop();
  }
});
