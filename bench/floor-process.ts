/**
 * The floor: plain Fastify with `pg` on the same tables, as most services do it: the driver parses rows, code turns them
 * into objects, and the compiled serializer of the response schema writes them. No conventions: no token check, scope,
 * version, rate limit, ETag, cursor or log line. The insert is the statement of the service, with its event.
 */

import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import { byService } from '@muster/contract/author.ts';
import { readSchema } from '@muster/contract/kit/bodies.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import Fastify from 'fastify';
import pg from 'pg';
import { derivedKeys } from '../server/identity/auth/installation-key.ts';
import { vaultOf } from '../server/identity/auth/vault.ts';
import type { Session } from '../server/platform/database/database.ts';
import type { Statement } from '../server/platform/database/statement.ts';
import { insert } from '../server/platform/store/write.ts';
import { answerHirings } from './floor-hiring.ts';
import { answerHiringsByHand } from './floor-hiring-by-hand.ts';
import { answerPeople } from './floor-people.ts';
import { answerUsers } from './floor-users.ts';
import { answerValues } from './floor-values.ts';

const { databaseUrl, port } = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl: string; port: number };

const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: 16,
  options: '-c plan_cache_mode=force_generic_plan -c timezone=UTC',
});
const app = Fastify({ logger: false });
const base = `http://localhost:${port}`;
const columns =
  'id, taxonomy_id, name, remote_id, is_archived, last_archived_at, created_at, last_updated_at, t9n, revision';

interface LabelRow {
  id: string;
  taxonomy_id: string;
  name: string;
  remote_id: string | null;
  is_archived: boolean;
  last_archived_at: Date | null;
  created_at: Date;
  last_updated_at: Date;
  t9n: object;
}

const labelOf = (row: LabelRow) => ({
  id: row.id,
  type: 'taxonomy-label',
  url: `${base}/svc-api/taxonomy-labels/${row.id}`,
  taxonomy: { id: row.taxonomy_id, type: 'taxonomy', url: `${base}/svc-api/taxonomies/${row.taxonomy_id}` },
  name: row.name,
  remoteId: row.remote_id,
  isArchived: row.is_archived,
  lastArchivedAt: row.last_archived_at,
  createdAt: row.created_at,
  lastUpdatedAt: row.last_updated_at,
  t9n: row.t9n,
  links: null,
  embedded: null,
});

const label = readSchema(taxonomyLabels);
const list = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    url: { type: 'string' },
    items: { type: 'array', items: label },
    totalCount: { type: 'integer' },
  },
};

interface Asked {
  Params: { account: string; id: string };
  Querystring: { after?: string; limit?: string; totalCount?: string };
  Body: { taxonomy: { id: string }; name: string };
}

app.get<Asked>('/:account/labels/:id', { schema: { response: { 200: label } } }, async ({ params }) => {
  const { rows } = await pool.query<LabelRow>({
    name: 'one',
    text: `select ${columns} from taxonomy_labels where account_id = $1 and id = $2`,
    values: [params.account, params.id],
  });
  return labelOf(rows[0] as LabelRow);
});

app.get<Asked>('/:account/labels', { schema: { response: { 200: list } } }, async ({ params, query, url }) => {
  const page = pool.query<LabelRow>({
    name: 'page',
    text: `select ${columns} from taxonomy_labels where account_id = $1 and id > $2 order by id limit $3`,
    values: [params.account, query.after ?? '0', query.limit ?? '101'],
  });
  const count = query.totalCount
    ? pool.query<{ count: string }>({
        name: 'count',
        text: 'select count(*) from taxonomy_labels where account_id = $1',
        values: [params.account],
      })
    : null;
  const { rows } = await page;
  const counted = await count;
  return {
    type: 'taxonomy-label',
    url: base + url,
    items: rows.slice(0, 100).map(labelOf),
    ...(counted && { totalCount: Number(counted.rows[0]?.count) }),
  };
});

const vault = vaultOf(derivedKeys(randomBytes(32)));

app.post<Asked>('/:account/labels', async ({ params, body }, reply) => {
  const session: Session = {
    accountId: params.account,
    now: new Date(),
    machineNow: new Date(),
    bounds: standardBounds,
    author: byService(),
    vault,
    run: async <Row>(statement: Statement, values: readonly unknown[] = []) =>
      (await pool.query({ ...statement, values: [params.account, ...values] })).rows as Row[],
  };
  const shown = await insert(session, taxonomyLabels, body);
  return reply.code(201).type('application/json').send(`${shown.representation}}`);
});

answerHirings(app, pool, vault);
await answerHiringsByHand(app, pool);
answerValues(app, pool, vault, base);
answerPeople(app, pool, base);
answerUsers(app, pool, base);

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) =>
  done(null, Object.fromEntries(new URLSearchParams(text as string))),
);
app.post<{ Body: { client_id: string } }>('/token', async ({ body }) => {
  const { rows } = await pool.query({
    name: 'client',
    text: `select c.*, array(select digest from client_application_secrets s where s.client_application_id = c.id) as digests
           from client_applications c where client_id = $1`,
    values: [body.client_id],
  });
  const scope = (rows[0] as { scopes: string[] }).scopes.join(' ');
  const iat = Math.floor(Date.now() / 1000);
  const content = `${encoded({ alg: 'ES256', typ: 'at+jwt' })}.${encoded({ sub: body.client_id, iat, exp: iat + 1800, jti: randomUUID(), scope })}`;
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return {
    access_token: `${content}.${signature.toString('base64url')}`,
    token_type: 'Bearer',
    expires_in: 1800,
    scope,
  };
});

await app.listen({ port, host: '127.0.0.1' });
process.send?.('ready');
