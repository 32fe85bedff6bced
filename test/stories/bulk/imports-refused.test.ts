/** Files that are refused when they are sent, files that cannot be read to their end, and how long imports are kept. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../../../server/platform/database/statement.ts';
import { filesIn } from '../../support/files/files.ts';
import { ended, errorsOf, imported, importsPath, ndjsonType, sendFile } from '../../support/imports/imports.ts';
import { newCompany } from '../../support/people/people.ts';
import { limits, type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: TestClient;
let account: Awaited<ReturnType<typeof newCompany>>['account'];

const bodyBytes = 3_000_000;

beforeAll(async () => {
  service = await testService({ limits: { ...limits, bodyBytes } });
  ({ client, account } = await newCompany(service));
});
afterAll(() => service.stop());

const query = 'collection=departments';

describe('a file is refused when it is sent', () => {
  test('with a column that is not known, or there twice, by its name', async () => {
    expect(await sendFile(client, query, 'name,nickname\nA,B\n')).toMatchObject({
      status: 400,
      body: { errors: { nickname: [expect.stringContaining('Known are: id, ')] } },
    });
    expect(await sendFile(client, query, 'name;name\nA;B\n')).toMatchObject({
      status: 400,
      body: { errors: { name: [expect.stringContaining('more than once')] } },
    });
  });

  test.each([
    ['brackets', `{"name":[${'[],'.repeat(400_000)}`],
    ['a quote inside a cell', 'name,re"mote\nA,B\n'],
    ['one endless line', 'x'.repeat(1_500_000)],
    ['thousands of columns', `${'a,'.repeat(100_000)}\n`],
    ['only a line end', '\n'],
  ])('that is no CSV: %s', async (_, file) => {
    const reply = await sendFile(client, query, file, { 'content-type': 'text/csv' });
    expect(reply.status, reply.text.slice(0, 300)).toBe(400);
    expect(reply.text.length).toBeLessThan(50_000);
  });

  test.each(['a,'.repeat(450_000), '"",'.repeat(300_000), 'x'.repeat(950_000)])(
    'with a first line of nearly a megabyte, before it is parsed',
    async (line) => {
      expect(await sendFile(client, query, `${line}\nA\n`)).toMatchObject({
        status: 400,
        body: { errors: { $: [expect.stringContaining('first line has more than 65,536 bytes')] } },
      });
    },
  );

  test('in another encoding, or without content', async () => {
    const latin = Buffer.from('name\nZo\xEB\n', 'latin1');
    expect(await sendFile(client, query, latin)).toMatchObject({
      status: 400,
      body: { errors: { $: ['The file must be encoded in UTF-8.'] } },
    });
    expect(await sendFile(client, query, new Uint8Array())).toMatchObject({
      status: 400,
      body: { errors: { $: ['The file is empty.'] } },
    });
  });

  test('without a collection, with an unknown one, or with an unknown parameter', async () => {
    const refused = async (parameters: string) =>
      Object.keys((await sendFile(client, parameters, 'name\n')).body.errors);
    expect(await refused('')).toEqual(['collection']);
    expect(await refused('collection=files')).toEqual(['collection']);
    expect(await refused(`${query}&dryRun=yes`)).toEqual(['dryRun']);
    expect(await refused(`${query}&limit=1`)).toEqual(['limit']);
    const form = new FormData();
    form.set('file', new Blob(['name\n']), 'a.csv');
    form.set('collection', 'departments');
    expect(await client.call('POST', importsPath, { body: form })).toMatchObject({ status: 400 });
    form.set('nothing', 'x');
    expect(await client.call('POST', `${importsPath}?${query}`, { body: form })).toMatchObject({ status: 400 });
    const nameless = new FormData();
    nameless.set('collection', 'departments');
    expect(await client.call('POST', importsPath, { body: nameless })).toMatchObject({ status: 400 });
    const workbook = new FormData();
    workbook.set('file', new Blob(['PK']), 'a.xlsx');
    expect(await client.call('POST', `${importsPath}?${query}`, { body: workbook })).toMatchObject({ status: 400 });
  });

  test.each(['constructor', 'valueOf', 'toString', '__proto__'])(
    'by its name and type, also if they have a meaning in JavaScript: %s',
    async (name) => {
      const form = new FormData();
      form.set('file', new Blob(['name\nA\n'], { type: 'application/pdf' }), `people.${name}`);
      const typed = [
        '--x',
        'content-disposition: form-data; name="file"; filename="people"',
        `content-type: ${name}`,
        '',
        'name',
        '--x--',
        '',
      ].join('\r\n');
      for (const answer of [
        await client.call('POST', `${importsPath}?${query}`, { body: form }),
        await sendFile(client, query, typed, { 'content-type': 'multipart/form-data; boundary=x' }),
      ]) {
        const errors = { $: [expect.stringContaining('The file must be CSV')] };
        expect(answer, answer.text).toMatchObject({ status: 400, body: { errors } });
      }
    },
  );

  test('with such a name as a column, or as a word that is true or false, by its place', async () => {
    const column = 'value.__proto__';
    const header = `definition.id,employee.id,${column}\n`;
    expect(await sendFile(client, 'collection=employee-attributes', `${header}e_any,1,{}\n`)).toMatchObject({
      status: 400,
      body: { errors: { [column]: [expect.any(String)] } },
    });
    const run = await imported(client, query, 'name,isArchived\nA,constructor\nB,__proto__\n');
    expect(await errorsOf(client, run)).toMatchObject({
      2: { isArchived: [expect.any(String)] },
      3: { isArchived: [expect.any(String)] },
    });
  });

  test('as JSON (415), or if it is too large (413)', async () => {
    for (const type of ['application/json', 'text/plain', 'text/csv; charset=latin1']) {
      expect((await sendFile(client, query, 'name\n', { 'content-type': type })).status).toBe(415);
    }
    const large = `name\n${'x'.repeat(bodyBytes)}\n`;
    expect((await sendFile(client, query, large).catch(() => ({ status: 413 }))).status).toBe(413);
  });

  test('without the scope of the collection, which the answer names', async () => {
    const scopes = ['imports.readwrite', 'departments.readonly'];
    const narrow = await service.client(account, { scopes });
    const form = new FormData();
    form.set('collection', 'departments');
    form.set('file', new Blob(['name\nA\n']), 'a.csv');
    for (const answer of [
      await sendFile(narrow, query, 'name\nA\n'),
      await narrow.call('POST', importsPath, { body: form }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('departments.readwrite') } });
    }
  });
});

test('nothing that was refused is stored, and the bytes of an import are removed at its end', async () => {
  const done = await imported(client, query, 'name\nStored\n');
  expect(done.status).toBe('done');
  for (let waited = 0; waited < 100 && (await filesIn(service.filesDir)).length > 0; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await filesIn(service.filesDir)).toEqual([]);
});

test('a file that cannot be read to its end fails there, and what has gone in stays', async () => {
  const quote = await imported(client, query, `name\nBefore\n"open\n`);
  expect(quote).toMatchObject({ status: 'failed', failureReason: expect.stringMatching(/[Qq]uote/) });
  const long = `{"name":"${'x'.repeat(1_100_000)}"}`;
  const sent = await sendFile(client, query, `${long}\n`, { 'content-type': ndjsonType });
  expect(await ended(client, sent.body)).toMatchObject({
    status: 'failed',
    failureReason: 'Line 1 is longer than 1000000 bytes.',
  });
});

test('lines that are no objects have errors of their own, and empty lines do not count', async () => {
  const file = '{"name":"A"}\n\n[]\n{"name":\n{"name":"B","name":"C"}\n{"__proto__":{}}\n';
  const done = await imported(client, query, file);
  expect(done).toMatchObject({ status: 'done', counts: { lines: 5, created: 1, failed: 4 } });
  expect(Object.keys(await errorsOf(client, done))).toEqual(['3', '4', '5', '6']);
  const cells = await imported(client, query, 'name,remoteId\nOnly\n');
  expect(await errorsOf(client, cells)).toEqual({ 2: { $: ['It has 1 cells; the header has 2.'] } });
});

test('the errors of an import are a list with pages, and belong to its application', async () => {
  const lines = Array.from({ length: 30 }, () => '{"name":""}\n').join('');
  const done = await imported(client, query, lines);
  const path = `${importsPath}/${done.id}/errors`;
  const first = (await client.call('GET', `${path}?limit=20&include=links,totalCount`)).body;
  expect(first).toMatchObject({ type: 'import-error', totalCount: 30 });
  const next = (await client.call('GET', first.links.next.href)).body;
  expect([...first.items, ...next.items].map(({ line }) => line)).toEqual(
    Array.from({ length: 30 }, (_, at) => at + 1),
  );
  expect((await client.call('GET', `${path}?line=7`)).body.items).toHaveLength(1);
  expect((await client.call('GET', `${path}/${first.items[0].id}`)).body).toEqual({
    ...first.items[0],
    links: null,
  });
  const linked = (await client.call('GET', `${importsPath}/${done.id}?include=links`)).body;
  expect(linked.links.errors.href).toBe(service.url + path);
  const other = await service.client(account);
  for (const address of [path, `${importsPath}/${done.id}`])
    expect((await other.call('GET', address)).status).toBe(404);
});

test('the same key sends a file once', async () => {
  const headers = { 'idempotency-key': 'one-file' };
  const first = await sendFile(client, query, 'name\nOnce\n', headers);
  const again = await sendFile(client, query, 'name\nOnce\n', headers);
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect((await sendFile(client, query, 'name\nTwice\n', headers)).status).toBe(400);
  await ended(client, first.body);
  const { body } = await client.call('GET', '/svc-api/departments?search=Once');
  expect(body.items).toHaveLength(1);
});

test('an import is absent 30 days after its end, and then removed with its errors', async () => {
  const done = await imported(client, query, '{"name":""}\n');
  service.advance(30 * 86_400_000 + 1000);
  const later = await service.renewed(client);
  expect((await later.call('GET', `${importsPath}/${done.id}`)).status).toBe(404);
  expect((await later.call('GET', `${importsPath}/${done.id}/errors`)).status).toBe(404);
  await service.housekeeping.clean();
  const session = service.database.session(account.id);
  for (const table of ['imports', 'import_errors', 'import_checkpoints']) {
    expect(await session.run(statement(`select 1 from ${table} where account_id = $1`))).toEqual([]);
  }
});
