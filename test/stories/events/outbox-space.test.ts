/** The outbox stays small however many events pass through it: every publication reads all of it. */
import { expect, test } from 'vitest';
import { testService } from '../../support/service.ts';

/** More than pass between two times that the outbox is cleaned up. */
const events = 21_000;

/** There every statement is in a transaction, where nothing can be cleaned up: PostgreSQL does it later, by itself. */
const isPooled = Boolean(process.env.MUSTER_TEST_DATABASE_URL || process.env.TEST_SESSIONS);

test.skipIf(isPooled)(
  'published events leave their places in the outbox to later ones',
  { timeout: 60_000 },
  async () => {
    const service = await testService();
    try {
      const account = await service.openAccount('acme');
      // While PostgreSQL cleans up by itself, the service does not, and the places are free somewhat later.
      await service.database.query('alter table outbox set (autovacuum_enabled = false)');
      const publish = async (): Promise<number> => {
        await service.database.query(
          `insert into outbox (account_id, topic, data_type, data_id, occurred_at, data)
         select $1, 'taxonomy.created', 'taxonomy', n::text, $2, '{"id":"' || n || '","type":"taxonomy"}'
         from generate_series(1, ${events}) as n`,
          [account.id, service.now()],
        );
        await service.publisher.publishAll();
        const [size] = await service.database.query<{ bytes: string }>(
          `select pg_relation_size('outbox')::text as bytes`,
        );
        return Number(size?.bytes);
      };
      // Both, so that what the first cleaning left, while it published on, has been used.
      await publish();
      const filled = await publish();
      expect(await publish()).toBeLessThan(filled * 1.1);
    } finally {
      await service.stop();
    }
  },
);
