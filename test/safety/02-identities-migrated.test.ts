/** Migration of an installation: links that were made by an e-mail address alone are removed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../support/database.ts';

const folder = join(import.meta.dirname, '../../server/platform/database/migrations');
const names = readdirSync(folder).sort();
const since = '0035';

async function connected(url: string, work: (connection: pg.Client) => Promise<void>): Promise<void> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  await work(connection).finally(() => connection.end());
}

async function apply(connection: pg.Client, files: readonly string[]): Promise<void> {
  for (const name of files) await connection.query(`begin; ${readFileSync(join(folder, name), 'utf8')}; commit`);
}

const actAs = (connection: pg.Client, accountId: string) =>
  connection.query(`select set_config('muster.account_id', $1, false)`, [accountId]);

const provider = `
insert into identity_providers (account_id, name, issuer, client_id, is_required, are_addresses_trusted, created_at,
  last_updated_at, sealed_secret, representation)
values ($1, 'ID', 'https://id.example.com', 'muster', $2, false, now(), now(), 'sealed', '{')`;

const people = `
insert into administrators (account_id, email, password_hash, is_operator, created_at, last_updated_at, representation,
  provider_issuer, provider_subject)
values ($1, 'only@example.com', null, false, now(), now(), '{', 'https://id.example.com', 'only'),
  ($1, 'local@example.com', 'hash', false, now(), now(), '{', 'https://id.example.com', 'local'),
  ($1, 'operator@example.com', null, true, now(), now(), '{', 'https://id.example.com', 'operator'),
  ($1, 'former@example.com', null, false, now(), now(), '{', 'https://former.example.com', 'former')`;

test('only people without other credentials stay bound, and requirements are kept', async () => {
  const database = await emptyDatabase();
  try {
    const ids: string[] = [];
    await connected(database.url, async (before) => {
      await apply(
        before,
        names.filter((name) => name < since),
      );
      for (const [index, name] of ['acme', 'globex'].entries()) {
        const text = `insert into accounts (name, environment, created_at) values ($1, 'production', now()) returning id`;
        const id = (await before.query(text, [name])).rows[0].id;
        ids.push(id);
        await actAs(before, id);
        await before.query(provider, [id, index === 0]);
        await before.query('insert into account_settings (account_id, second_factor_required) values ($1, $2)', [
          id,
          index === 1,
        ]);
        await before.query(people, [id]);
      }
    });
    await connected(database.url, async (after) => {
      await apply(
        after,
        names.filter((name) => name >= since),
      );
      const required = async () =>
        (
          await after.query(
            'select is_second_factor_required as factor, is_provider_required as provider from accounts order by id',
          )
        ).rows;
      expect(await required()).toEqual([
        { factor: false, provider: true },
        { factor: true, provider: false },
      ]);
      await actAs(after, ids[0] ?? '');
      const { rows } = await after.query('select account_id, subject, origin from administrator_identities');
      expect(rows).toEqual([{ account_id: ids[0], subject: 'only', origin: 'invitation' }]);
      await after.query('delete from identity_providers');
      expect((await required())[0]).toEqual({ factor: false, provider: false });
      expect((await after.query('select from administrator_identities')).rowCount).toBe(0);
    });
  } finally {
    await database.drop();
  }
});
