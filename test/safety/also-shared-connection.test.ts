/**
 * One connection, two accounts: what sets the account travels with each statement as one transaction. Through PgBouncer as
 * well, where one is installed that keeps prepared statements (`TEST_PGBOUNCER` names it).
 */
import { expect, test } from 'vitest';
import { hasStatements, startPgBouncer } from '../../bench/pgbouncer.ts';
import { byService } from '../../contract/author.ts';
import { derivedKeys } from '../../server/identity/auth/installation-key.ts';
import { vaultOf } from '../../server/identity/auth/vault.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { statement } from '../../server/platform/database/statement.ts';
import { freshDatabase } from '../support/database.ts';
import { sentDuring } from '../support/sent-statements.ts';
import { testService } from '../support/service.ts';

const turns = Array.from({ length: 24 }, (_, at) => at);

/** Relies on row-level security alone, and fails when it is asked to. */
const forgetful = statement(`select current_setting('muster.account_id') as "accountId",
  (select string_agg(distinct account_id::text, ',') from taxonomies where $1::bigint is not null) as seen,
  (1 / $2::text::int)::text as one`);

for (const through of ['directly', 'through PgBouncer'] as const) {
  test.skipIf(through === 'through PgBouncer' && !hasStatements)(
    `two accounts take turns on one connection, ${through}, and see their own rows`,
    async () => {
      const fresh = await freshDatabase();
      const service = await testService({ databaseUrl: fresh.url });
      const [one, other] = [await service.openAccount('one'), await service.openAccount('other')];
      for (const account of [one, other]) {
        await (await service.client(account)).call('POST', '/svc-api/taxonomies', { body: { name: account.id } });
      }
      // From here on, this connection is the only one.
      await service.stop();
      const pooler = through === 'directly' ? null : await startPgBouncer(fresh.url, 1);
      const database = openDatabase({
        url: pooler?.through(fresh.url) ?? fresh.url,
        connectionsMax: 1,
        statementMs: 10_000,
        now: () => new Date(),
        vault: vaultOf(derivedKeys(Buffer.alloc(32))),
        author: byService(),
        onError: () => undefined,
      });
      const takeTurns = async () => {
        for (const at of turns) {
          const { id } = at % 2 === 0 ? one : other;
          const read = database.session(id).run(forgetful, [at % 3 === 2 ? '0' : '1']);
          if (at % 3 === 2) await expect(read).rejects.toThrow(/division by zero/);
          else expect(await read).toEqual([{ accountId: id, seen: id, one: '1' }]);
        }
      };
      try {
        expect([...(await sentDuring(takeTurns))]).toContainEqual(expect.stringMatching(/^begin/));
        // Everything is prepared by now.
        expect([...(await sentDuring(takeTurns))]).toEqual([forgetful.text]);
      } finally {
        await database.close();
        await pooler?.close();
        await fresh.drop();
      }
    },
  );
}
