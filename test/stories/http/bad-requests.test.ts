/** Malformed or oversized HTTP requests: each gets a response, and the service continues. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { oneIn } from '../../support/form.ts';
import { exchange, type RawReply, replies } from '../../support/raw-http.ts';
import { limits, type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: TestClient;

const taxonomies = '/svc-api/taxonomies';
const bodyBytes = 100_000;

beforeAll(async () => {
  service = await testService({ limits: { ...limits, bodyBytes } });
  client = await service.client(await service.openAccount('acme'));
});
afterAll(() => service.stop());

let expectedCount = 0;
afterEach(async () => {
  const { body } = await client.call('GET', `${taxonomies}?include=totalCount&limit=0`);
  expect(body.totalCount).toBe(expectedCount);
  expect(service.logLines.filter((line) => /"status":5|"level":[56]0/.test(line))).toEqual([]);
});

const common = () => `Host: x\r\nAuthorization: Bearer ${client.token}\r\nApi-Version: 2024-11-01\r\n`;
const json = 'Content-Type: application/json\r\n';

/** The single response to these bytes. */
async function answerTo(...parts: (string | Uint8Array)[]): Promise<RawReply> {
  const text = await exchange(service.url, parts);
  const [first, ...more] = replies(text);
  expect([first === undefined ? text : 'answered', more]).toEqual(['answered', []]);
  return first as RawReply;
}

const isProblem = ({ headers, body }: RawReply, status: number) => {
  expect([headers['content-type'], body?.status]).toEqual(['application/problem+json; charset=utf-8', status]);
  expect(headers['api-version']).toBe('2024-11-01');
  expect(headers.traceparent).toContain(body.extensions.traceId);
};

describe('requests that are not HTTP', () => {
  test.each([
    'hello\r\n\r\n',
    'GET\r\n\r\n',
    `GET ${taxonomies} HTTP/9.9\r\nHost: x\r\n\r\n`,
    `GET ${taxonomies} HTTP/1.1\r\nHost x\r\n\r\n`,
    `NONSENSE ${taxonomies} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET ${taxonomies} HTTP/1.1\r\nHost: x\r\nA\0b: c\r\n\r\n`,
    `GET ${taxonomies} HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n`,
    `GET ${taxonomies}\0 HTTP/1.1\r\nHost: x\r\n\r\n`,
    'GET /svc api HTTP/1.1\r\nHost: x\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00',
    `GET ${taxonomies} HTTP/1.1\r\n\r\n`,
    `POST ${taxonomies} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`,
    `POST ${taxonomies} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    `POST ${taxonomies} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
  ])('%j is 400', async (request) => {
    const answer = await answerTo(request);
    expect(answer.status).toBe(400);
    if (answer.text !== '') isProblem(answer, 400);
  });

  test('a broken chunk ends the request and nothing is made of it', async () => {
    const text = await exchange(service.url, [
      `POST ${taxonomies} HTTP/1.1\r\n${common()}${json}Transfer-Encoding: chunked\r\n\r\n`,
      'zz\r\n{"name":"x"}\r\n0\r\n\r\n',
    ]);
    expect(replies(text).every(({ status }) => status === 400)).toBe(true);
  });
});

describe('too much', () => {
  test.each([9_000, 100_000])('headers of %i bytes are 431', async (size) => {
    const answer = await answerTo(`GET ${taxonomies} HTTP/1.1\r\n${common()}X: ${'x'.repeat(size)}\r\n\r\n`);
    expect(answer.status).toBe(431);
    isProblem(answer, 431);
    expect(answer.body.detail).toContain('8');
  });

  test('headers of HEAD that are too large are 431, without a body', async () => {
    const answer = await answerTo(`HEAD ${taxonomies} HTTP/1.1\r\n${common()}X: ${'x'.repeat(30_000)}\r\n\r\n`);
    expect([answer.status, answer.text]).toEqual([431, '']);
  });

  test('an address of 9,000 bytes is 431, one of 4,000 names nothing', async () => {
    const ask = (size: number) => answerTo(`GET ${taxonomies}/${'1'.repeat(size)} HTTP/1.1\r\n${common()}\r\n`);
    expect((await ask(9000)).status).toBe(431);
    expect((await ask(4000)).status).toBe(404);
  });

  const tooLarge = `{"name":"${'x'.repeat(bodyBytes)}"}`;

  test('a body that announces its size is refused before it comes', async () => {
    const answer = await answerTo(
      `POST ${taxonomies} HTTP/1.1\r\n${common()}${json}Content-Length: ${tooLarge.length}\r\n\r\n`,
    );
    expect([answer.status, answer.headers.connection]).toEqual([413, 'close']);
    isProblem(answer, 413);
    expect(answer.body.detail).toContain('0.1 MB');
  });

  test('a body that does not is refused when it has come that far', async () => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const answer = await answerTo(
      `POST ${taxonomies} HTTP/1.1\r\n${common()}${json}Transfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 12 }, () => chunk(' '.repeat(10_000))),
    );
    expect([answer.status, answer.headers.connection]).toEqual([413, 'close']);
    isProblem(answer, 413);
  });

  test('a body over the limit that comes as a whole is refused too', async () => {
    const answer = await answerTo(
      `POST ${taxonomies} HTTP/1.1\r\n${common()}${json}Content-Length: ${tooLarge.length}\r\n\r\n${tooLarge}`,
    );
    expect(answer.status).toBe(413);
  });

  test('an announced size beyond every number is refused', async () => {
    const answer = await answerTo(
      `POST ${taxonomies} HTTP/1.1\r\n${common()}${json}Content-Length: ${'9'.repeat(18)}\r\n\r\n`,
    );
    expect(answer.status).toBe(413);
  });
});

describe('bodies on their way', () => {
  test('a body in many chunks is put together', async () => {
    const chunks = [...'{"name":"é"}'].map((letter) => `${Buffer.byteLength(letter)}\r\n${letter}\r\n`);
    const answer = await answerTo(
      `POST ${taxonomies} HTTP/1.1\r\n${common()}${json}Transfer-Encoding: chunked\r\n\r\n`,
      ...chunks,
      '0\r\n\r\n',
    );
    expectedCount += 1;
    expect([answer.status, answer.body.name]).toEqual([201, 'é']);
  });

  test.each([1, 5, 11])(
    'an upload that is given up after %i bytes creates nothing and is nobody’s error',
    async (sent) => {
      const request = `POST ${taxonomies} HTTP/1.1\r\n${common()}${json}Content-Length: 12\r\n\r\n`;
      const answer = await exchange(service.url, [request + '{"name":"x"}'.slice(0, sent)], { hangUp: true });
      expect(answer).toBe('');
      await delay(100);
    },
  );

  test('a body longer than announced is cut there', async () => {
    const text = await exchange(service.url, [
      `POST ${taxonomies} HTTP/1.1\r\n${common()}${json}Content-Length: 5\r\n\r\n{"name":"x"}`,
    ]);
    expect(replies(text).map(({ status }) => status)).toEqual([400]);
  });

  test('a client that sends Expect: 100-continue gets 100', async () => {
    const text = await exchange(service.url, [
      `POST ${taxonomies} HTTP/1.1\r\n${common()}${json}Content-Length: 12\r\nExpect: 100-continue\r\n\r\n`,
      '{"name":"y"}',
    ]);
    expectedCount += 1;
    expect(text.startsWith('HTTP/1.1 100 Continue')).toBe(true);
    expect(replies(text).map(({ status }) => status)).toEqual([201]);
  });

  test('another expectation is 417', async () => {
    const answer = await answerTo(`GET ${taxonomies} HTTP/1.1\r\n${common()}Expect: miracles\r\n\r\n`);
    expect(answer.status).toBe(417);
  });

  test('requests sent without waiting are answered in their order, refusals among them', async () => {
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\n${common()}\r\n`;
    const post = `POST ${taxonomies} HTTP/1.1\r\n${common()}${json}Content-Length: 12\r\n\r\n{"name":5   }`.slice(
      0,
      -1,
    );
    const text = await exchange(service.url, [
      [
        ask('/svc-api/schemas/int32'),
        ask('/nothing'),
        post,
        ask(`${taxonomies}?x=1`),
        ask('/svc-api/schemas/email'),
      ].join(''),
    ]);
    expect(replies(text).map(({ status }) => status)).toEqual([200, 404, 400, 400, 200]);
  });
});

describe('methods and versions', () => {
  const others = ['TRACE', 'PUT', 'PROPFIND', 'PURGE', 'LOCK', 'SUBSCRIBE', 'QUERY', 'MKCOL', 'SEARCH'];
  test.each(oneIn(3, others))('%s is 405, with the methods that there are', async (method) => {
    const answer = await answerTo(`${method} ${taxonomies} HTTP/1.1\r\n${common()}Content-Length: 0\r\n\r\n`);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    isProblem(answer, 405);
    const elsewhere = await answerTo(`${method} /nothing HTTP/1.1\r\n${common()}Content-Length: 0\r\n\r\n`);
    expect(elsewhere.status).toBe(404);
  });

  test('CONNECT opens nothing', async () => {
    const text = await exchange(service.url, [`CONNECT example.com:443 HTTP/1.1\r\n${common()}\r\n`]);
    expect(text === '' || /^HTTP\/1\.1 4/.test(text)).toBe(true);
  });

  test('an upgrade to something else is answered as the request that it is', async () => {
    const answer = await answerTo(
      `GET /svc-api/schemas/int32 HTTP/1.1\r\n${common()}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    expect(answer.status).toBe(200);
  });

  test('HTTP/1.0 is answered, and the connection closed', async () => {
    const answer = await answerTo(`GET /svc-api/schemas/int32 HTTP/1.0\r\n${common()}\r\n`);
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
  });

  test('an address in its absolute form means its path', async () => {
    const answer = await answerTo(`GET http://evil.example.org${taxonomies}?limit=0 HTTP/1.1\r\n${common()}\r\n`);
    expect([answer.status, answer.body.url]).toEqual([200, `${service.url}${taxonomies}?limit=0`]);
  });

  test.each([
    '//',
    '//evil.example.org/svc-api/taxonomies',
    '/svc-api//taxonomies',
    '/svc-api/taxonomies/',
    '/SVC-API/taxonomies',
    '/svc-api/../svc-api/taxonomies',
    '/svc-api/./taxonomies',
    '/svc-api/%2e%2e/svc-api/taxonomies',
    '/svc-api/taxonomies;a=b',
  ])('the address %s names nothing', async (path) =>
    expect((await answerTo(`GET ${path} HTTP/1.1\r\n${common()}\r\n`)).status).toBe(404),
  );
});
