/** The paginator of got, with its defaults: it follows the `Link` header. */
import got from 'got';
import { beforeAll, expect, test } from 'vitest';
import { apiHeaders, type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;
let client: TestClient;
beforeAll(async () => {
  service = await sharedService();
  client = await service.client(await service.openAccount('acme'));
  for (let number = 1; number <= 25; number += 1) {
    await client.call('POST', '/svc-api/taxonomies', { body: { name: `Taxonomy ${number}` } });
  }
});

interface Taxonomy {
  readonly id: string;
}

test.each(['limit=4', 'limit=25', 'limit=4&sort=-name', 'limit=10&include=links'])(
  'every page of ?%s',
  async (query) => {
    const found: string[] = [];
    const pages = got.paginate<Taxonomy>(`${service.url}/svc-api/taxonomies?${query}`, {
      headers: apiHeaders(client.token),
      // The paginator needs to know where the items are; everything else is its default.
      parseJson: (text) => JSON.parse(text).items,
    });
    for await (const { id } of pages) found.push(id);
    const { body } = await client.call('GET', `/svc-api/taxonomies?${query}`.replace(/limit=\d+/, 'limit=1000'));
    expect(found.length).toBe(25);
    expect(found).toEqual(body.items.map(({ id }: Taxonomy) => id));
  },
);
