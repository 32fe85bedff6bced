import { type ClientOptions, ConnectionError, type Pause, RateLimitedError } from '@muster/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { frontServer, losingRelay } from '../../support/front.ts';
import { musterOf, musterWith, type Seen } from '../../support/muster.ts';
import { limits, type TestService, testService, tokenFor } from '../../support/service.ts';

/** Sleeping moves the clock of the service instead of taking time. */
const onClockOf = (service: TestService, waitsMs: number[] = []): Partial<ClientOptions> => ({
  now: () => service.now().getTime(),
  random: () => 0,
  sleep: async (ms) => {
    waitsMs.push(ms);
    service.advance(ms);
  },
});

describe('a client that used up its quota', () => {
  let service: TestService;
  let account: Account;

  beforeAll(async () => {
    service = await testService({ limits: { ...limits, requestsPerMinute: 5 } });
    account = await service.openAccount('acme');
  });
  afterAll(() => service.stop());

  test('waits as long as the service says, then goes on', async () => {
    const waitsMs: number[] = [];
    const pauses: Pause[] = [];
    const { muster, sent } = await musterOf(service, account, {
      ...onClockOf(service, waitsMs),
      onPause: (pause) => pauses.push(pause),
    });
    for (let made = 0; made < 7; made += 1) await muster.taxonomies.create({ name: `Taxonomy ${made}` });
    expect(waitsMs).toHaveLength(1);
    expect(waitsMs[0]).toBeGreaterThan(50_000);
    expect(waitsMs[0]).toBeLessThanOrEqual(60_000);
    expect(pauses).toMatchObject([{ attempt: 1, reason: { status: 429 } }]);
    expect(sent.filter((request) => request.includes('taxonomies'))).toHaveLength(8);
    const { totalCount } = await muster.taxonomies.page({ include: ['totalCount'] });
    expect(totalCount).toBe(7);
  });

  test('fails at once when the requested wait is too long', async () => {
    const { muster } = await musterOf(service, account, { retry: { totalMs: 1000 } });
    const error = await (async () => {
      for (let read = 0; read < 6; read += 1) await muster.taxonomies.page();
    })().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RateLimitedError);
    expect((error as RateLimitedError).retryAfterSeconds).toBeGreaterThan(50);
  });

  test('can be stopped while it waits', async () => {
    const { muster } = await musterOf(service, account);
    for (let read = 0; read < 5; read += 1) await muster.taxonomies.page();
    await expect(muster.taxonomies.page({ signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

describe('a request whose answer is lost', () => {
  let service: TestService;
  let seen: Seen;

  beforeAll(async () => {
    service = await testService();
    seen = await musterOf(service, await service.openAccount('acme'));
  });
  afterAll(() => service.stop());

  async function losing<T>(lost: number, work: (losing: Seen) => Promise<T>): Promise<T> {
    const relay = await losingRelay(service.url, lost);
    const lossy = musterWith(service, seen.credentials, { baseUrl: relay.url, ...onClockOf(service) });
    return work(lossy).finally(() => relay.close());
  }

  const tokenOnce = async () => {
    const token = await tokenFor(service.url, seen.credentials);
    return () => token;
  };

  const named = async (name: string) => {
    const { items } = await seen.muster.taxonomies.page({ search: name });
    return items.length;
  };

  test('creates one when it is a creation', async () => {
    const { made, sent } = await losing(2, async ({ muster, sent }) => {
      const made = await muster.taxonomies.create({ name: 'Creation' });
      return { made, sent };
    });
    expect(sent.filter((request) => request === 'POST /svc-api/taxonomies')).toHaveLength(3);
    expect(await named('Creation')).toBe(1);
    expect(await seen.muster.taxonomies.read(made.id)).toEqual(made);
  });

  test('creates one under the key of the caller, also in another process', async () => {
    const idempotencyKey = 'import-7';
    const asked = losing(5, ({ muster }) => muster.taxonomies.create({ name: 'Import' }, { idempotencyKey }));
    await expect(asked).rejects.toBeInstanceOf(ConnectionError);
    expect(await named('Import')).toBe(1);
    await seen.muster.taxonomies.create({ name: 'Import' }, { idempotencyKey });
    expect(await named('Import')).toBe(1);
  });

  test('succeeds when it is a removal', async () => {
    const { id } = await seen.muster.taxonomies.create({ name: 'Removal' });
    await losing(1, ({ muster }) => muster.taxonomies.remove(id));
    expect(await named('Removal')).toBe(0);
  });

  test('of a change is sent again only for a named version', async () => {
    const made = await seen.muster.taxonomies.create({ name: 'Change' });
    const bare = losing(1, ({ muster }) => muster.taxonomies.update(made.id, { name: 'Change once' }));
    await expect(bare).rejects.toBeInstanceOf(ConnectionError);
    const { etag, name } = await seen.muster.taxonomies.read(made.id);
    expect(name).toBe('Change once');
    const conditional = losing(1, ({ muster }) => muster.taxonomies.update(made.id, { name: 'x' }, { ifMatch: etag }));
    await expect(conditional).rejects.toMatchObject({ kind: 'precondition-failed' });
  });

  test('is read again when it is a page', async () => {
    const page = await losing(3, ({ muster }) => muster.taxonomies.page({ limit: 1 }));
    expect(page.items).toHaveLength(1);
  });

  test('pages come from the address that the client was given, whatever their links say', async () => {
    const relay = await losingRelay(service.url, 0);
    const origins = new Set<string>();
    const { muster } = musterWith(service, seen.credentials, {
      baseUrl: relay.url,
      token: await tokenOnce(),
      fetch: (input, init) => {
        origins.add(new URL(String(input)).origin);
        return fetch(input, init);
      },
    });
    const first = await muster.taxonomies.page({ limit: 1 });
    expect((await first.next?.())?.items).toHaveLength(1);
    expect([...origins]).toEqual([relay.url]);
    await relay.close();
  });

  test('a front server that answers 503 is asked again, whatever the request', async () => {
    const { id } = await seen.muster.taxonomies.create({ name: 'Front' });
    const waitsMs: number[] = [];
    let refused = 0;
    const front = await frontServer(async (request, answer) => {
      refused += 1;
      if (refused < 3) return answer.writeHead(503, { 'retry-after': '2' }).end('<html>starting</html>');
      const chunks = await request.toArray();
      const { authorization = '', 'api-version': version = '' } = request.headers as Record<string, string>;
      const passed = await fetch(service.url + request.url, {
        method: 'PATCH',
        headers: { authorization, 'api-version': version, 'content-type': 'application/json' },
        body: Buffer.concat(chunks),
      });
      return answer.writeHead(passed.status, { etag: passed.headers.get('etag') ?? '' }).end(await passed.text());
    });
    const { muster } = musterWith(service, seen.credentials, { baseUrl: front.url, ...onClockOf(service, waitsMs) });
    expect(await muster.taxonomies.update(id, { name: 'Front again' })).toMatchObject({ name: 'Front again' });
    expect(waitsMs).toEqual([2000, 2000]);
    await front.close();
  });
});
