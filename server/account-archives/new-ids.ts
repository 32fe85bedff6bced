/**
 * Ids of an archive that are taken in this installation. Most ids are unique within an account only, and stay. Those of
 * credentials are unique in the installation: a taken one is replaced, wherever it is named.
 */
import type { Database } from '../platform/database/database.ts';
import type { ArchivedTable } from './archived-tables.ts';
import type { RowTexts } from './row-pages.ts';

interface Credential {
  readonly type: string;
  /** Of addresses below `/admin-api/`. */
  readonly path: string;
  /** The name of columns that refer to it. */
  readonly column: string;
  /** How the audit log names such an actor. */
  readonly kind?: string;
}

const credentials: Readonly<Record<string, Credential>> = {
  administrators: { type: 'administrator', path: 'administrators', column: 'administrator_id', kind: 'person' },
  api_keys: { type: 'api-key', path: 'api-keys', column: 'api_key_id' },
  api_key_secrets: { type: 'api-key-secret', path: 'secrets', column: 'api_key_secret_id' },
  client_applications: { type: 'client-application', path: 'client-applications', column: 'client_application_id' },
  client_application_secrets: {
    type: 'client-application-secret',
    path: 'secrets',
    column: 'client_application_secret_id',
  },
};

/** Columns with a name of their own. */
const ownColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  saved_views: { administrators: 'owner_id' },
};

export const credentialTables: readonly string[] = Object.keys(credentials);

/** The new ids by table and former id. */
export type NewIds = Readonly<Record<string, ReadonlyMap<string, string>>>;

/** `idsOf`: the ids in the archive by table. Sequences are beyond them already. */
export async function drawNewIds(
  database: Database,
  idsOf: Readonly<Record<string, readonly string[]>>,
): Promise<NewIds> {
  const drawn: Record<string, ReadonlyMap<string, string>> = {};
  for (const table of credentialTables) {
    const rows = await database.query<{ former: string; id: string }>(
      `select id::text as former, nextval(pg_get_serial_sequence('${table}', 'id'))::text as id
from ${table} where id = any($1::bigint[])`,
      [idsOf[table] ?? []],
    );
    drawn[table] = new Map(rows.map(({ former, id }) => [former, id]));
  }
  return drawn;
}

type Change = (texts: RowTexts) => RowTexts;

/** How rows of a table change. */
export function withNewIds({ name, columns }: ArchivedTable, ids: NewIds): Change {
  const kinds = Object.entries(credentials).filter(([table]) => (ids[table]?.size ?? 0) > 0);
  if (kinds.length === 0) return (texts) => texts;
  const at = new Map(columns.map((column, index) => [column.name, index]));
  const direct = kinds.flatMap(([table, { column }]) => {
    const index = at.get(name === table ? 'id' : (ownColumns[name]?.[table] ?? column));
    return index === undefined ? [] : [{ index, ids: ids[table] as ReadonlyMap<string, string> }];
  });
  const typed = columns.flatMap((column) => {
    const [, prefix = ''] = /^(.+)_(?:type|kind)$/.exec(column.name) ?? [];
    const [type, id] = [at.get(column.name), at.get(`${prefix}_id`)];
    return type === undefined || id === undefined ? [] : [{ type, id }];
  });
  const textual = columns.flatMap(({ sqlType }, index) => (/^(text|json|jsonb)$/.test(sqlType) ? [index] : []));
  return (texts) => {
    const next = [...texts];
    const replace = (index: number, by: ReadonlyMap<string, string> | undefined) => {
      next[index] = by?.get(next[index] ?? '') ?? next[index] ?? null;
    };
    for (const { index, ids: by } of direct) replace(index, by);
    for (const { type, id } of typed) {
      const [table] = kinds.find(([, one]) => [one.type, one.kind].includes(texts[type] ?? '')) ?? [];
      if (table !== undefined) replace(id, ids[table]);
    }
    for (const index of textual) {
      const text = next[index];
      if (typeof text === 'string')
        next[index] = kinds.reduce((changed, [table, one]) => inText(changed, one, ids[table]), text);
    }
    return next;
  };
}

/** Representations, authors and audit entries: the id next to the type, in either order, and in addresses. */
function inText(text: string, { type, path, kind }: Credential, ids: ReadonlyMap<string, string> | undefined): string {
  const isNamed = [`"${type}"`, '"ownerId"', `"actorKind":"${kind}"`, `/admin-api/${path}/`].some((one) =>
    text.includes(one),
  );
  if (!isNamed) return text;
  const forms = [
    new RegExp(`("id": ?")(\\d+)(?=", ?"type": ?"${type}")`, 'g'),
    new RegExp(`("type": ?"${type}", ?"id": ?")(\\d+)(?=")`, 'g'),
    ...(type === 'administrator' ? [/("type": ?"saved-view".*"ownerId": ?")(\d+)(?=")/g] : []),
    new RegExp(`("subjectType": ?"${type}", ?"subjectId": ?")(\\d+)(?=")`, 'g'),
    new RegExp(`("actorKind": ?"${kind}", ?"actorId": ?")(\\d+)(?=")`, 'g'),
    new RegExp(`(/admin-api/(?:[a-z-]+/\\d+/)?${path}/)(\\d+)(?!\\d)`, 'g'),
  ];
  return forms.reduce(
    (changed, form) => changed.replace(form, (_, before: string, id: string) => before + (ids?.get(id) ?? id)),
    text,
  );
}
