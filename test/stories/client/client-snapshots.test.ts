/** The client reads a whole collection, and a stream that is cut is an error. */
import { ConnectionError } from '@muster/client';
import { beforeAll, expect, test } from 'vitest';
import { musterOf, type Seen } from '../../support/muster.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;
let seen: Seen;

beforeAll(async () => {
  service = await sharedService();
  seen = await musterOf(service, await service.openAccount('acme'));
  for (const name of ['One', 'Two', 'Three']) await seen.muster.taxonomies.create({ name });
});

test('every item arrives, and the feed goes on from its position', async () => {
  const { muster } = seen;
  await service.publisher.publishAll();
  const all = await muster.taxonomies.snapshot({ search: 'o', include: ['totalCount', 'links'] });
  expect(all.totalCount).toBe(1);
  const names: string[] = [];
  for await (const { name, links } of all) {
    expect(links).not.toBe(null);
    names.push(name);
  }
  expect(names).toEqual(['One']);
  const made = await muster.taxonomies.create({ name: 'Later' });
  for await (const { event } of muster.events.feed({ after: all.eventPosition })) {
    expect(event).toMatchObject({ topic: 'taxonomy.created', data: { id: made.id } });
    break;
  }
});

test('a stream that is cut is an error, not an end', async () => {
  const cut: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!String(input).includes('/taxonomies')) return answer;
    const text = await answer.text();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text.slice(0, text.indexOf('\n') + 5)));
        controller.error(new Error('cut'));
      },
    });
    return new Response(body, { headers: answer.headers });
  };
  const { muster } = await musterOf(service, await service.openAccount('cut'), { fetch: cut });
  for (const name of ['One', 'Two']) await seen.muster.taxonomies.create({ name: `${name} more` });
  const reading = async () => {
    for await (const _ of await muster.taxonomies.snapshot());
  };
  await expect(reading()).rejects.toBeInstanceOf(ConnectionError);
});
