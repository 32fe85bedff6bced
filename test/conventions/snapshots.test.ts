/** Every list answers its whole collection as lines of JSON or as a table, with the rules of the list. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect } from 'vitest';
import { cellOf, representationColumns } from '../../server/platform/tabular/columns.ts';
import { readCell } from '../../server/platform/tabular/csv-cells.ts';
import { answering, everyRow, newcomer, pathOf, populate } from '../support/examples.ts';
import { facetsOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import { apiHeaders, type SharedService, sharedService, type TestClient } from '../support/service.ts';
import { rowsIn, snapshotOf } from '../support/snapshots.ts';

let service: SharedService;
let client: TestClient;
let other: TestClient;

beforeAll(async () => {
  service = await sharedService();
  [client, other] = (await Promise.all([newcomer(service), newcomer(service)]).then((both) =>
    both.map((one) => one.client),
  )) as [TestClient, TestClient];
});

const listed = answering('list');

describe.each(oneIn(8, listed, 2))('$path', (resource: Resource) => {
  const facet = facetsOf(listed, resource);
  const path = pathOf(resource);
  beforeAll(async () => {
    if ((await everyRow(client, resource)).length < 2) await populate(service, client, resource, 2);
    await service.publisher.publishAll();
  });

  facet('lines of JSON hold every row of the list, in its order', async () => {
    const rows = await everyRow(client, resource);
    const snapshot = await snapshotOf(service, client, path);
    expect(snapshot.status).toBe(200);
    expect(snapshot.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(snapshot.headers.get('muster-event-position')).toMatch(/^\d+$/);
    expect(snapshot.headers.get('etag')).toBe(null);
    expect(rowsIn(snapshot)).toEqual(rows);
  });

  facet('sort, filters and include are those of the list', async () => {
    const query = 'sort=-id&include=links';
    expect(rowsIn(await snapshotOf(service, client, `${path}?${query}`))).toEqual(
      await everyRow(client, resource, `&${query}`),
    );
    const [{ id } = { id: '' }] = await everyRow(client, resource);
    if (!(resource.filterable as readonly string[]).includes('id')) return;
    expect(rowsIn(await snapshotOf(service, client, `${path}?id=${id}`)).map((row) => row.id)).toEqual([id]);
  });

  facet('each line embeds what a read of it embeds', async () => {
    if (!resource.operations.includes('read') || resource.content || resource.document) return;
    for (const row of rowsIn(await snapshotOf(service, client, `${path}?include=embedded,totalCount`)).slice(0, 3)) {
      const { body } = await client.call('GET', `${pathOf(resource, row.id)}?include=embedded`);
      expect(row).toEqual(body);
    }
  });

  facet('a table has a column for each member', async () => {
    const rows = await everyRow(client, resource);
    const snapshot = await snapshotOf(service, client, path, 'text/csv');
    expect(snapshot.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [head = [], ...lines] = parse(snapshot.text) as string[][];
    expect(head).toEqual(representationColumns(resource));
    expect(lines.map((line) => line.map(readCell))).toEqual(
      rows.map((row) => head.map((name) => cellOf(row, name.split('.')))),
    );
  });

  facet('what has no meaning for a whole collection is 400', async () => {
    for (const [query, accept, name] of [
      ['limit=5', 'application/x-ndjson', 'limit'],
      ['page=1', 'text/csv', 'page'],
      ['include=links', 'text/csv', 'include'],
      ['nonsense=1', 'application/x-ndjson', 'nonsense'],
    ] as const) {
      const { status, text } = await snapshotOf(service, client, `${path}?${query}`, accept);
      expect([status, Object.keys(JSON.parse(text).errors)]).toEqual([400, [name]]);
    }
  });

  facet('JSON is answered where the header prefers it', async () => {
    for (const accept of ['text/csv;q=0.5, application/json', 'text/csv, application/json', 'text/csv;q=0, */*']) {
      const { headers } = await snapshotOf(service, client, `${path}?limit=1`, accept);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
    const { headers } = await snapshotOf(service, client, path, 'text/csv, application/json;q=0.5');
    expect(headers.get('content-type')).toContain('text/csv');
  });

  facet('HEAD answers the headers alone', async () => {
    const headers = { ...apiHeaders(client.token), accept: 'application/x-ndjson' };
    const answer = await fetch(service.url + path, { method: 'HEAD', headers });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('muster-event-position')).toMatch(/^\d+$/);
  });

  facet('another account, and a token without the scope, see nothing of it', async () => {
    const ids = new Set((await everyRow(other, resource)).map(({ id }) => id));
    expect(new Set(rowsIn(await snapshotOf(service, other, path)).map(({ id }) => id))).toEqual(ids);
    if ((resource.scopes as unknown) === 'any-token') return;
    const family = resource.scopes.includes('files') ? 'taxonomies.readonly' : 'files.readonly';
    const stranger = await service.narrowed(client, [family]);
    const { status } = await snapshotOf(service, stranger, path);
    expect(status).toBe((await stranger.call('GET', path)).status);
  });
});
