/** A node that freezes while it copies an account is replaced, and does not damage the result of the next one. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stage, stage } from '../support/frozen.ts';
import { browser } from '../support/people/person.ts';
import { type TestService, testService } from '../support/service.ts';

let place: Stage;
let other: TestService | undefined;
beforeAll(async () => {
  place = await stage();
}, 120_000);
afterAll(async () => {
  await other?.stop();
  await place.close();
});

/** Longer than a claim lasts. */
const afterClaimMs = 25_000;

test('a sandbox whose copy was interrupted is copied by another node, once and for all', async () => {
  const common = { databaseUrl: place.database.url, masterKey: place.masterKey };
  const first = await testService(common);
  const account = await first.openAccount('acme');
  const owner = await first.person(account);
  const client = await first.client(account);
  for (const name of ['One', 'Two']) await client.call('POST', '/svc-api/taxonomies', { body: { name } });
  await first.stop();

  const node = await place.start({ MUSTER_PUBLIC_URL: first.url });
  await node.ready();
  await place.observer.query(`create function linger() returns trigger language plpgsql as $$ begin
  if current_setting('application_name') like '%:${node.pid}' then perform pg_sleep(1.5); end if;
  return null;
end $$`);
  await place.observer.query('create trigger lingering before insert on taxonomies execute function linger()');
  const made = await browser(node.url, owner.cookies).call('POST', '/admin-api/sandboxes', { body: {} });
  expect(made.status, made.text).toBe(201);
  await place.lingers(node);
  node.freeze();

  other = await testService(common);
  other.advance(afterClaimMs);
  const states = async () =>
    (await place.observer.query('select state from accounts where id = $1', [made.body.id])).rows;
  await expect.poll(states, { timeout: 20_000 }).toEqual([{ state: 'ready' }]);

  node.thaw();
  // Its transaction is gone; it notices, and has time to do damage.
  await pause(3000);
  expect(await states()).toEqual([{ state: 'ready' }]);
  await place.observer.query(`select set_config('muster.account_id', $1, false)`, [made.body.id]);
  const { rows } = await place.observer.query('select name from taxonomies order by id');
  expect(rows).toEqual([{ name: 'One' }, { name: 'Two' }]);
  expect(node.breakdowns).toEqual([]);
}, 120_000);
