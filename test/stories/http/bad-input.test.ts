/** Invalid bodies: each is refused with a reason, changes nothing, and leaves the service responsive. */
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Reply, type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: TestClient;
let taxonomyId: string;

const taxonomies = '/svc-api/taxonomies';
const definitions = '/svc-api/employee-attribute-definitions';

beforeAll(async () => {
  service = await testService();
  client = await service.client(await service.openAccount('acme'));
  taxonomyId = (await client.call('POST', taxonomies, { body: { name: 'Kept' } })).body.id;
  before = await everything();
});
afterAll(() => service.stop());

/** Everything that a write could have changed. */
async function everything(): Promise<string> {
  await service.publisher.publishAll();
  const lists = [taxonomies, definitions, '/svc-api/taxonomy-labels', '/svc-api/events'];
  const answers = await Promise.all(lists.map((path) => client.call('GET', `${path}?limit=1000`)));
  return answers.map(({ text }) => text).join();
}

let before: string;
afterEach(async () => {
  const former = before;
  before = await everything();
  expect(before).toBe(former);
  expect(service.logLines.filter((line) => line.includes('"status":5'))).toEqual([]);
});

/** The same body as a creation and as a change. */
async function sent(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Reply[]> {
  return [
    await client.call('POST', taxonomies, { body, headers }),
    await client.call('PATCH', `${taxonomies}/${taxonomyId}`, { body, headers }),
  ];
}

async function refused(body: string | Uint8Array, key: string | string[], headers?: Record<string, string>) {
  for (const answer of await sent(body, headers)) {
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [key].flat()]);
    expect(answer.body.errors[[key].flat()[0] ?? ''].length).toBeGreaterThan(0);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  }
}

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('a body that is not a JSON object', () => {
  /** One per line, without surrounding whitespace. */
  const malformed = String.raw`
    {
    }
    {"name"}
    {"name":}
    {"name":"x"
    {"name":"x",}
    {'name':'x'}
    {name:"x"}
    {"name":"x"}{}
    {"name":"x"} trailing
    {"name":"x}
    {"name":"\x"}
    {"name":"\u12"}
    {"name":NaN}
    {"name":0x10}
    {"name":undefined}
    {/**/}
    <name>x</name>
    name=x
    \
    "
    """"`
    .trim()
    .split('\n')
    .map((line) => line.trim());

  test.each([
    ...malformed,
    ...['1.', '.5', '+1', '01', '1e', '--1', 'tru', 'Infinity', '-Infinity', '-'].map((value) => `{"name":${value}}`),
    ...['{"a":"\\', '{"name":"a\nb"}', '{"name":"a\tb"}', '// x\n{}', ' ', '\n', '\u00a0{}'],
  ])('%j is refused as a whole', async (body) => refused(body, '$'));

  test.each(['null', 'true', '5', '"text"', '[]', '[{"name":"x"}]', '[[]]', '-0', '1e5'])(
    '%s is refused as a whole',
    async (body) => refused(body, '$'),
  );

  test('nothing at all is refused as a whole', async () => {
    await refused(new Uint8Array(0), '$');
    const bare = { authorization: `Bearer ${client.token}`, 'api-version': '2024-11-01' };
    const answer = await fetch(service.url + taxonomies, { method: 'POST', headers: bare });
    expect(answer.status).toBe(415);
  });
});

describe('a body in another encoding', () => {
  test('a byte order mark is tolerated', async () => {
    const answer = await client.call('PATCH', `${taxonomies}/${taxonomyId}`, { body: bytes([0xef, 0xbb, 0xbf], '{}') });
    expect(answer.status).toBe(200);
    await refused(bytes([0xef, 0xbb, 0xbf]), '$');
    await refused(bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], '{}'), '$');
  });

  test.each<[string, number[]]>([
    ['a stray byte', [0xff]],
    ['a cut sequence', [0xc3]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['Latin-1', [0xe9]],
  ])('%s is no UTF-8', async (_, wrong) => refused(bytes('{"name":"', wrong, '"}'), '$'));

  test('UTF-16 is not UTF-8', async () => {
    await refused(bytes([0xff, 0xfe], [...Buffer.from('{"name":"x"}', 'utf16le')]), '$');
  });

  test.each(['iso-8859-1', 'utf-16', 'UTF-7', 'x'])(
    'charset=%s is refused, also when the bytes would do',
    async (charset) => {
      for (const answer of await sent('{}', { 'content-type': `application/json; charset=${charset}` })) {
        expect([answer.status, answer.body.detail]).toEqual([415, expect.stringContaining('application/json')]);
      }
    },
  );

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'json',
    'a',
    '/',
    ';',
    'application/json,text/plain',
  ])('the type %s is refused', async (type) => {
    for (const answer of await sent('{}', { 'content-type': type })) expect(answer.status).toBe(415);
  });

  test('a compressed body is refused', async () => {
    for (const answer of await sent(gzipSync('{"name":"x"}'), { 'content-encoding': 'gzip' })) {
      expect(answer.status).toBe(415);
    }
  });
});

describe('text that no database keeps', () => {
  test.each<[string, string | string[]]>([
    ['{"name":"a\\u0000b"}', 'name'],
    ['{"name":"\\ud800"}', 'name'],
    ['{"name":"\\udc00\\ud800"}', 'name'],
    ['{"t9n":{"name":{"fr-FR":"\\u0000"}}}', 't9n.name.fr-FR'],
    ['{"t9n":{"name":{"fr-FR":["x",{"y":"\\u0000"}]}}}', 't9n.name.fr-FR.1.y'],
    ['{"a\\u0000b":1}', 'a\0b'],
  ])('%s is refused where it stands', async (body, key) => refused(body, key));

  test('a raw NUL is not JSON', async () => {
    await refused(bytes('{"name":"a', [0], 'b"}'), 'name');
    await refused(bytes('{"name":"a"}', [0]), '$');
  });

  test('a lone surrogate as a key is refused', async () => {
    for (const answer of await sent('{"\\ud800":1}')) expect(answer.status).toBe(400);
  });
});

describe('numbers', () => {
  test.each(['1e400', '-1e400', `1${'0'.repeat(400)}`, '1E+999999999'])(
    '%s is out of range, wherever it stands',
    async (number) => {
      await refused(`{"name":${number}}`, 'name');
      await refused(`{"t9n":{"name":[0,{"x":${number}}]}}`, 't9n.name.1.x');
    },
  );

  test.each(['1e-400', '1.0000000000000000001', '9007199254740993'])(
    '%s would be rounded, and is refused wherever it stands',
    async (number) => {
      await refused(`{"name":${number}}`, 'name');
      await refused(`{"t9n":{"name":[0,{"x":${number}}]}}`, 't9n.name.1.x');
    },
  );

  test.each(['1234567890123456789012345678901234567890', '-0', '-0.0', '0.1', '2147483648', '-1'])(
    '%s is no sort order, or is the zero that it means',
    async (number) => {
      const body = `{"id":"e_number","name":"x","schema":{"type":"object","properties":{"a":{"$ref":"/svc-api/schemas/int32"}}},
        "propertyDescriptions":{"a":{"name":"a","sortOrder":${number}}}}`;
      const answer = await client.call('POST', definitions, { body });
      if (Number(number) === 0) {
        expect(answer.body.propertyDescriptions.a.sortOrder).toBe(0);
        await client.call('DELETE', `${definitions}/e_number`);
        before = await everything();
      } else expect(answer.body.errors).toHaveProperty(['propertyDescriptions.a.sortOrder']);
    },
  );
});

describe('members given twice', () => {
  test.each<[string, string | string[]]>([
    ['{"name":"a","name":"b"}', 'name'],
    ['{"name":"a","name":"a"}', 'name'],
    ['{"name":"a","\\u006eame":"b"}', 'name'],
    ['{"\\u006e\\u0061me":"a","name":"b","sortLabelsBy":"id"}', 'name'],
    ['{"t9n":{"name":{"fr-FR":"a","fr-FR":"b"}}}', 't9n.name.fr-FR'],
    ['{"t9n":{"name":{}},"t9n":null}', 't9n'],
    ['{"x":[{"a":1},{"a":1,"a":2}]}', 'x.1.a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":1,"":2}', '$'],
  ])('%s is refused under their name', async (body, key) => refused(body, key));

  test('thousands of times are refused in no time', async () => {
    const many = `{${Array.from({ length: 10_000 }, () => '"name":1').join(',')}}`;
    const start = performance.now();
    await refused(many, 'name');
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('size and depth', () => {
  const inNoTime = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    expect(performance.now() - start).toBeLessThan(3000);
  };

  test.each<[string, string]>([
    ['arrays', '['.repeat(900_000)],
    ['closed arrays', `{"name":${'['.repeat(450_000)}${']'.repeat(450_000)}}`],
    ['objects', '{"a":'.repeat(190_000)],
    ['closed objects', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
  ])('a megabyte of nested %s is refused in no time', async (_, body) => inNoTime(() => refused(body, '$')));

  test('32 levels are judged by their content, 33 are too many', async () => {
    const nested = (levels: number) => `{"name":"x","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    await refused(nested(32), 'x');
    await refused(nested(33), '$');
  });

  test.each<[string, string, string]>([
    ['a text', `{"name":"${'x'.repeat(990_000)}"}`, 'name'],
    ['an open text', `{"name":"${'x'.repeat(990_000)}`, '$'],
    ['a text of escapes', `{"name":"${'\\n'.repeat(490_000)}"}`, 'name'],
    ['an open text of escaped quotes', `{"name":"${'\\"'.repeat(490_000)}`, '$'],
    ['a number', `{"name":${'1'.repeat(990_000)}}`, 'name'],
    ['blanks', `{${' '.repeat(990_000)}`, '$'],
    ['quotes', '"'.repeat(990_001), '$'],
    ['backslashes', '\\'.repeat(990_000), '$'],
    ['minus signs', `{"name":${'-'.repeat(990_000)}}`, '$'],
  ])('a megabyte of %s is refused in no time', async (_, body, key) => inNoTime(() => refused(body, key)));

  test('thousands of unknown members are refused with an answer that somebody can read', async () => {
    const members = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index])));
    await inNoTime(async () => {
      for (const answer of await sent(members(10_000))) {
        expect(answer.status).toBe(400);
        expect(answer.text.length).toBeLessThan(100_000);
      }
      await refused(members(10_001), '$');
    });
  });

  test('a list of hundreds of thousands of numbers is refused in no time', async () => {
    await inNoTime(() => refused(`{"name":[${'0,'.repeat(490_000)}0]}`, '$'));
  });
});
