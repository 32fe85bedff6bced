/** The SQL that the store sends for each resource, recorded from the store itself. */

import { standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import { administration } from '@muster/contract/administration.ts';
import { byService } from '@muster/contract/author.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { scopes } from '@muster/contract/scopes.ts';
import { accessContextOn } from '@muster/server/access-context.ts';
import type { Session } from '@muster/server/platform/database/database.ts';
import { findPage } from '@muster/server/platform/store/page.ts';
import { findOne } from '@muster/server/platform/store/read.ts';
import { idIs, insert, remove, update } from '@muster/server/platform/store/write.ts';
import type { Caller } from '../../server/identity/auth/caller.ts';
import type { Condition } from '../../server/platform/store/condition.ts';
import type { VisiblePageQuery } from '../../server/platform/store/list-page.ts';

/** A caller with all scopes that is limited to one establishment, so that the SQL shows the condition. */
const caller: Caller = {
  accountId: '1',
  account: 'acme',
  baseUrl: 'https://acme.example.com',
  eventSource: 'https://acme.example.com',
  clientApplicationId: '1',
  clientId: 'app',
  scopes: new Set(scopes),
  establishments: ['1'],
  requestsPerMinute: null,
  person: null,
  author: byService(),
};

const time = { now: new Date(0), machineNow: new Date(0), bounds: standardBounds };

/** Records the statement instead of running it; it finds nothing, and new ids are 1. */
async function recorded(work: (session: Session) => Promise<unknown>): Promise<string> {
  const texts: string[] = [];
  await work({
    accountId: caller.accountId,
    ...time,
    author: caller.author,
    vault: {
      seal: () => '',
      open: () => '',
      openOrNull: () => null,
      digest: () => '',
      digests: () => [''],
      renewed: () => null,
      fingerprint: () => Buffer.alloc(0),
    },
    run: async ({ text }) => {
      texts.push(text);
      // Nothing reads the rows here; only an id is needed to continue.
      return (text.startsWith('select nextval') ? [{ id: '1' }] : []) as never[];
    },
  });
  return texts.map(legible).join('\n');
}

/** One member of a representation per line. Line breaks there change nothing, because no constant contains this text. */
const legible = (text: string): string =>
  `${text.trim().replaceAll(/ +$/gm, '').replaceAll(` || E',"`, `\n    || E',"`)};\n`;

const firstPage = (conditions: readonly Condition[]): VisiblePageQuery => ({
  limit: 100,
  sort: [{ path: 'id', isDescending: false }],
  filters: [],
  conditions,
  start: { isBackward: false, values: null },
  isCounted: false,
  isLinked: false,
});

const writable = (resource: Resource): Record<string, null> =>
  Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) => (field.update === 'optional' ? [[name, null]] : [])),
  );

const someId = ({ idKind }: Resource): string => (idKind === 'uuid' ? '0196c3f2-5a10-7c4e-9b1d-2f6a3e8d4c71' : '1');

async function statementsOf(resource: Resource): Promise<string> {
  const visible = accessContextOn(resource, caller, () => time).conditions;
  const page = firstPage(visible);
  const known: Record<
    Resource['operations'][number],
    readonly (readonly [string, (session: Session) => Promise<unknown>])[]
  > = {
    read: [['Read one', (session) => findOne(session, resource, someId(resource), visible)]],
    list: [
      ['First page', (session) => findPage(session, resource, page)],
      [
        'Page after a cursor',
        (session) => findPage(session, resource, { ...page, start: { isBackward: false, values: ['1'] } }),
      ],
    ],
    create: [['Insert', (session) => insert(session, resource, {})]],
    update: [
      [
        'Update of every writable member',
        (session) => update(session, resource, { id: '1', revision: '1' }, writable(resource)),
      ],
    ],
    remove: [['Remove', (session) => remove(session, resource, [idIs('1')])]],
  };
  const wanted = resource.operations
    .filter((operation) => operation !== 'create' || !resource.isWrittenElsewhere)
    .flatMap((operation) => known[operation]);
  const parts = await Promise.all(wanted.map(async ([title, work]) => `-- ${title}\n${await recorded(work)}`));
  return `-- What the store sends for ${resource.path}. Written by npm run generate.\n\n${parts.join('\n')}`;
}

export async function statementPages(): Promise<[string, string][]> {
  const pages = Object.values<Resource>({ ...resources, ...administration }).map(
    async (resource): Promise<[string, string]> => [`sql/${resource.path}.sql`, await statementsOf(resource)],
  );
  return Promise.all(pages);
}
