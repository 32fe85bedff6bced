/** Portraits: set on the employee, read as a portrait or as a file. */
import { employees } from '@muster/contract/resources/employees.ts';
import { portraits } from '@muster/contract/resources/portraits.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { pathOf, type Row } from '../../support/examples.ts';
import { download, linkOf, someJpeg, somePng, upload, uploaded } from '../../support/files/files.ts';
import { establishment } from '../../support/organization/organization.ts';
import { hired, hiring, newCompany } from '../../support/people/people.ts';
import { eventsOf, summary, topicOf } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let where: Awaited<ReturnType<typeof newCompany>>;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  where = await newCompany(service);
  ({ client } = where);
});

const png = { fileName: 'lambert.png', contentType: 'image/png' };

const picture = async (width = 40, height = 30): Promise<Row> =>
  uploaded(client, { ...png, bytes: await somePng(width, height) });

const changedBy = (employee: Row, body: object) => client.call('PATCH', pathOf(employees, employee.id), { body });

const portraitErrors = async (employee: Row, id: string) => {
  const { status, body } = await changedBy(employee, { portrait: { id } });
  return status === 200 ? null : body.errors;
};

test('a person hired with a portrait has one, which shows whose it is', async () => {
  const file = await picture();
  const employee = await hired(client, where, { portrait: { id: file.id } });
  const url = `${service.url}/svc-api/portraits/${file.id}`;
  expect(employee.portrait).toEqual({ id: file.id, type: 'portrait', url });
  const { status, body, headers } = await client.call('GET', url);
  expect([status, body]).toEqual([
    200,
    {
      id: file.id,
      type: 'portrait',
      url,
      employee: { id: employee.id, type: 'employee', url: employee.url },
      fileName: 'lambert.png',
      contentType: 'image/png',
      createdAt: file.createdAt,
      links: null,
      embedded: null,
    },
  ]);
  const etag = headers.get('etag') ?? '';
  expect((await client.call('GET', url, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

test('setting, changing and removing it are changes of the employee, and the former one is 404', async () => {
  const employee = await hired(client, where);
  const [first, second] = [await picture(), await picture()];
  const read = async ({ id }: Row) => (await client.call('GET', pathOf(portraits, id))).status;
  const updated = topicOf('employee.updated', employee);
  const events = (body: object) => eventsOf(service, client, () => changedBy(employee, body));
  expect(summary(await events({ portrait: { id: first.id } }))).toEqual({ [updated]: { portrait: null } });
  expect([await read(first), await read(second)]).toEqual([200, 404]);
  expect(summary(await events({ portrait: { id: second.id } }))).toMatchObject({
    [updated]: { portrait: { id: first.id, type: 'portrait' } },
  });
  expect([await read(first), await read(second)]).toEqual([404, 200]);
  expect(await events({ portrait: { id: second.id } })).toEqual([]);
  expect(summary(await events({ portrait: null }))).toMatchObject({ [updated]: { portrait: { id: second.id } } });
  expect([await read(first), await read(second)]).toEqual([404, 404]);
});

describe('reading one', () => {
  let bytes: Buffer;
  let url: string;
  let employee: Row;

  beforeAll(async () => {
    bytes = await someJpeg(800, 400);
    const { id } = await uploaded(client, { bytes, fileName: 'lambert.jpg', contentType: 'image/jpeg' });
    employee = await hired(client, where, { portrait: { id } });
    url = `${service.url}${pathOf(portraits, id)}`;
  });

  test.each(['image/*', 'application/octet-stream', 'image/jpeg', 'Image/JPEG', 'image/webp, image/*;q=0.1'])(
    'Accept: %s gives the bytes under their own type',
    async (accept) => {
      const answer = await download(client, url, { accept });
      expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      });
    },
  );

  test.each(['text/html', 'image/png', 'application/xml'])('Accept: %s is 406', async (accept) => {
    expect((await client.call('GET', url, { headers: { accept } })).status).toBe(406);
  });

  test('the link of the employee leads to the same bytes', async () => {
    const href = await linkOf(client, pathOf(employees, employee.id), 'portrait');
    expect((await download(client, href, { accept: 'image/jpeg' })).bytes.equals(bytes)).toBe(true);
  });

  test.each([
    [16, 16],
    [64, 64],
    [100, 96],
    [512, 512],
    [1023, 768],
    [1024, 800],
  ])('size=%i gives a picture of at most so many pixels', async (size, width) => {
    const answer = await download(client, `${url}?size=${size}`, { accept: 'image/*' });
    const reduced = await sharp(answer.bytes).metadata();
    expect([answer.status, reduced.width, reduced.height]).toEqual([200, width, width / 2]);
    expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
  });

  test('each size has a tag of its own', async () => {
    const tags = await Promise.all(
      ['', '?size=64', '?size=128'].map(async (query) =>
        (await download(client, url + query, { accept: 'image/*' })).headers.get('etag'),
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });

  test.each(['15', '1025', '0', '-64', '64.5', 'large', '', '64,128', '1e2'])('size=%s is 400', async (size) => {
    const { status, body } = await client.call('GET', `${url}?size=${size}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, ['size']]);
  });

  test('parameters of files are not known', async () => {
    const { status, body } = await client.call('GET', `${url}?token=x&disposition=inline`);
    expect([status, Object.keys(body.errors).toSorted()]).toEqual([400, ['disposition', 'token']]);
  });

  test('it is turned upright, and tells nothing of place and camera', async () => {
    const turned = await sharp(await somePng(300, 100))
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { id } = await uploaded(client, { bytes: turned, fileName: 'x.jpg', contentType: 'image/jpeg' });
    await hired(client, where, { portrait: { id } });
    const { bytes: small } = await download(client, `${service.url}${pathOf(portraits, id)}?size=96`, {
      accept: 'image/*',
    });
    const { width, height, exif, orientation } = await sharp(small).metadata();
    expect([width, height, exif, orientation]).toEqual([32, 96, undefined, undefined]);
  });
});

describe('who sees one', () => {
  test('callers who see the employee, and nobody else', async () => {
    const file = await picture();
    await hired(client, where, { portrait: { id: file.id } });
    const elsewhere = await establishment(client, where.owner);
    const path = pathOf(portraits, file.id);
    const inside = await service.client(where.account, { establishments: [where.place.id] });
    const outside = await service.client(where.account, { establishments: [elsewhere.id] });
    const { client: stranger } = await newCompany(service);
    const statuses = [
      await inside.call('GET', path),
      await outside.call('GET', path),
      await stranger.call('GET', path),
      await client.call('GET', pathOf(portraits, '7')),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 404, 404, 404]);
  });

  test('with a scope of employees and without one of files', async () => {
    const file = await picture();
    await hired(client, where, { portrait: { id: file.id } });
    const path = pathOf(portraits, file.id);
    const people = await service.client(where.account, { scopes: ['employees.readonly'] });
    const filesOnly = await service.client(where.account, { scopes: ['files.readwrite'] });
    expect([(await people.call('GET', path)).status, (await filesOnly.call('GET', path)).status]).toEqual([200, 403]);
  });
});

describe('a portrait is refused', () => {
  test('when the file is of no type that a portrait may have', async () => {
    const employee = await hired(client, where);
    const document = await uploaded(client);
    const { bytes } = { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') };
    const drawing = await uploaded(client, { bytes, fileName: 'x.svg', contentType: 'image/svg+xml' });
    expect(await portraitErrors(employee, document.id)).toEqual({
      'portrait.id': [expect.stringMatching(/^This file is application\/pdf\. Allowed: image\/jpeg, image\/png/)],
    });
    expect(Object.keys(await portraitErrors(employee, drawing.id))).toEqual(['portrait.id']);
    const body = hiring(where, { portrait: { id: document.id } });
    const reply = await client.call('POST', pathOf(employees), { body });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['portrait.id']]);
  });

  test('when the file is larger than 10 MB', async () => {
    const employee = await hired(client, where);
    const image = await somePng();
    const padded = (size: number) => Buffer.concat([image, Buffer.alloc(size - image.length)]);
    const large = await uploaded(client, { ...png, bytes: padded(10_000_001) });
    const just = await uploaded(client, { ...png, bytes: padded(10_000_000) });
    expect(await portraitErrors(employee, large.id)).toEqual({ 'portrait.id': ['This file has more than 10 MB.'] });
    expect(await portraitErrors(employee, just.id)).toBeNull();
  });

  test('when it is somebody else’s, also when two people want it at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => hired(client, where)));
    const { id } = await picture();
    const fieldErrors = await Promise.all(people.map((person) => portraitErrors(person, id)));
    expect(fieldErrors.filter((error) => error === null).length).toBe(1);
    for (const error of fieldErrors.filter((one) => one !== null)) expect(Object.keys(error)).toEqual(['portrait.id']);
    const body = hiring(where, { portrait: { id } });
    const reply = await client.call('POST', pathOf(employees), { body });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['portrait.id']]);
  });

  test('when it names nothing', async () => {
    const employee = await hired(client, where);
    for (const id of ['01929b6e-7c1a-7f3e-9a52-4d1c0e8b6f21', '12', 'x']) {
      expect([id, Object.keys(await portraitErrors(employee, id))]).toEqual([id, ['portrait.id']]);
    }
  });
});

test('a file that is not an image is detected when it is uploaded as one', async () => {
  const zip = Buffer.from('504b0304140000000800', 'hex');
  const { status, body } = await upload(client, { ...png, bytes: Buffer.concat([zip, Buffer.alloc(200)]) });
  expect([status, Object.keys(body.errors)]).toEqual([400, ['form']]);
});
