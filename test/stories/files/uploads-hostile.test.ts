/** Failing uploads: each is refused with a reason or given up, and leaves nothing behind. */
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../../../server/platform/database/statement.ts';
import { newcomer } from '../../support/examples.ts';
import { filesIn, formOf, somePdf, upload } from '../../support/files/files.ts';
import {
  apiHeaders,
  limits,
  type Reply,
  type TestClient,
  type TestService,
  testService,
} from '../../support/service.ts';

let service: TestService;
let client: TestClient;
let accountId: string;

beforeAll(async () => {
  service = await testService({ limits: { ...limits, bodyBytes: 3_000_000 } });
  const made = await newcomer(service);
  client = made.client;
  accountId = made.account.id;
});
afterAll(() => service.stop());

async function leftBehind(): Promise<{ rows: number; files: string[]; events: number }> {
  const session = service.database.session(accountId);
  const [row] = await session.run<{ count: number }>(
    statement('select count(*)::int as count from files where account_id = $1'),
  );
  await service.publisher.publishAll();
  const { body } = await client.call('GET', '/svc-api/events?include=totalCount&limit=0');
  return { rows: row?.count ?? -1, files: await filesIn(service.filesDir), events: body.totalCount };
}

afterEach(async () => {
  // A disconnected client disappears a moment later.
  await expect.poll(leftBehind, { timeout: 10_000 }).toEqual({ rows: 0, files: [], events: 0 });
});

const boundary = 'b7c1';
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const partHead = (name = 'form', fileName = 'contract.pdf', type = 'application/pdf') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
const whole = `${partHead()}${somePdf}\r\n--${boundary}--\r\n`;

const send = (body: string | Buffer, headers: Record<string, string | undefined> = multipart) =>
  client.call('POST', '/svc-api/files', { body, headers });

function expectRefusal({ status, body }: Reply, words: RegExp): void {
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['form']]);
  expect(body.errors.form.join(' ')).toMatch(words);
}

describe('a form', () => {
  test('whose file is another than it is called is refused, with both named', async () => {
    const zip = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(100_000, 7)]);
    const reply = await upload(client, { bytes: zip, fileName: 'face.png', contentType: 'image/png' });
    expectRefusal(reply, /zip.*image\/png|image\/png.*zip/i);
    const unnamed = await upload(client, { bytes: zip, fileName: 'face.png', contentType: '' });
    expectRefusal(unnamed, /zip/i);
  });

  test('with another boundary than its header says is refused', async () => {
    expectRefusal(await send(whole.replaceAll(boundary, 'other')), /boundary|part/);
  });

  test('without its last boundary is refused', async () => {
    expectRefusal(await send(whole.slice(0, -10)), /boundary|end/);
    expectRefusal(await send(partHead()), /./);
    expectRefusal(await send(`--${boundary}`), /./);
    expectRefusal(await send(''), /./);
  });

  test('without a file, with two, or with one of another name is refused', async () => {
    const part = (name: string) => `${partHead(name)}${somePdf}\r\n`;
    for (const parts of ['', part('file'), part('form') + part('form'), part('form') + part('other')]) {
      expectRefusal(await send(`${parts}--${boundary}--\r\n`), /./);
    }
    const field = `--${boundary}\r\nContent-Disposition: form-data; name="form"\r\n\r\ntext\r\n--${boundary}--\r\n`;
    expectRefusal(await send(field), /filename/);
  });

  test.each([
    ['an empty file', { bytes: Buffer.alloc(0) }],
    ['a type that is not accepted', { contentType: 'application/x-shockwave-flash' }],
    ['no type and an unknown extension', { fileName: 'x.nothing', contentType: 'application/octet-stream' }],
    ['a name that is only a folder', { fileName: 'folder/' }],
    ['a name that is too long', { fileName: `${'x'.repeat(252)}.pdf` }],
  ])('with %s is refused', async (_, file) => {
    expectRefusal(await upload(client, file), /./);
  });

  test('that is not a form is 415', async () => {
    const json = await send('{}', { 'content-type': 'application/json' });
    const none = await send('x', { 'content-type': 'text/plain' });
    const zipped = await send(whole, { ...multipart, 'content-encoding': 'gzip' });
    expect([json.status, none.status, zipped.status]).toEqual([415, 415, 415]);
    const unnamed = await send(whole, { 'content-type': 'multipart/form-data' });
    expect([unnamed.status, Object.keys(unnamed.body.errors)]).toEqual([400, ['Content-Type']]);
  });

  test('that is too large is 413, by its header or while it arrives', async () => {
    const large = Buffer.concat([somePdf, Buffer.alloc(3_000_000)]);
    const declared = await upload(client, { bytes: large });
    expect(declared.status).toBe(413);
    const { status, statusText } = await chunked([partHead(), large, `\r\n--${boundary}--\r\n`]);
    expect([status, statusText]).toEqual([413, 'Payload Too Large']);
  });

  test('that the caller may not send, or asks for wrongly, is refused before it is read', async () => {
    const stranger = await service.narrowed(client, ['files.readonly']);
    const form = () => ({ body: formOf() });
    const statuses = [
      await stranger.call('POST', '/svc-api/files', form()),
      await client.call('POST', '/svc-api/files', { ...form(), headers: { authorization: undefined } }),
      await client.call('POST', '/svc-api/files?include=nothing', form()),
      await client.call('POST', '/svc-api/files', { ...form(), headers: { accept: 'text/html' } }),
      await client.call('POST', '/svc-api/files', { ...form(), headers: { 'idempotency-key': 'ü'.repeat(2) } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 401, 400, 406, 400]);
  });
});

/** A body without a length. */
async function chunked(parts: readonly (string | Buffer)[]): Promise<Response> {
  return fetch(`${service.url}/svc-api/files`, {
    method: 'POST',
    headers: { ...multipart, ...apiHeaders(client.token) },
    // Node accepts any iterable, which the browser types do not include.
    body: Readable.from(parts.map((part) => Buffer.from(part))) as unknown as BodyInit,
    duplex: 'half',
  } as RequestInit);
}

const requestHead = (length: number) =>
  [
    'POST /svc-api/files HTTP/1.1',
    `Host: ${new URL(service.url).host}`,
    `Authorization: Bearer ${client.token}`,
    'Api-Version: 2024-11-01',
    `Content-Type: ${multipart['content-type']}`,
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');

/** Sends raw bytes and disconnects on demand; returns the data received until then. */
async function bySocket(bytes: string | Buffer, hangUpAfterMs: number | null): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const seen: Buffer[] = [];
  socket.on('data', (chunk) => seen.push(chunk)).on('error', () => undefined);
  socket.write(bytes);
  await new Promise((resolve) => {
    if (hangUpAfterMs === null) socket.once('data', resolve);
    else setTimeout(resolve, hangUpAfterMs);
  });
  socket.destroy();
  return Buffer.concat(seen).toString();
}

describe('a client', () => {
  const large = Buffer.concat([Buffer.from(partHead()), somePdf, Buffer.alloc(1_000_000, 'x')]);

  test('that hangs up in the middle leaves nothing, wherever it stood', async () => {
    const form = Buffer.concat([large, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    for (const sent of [0, 10, 60, partHead().length, 300, 70_000, 500_000, form.length - 20, form.length - 1]) {
      const answered = await bySocket(
        Buffer.concat([Buffer.from(requestHead(form.length)), form.subarray(0, sent)]),
        60,
      );
      expect([sent, answered]).toEqual([sent, '']);
    }
  });

  test('whose body is shorter than it said is waited for, then given up, and leaves nothing', async () => {
    const answered = await bySocket(requestHead(Buffer.byteLength(whole) + 100) + whole, 300);
    expect(answered).toBe('');
  });

  test('whose body is longer than it said is refused for the part that counts', async () => {
    const answered = await bySocket(requestHead(Buffer.byteLength(whole) - 20) + whole, null);
    expect(answered).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('that hangs up while many others upload disturbs none of them', async () => {
    const quitting = Array.from({ length: 20 }, (_, at) =>
      bySocket(Buffer.concat([Buffer.from(requestHead(2_000_000)), large.subarray(0, 40_000 * at)]), 20 + at),
    );
    const refused = Array.from({ length: 10 }, () => send(whole.replaceAll(boundary, 'other')));
    await Promise.all([...quitting, ...refused]);
    expect((await client.call('GET', '/health/ready')).status).toBe(200);
  });
});
