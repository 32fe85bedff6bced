/**
 * Every place in the database that holds encrypted values, with what is needed to decrypt them. A rotation of the key
 * encrypts all of them again. `test/architecture.test.ts` compares `writtenBy` with the files that encrypt: a new
 * place cannot be forgotten.
 */
import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { columnAt, digestNameOf, tableOf } from '../platform/store/columns.ts';

export type PlaceRow = Readonly<Record<string, unknown>>;

/** Values of one row, encrypted again; null where the current key encrypts them already. */
export interface Renewal {
  text(sealed: string, about: string): string | null;
  /** The values inside a stored text, which belong to this subject (`type/id`). */
  inText(text: string, subject: string): string | null;
  /** A member in a column of its own. */
  member(stored: string, subject: string, name: string): string | null;
  /** The digests of the plain value of such a member. */
  digests(stored: string, resource: Resource, id: string, name: string): unknown;
  bytes(sealed: Buffer): Buffer | null;
}

export interface EncryptedColumn {
  readonly name: string;
  /** SQL that reads it as a value, if not the column itself, and SQL that writes the value of a parameter. */
  readonly reading?: string;
  readonly writing?: (parameter: string) => string;
}

export interface EncryptedPlace {
  readonly name: string;
  readonly table: string;
  /** The source files that encrypt what is stored here. */
  readonly writtenBy: readonly string[];
  /** Whether the table has rows of accounts that only sessions of the account see. */
  readonly isOfAccounts: boolean;
  /** The order of the rows: SQL and type. */
  readonly key: readonly { readonly sql: string; readonly type: string }[];
  readonly columns: readonly EncryptedColumn[];
  /** What else a row needs to decrypt, as SQL. */
  readonly facts: Readonly<Record<string, string>>;
  /** Which rows have encrypted values, as SQL. */
  readonly where: string;
  /** The columns that change. */
  renewed(row: PlaceRow, renewal: Renewal, accountId: string): Record<string, unknown>;
}

const id = { sql: 'id', type: 'bigint' };
const hasMark = (column: string) => `position(chr(3) in ${column}) > 0`;

const changed = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** A table with one encrypted text; `about` is what the writer of the value binds it to. */
const oneText = (
  table: string,
  column: string,
  place: Pick<EncryptedPlace, 'writtenBy' | 'isOfAccounts' | 'key' | 'facts'> & Partial<EncryptedPlace>,
  about: (row: PlaceRow, accountId: string) => string,
): EncryptedPlace => ({
  name: `${table}.${column}`,
  table,
  columns: [{ name: column }],
  where: `${column} is not null`,
  renewed: (row, renewal, accountId) =>
    changed({ [column]: renewal.text(row[column] as string, about(row, accountId)) }),
  ...place,
});

/** Stored texts of resources: every encrypted member inside belongs to the resource that the row names. */
const texts = (
  table: string,
  columns: readonly string[],
  place: Pick<EncryptedPlace, 'isOfAccounts' | 'key'> & Partial<EncryptedPlace>,
): EncryptedPlace => ({
  name: table,
  table,
  writtenBy: ['server/platform/store/sealing.ts'],
  columns: columns.map((name) => ({ name })),
  facts: { subject: `data_type || '/' || data_id` },
  where: columns.map(hasMark).join(' or '),
  renewed: (row, renewal) =>
    changed(
      Object.fromEntries(
        columns.map((name) => [
          name,
          row[name] === null ? null : renewal.inText(row[name] as string, row.subject as string),
        ]),
      ),
    ),
  ...place,
});

const sealedFieldsOf = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([, { column }]) => column === 'sealed');

/** The table of a resource with encrypted members: their columns, their digests, and the stored text. */
function resourceTable(resource: Resource): EncryptedPlace {
  const fields = sealedFieldsOf(resource);
  const table = tableOf(resource);
  const subjectOf = (row: PlaceRow) => `${resource.type}/${row.id}`;
  return {
    name: table,
    table,
    writtenBy: ['server/platform/store/sealing.ts'],
    isOfAccounts: true,
    key: [id],
    columns: [{ name: 'representation' }, ...fields.map(([name]) => ({ name: columnAt(name) }))],
    facts: { id: 'id::text' },
    where: 'true',
    renewed(row, renewal) {
      const subject = subjectOf(row);
      const members = fields.flatMap(([name, { isDigested }]): [string, unknown][] => {
        const stored = row[columnAt(name)] as string | null;
        const fresh = stored === null ? null : renewal.member(stored, subject, name);
        if (stored === null || fresh === null) return [];
        const digests: [string, unknown][] = isDigested
          ? [[columnAt(digestNameOf(name)), renewal.digests(stored, resource, row.id as string, name)]]
          : [];
        return [[columnAt(name), fresh], ...digests];
      });
      const text = renewal.inText(row.representation as string, subject);
      return { ...Object.fromEntries(members), ...changed({ representation: text }) };
    },
  };
}

export const encryptedPlaces: readonly EncryptedPlace[] = [
  {
    name: 'signing_keys',
    table: 'signing_keys',
    writtenBy: ['server/identity/auth/signing-keys.ts'],
    isOfAccounts: false,
    key: [{ sql: 'key_id', type: 'text' }],
    columns: [{ name: 'private_key' }],
    facts: {},
    where: 'true',
    renewed: (row, renewal) => changed({ private_key: renewal.bytes(row.private_key as Buffer) }),
  },
  {
    name: 'installation',
    table: 'installation',
    writtenBy: ['server/identity/auth/key-ring.ts'],
    isOfAccounts: false,
    key: [{ sql: 'id', type: 'uuid' }],
    columns: [{ name: 'lasting_keys' }],
    facts: {},
    where: 'lasting_keys is not null',
    renewed: (row, renewal) => changed({ lasting_keys: renewal.bytes(row.lasting_keys as Buffer) }),
  },
  oneText(
    'accounts',
    'copy_key',
    {
      writtenBy: ['server/admin/sandboxes/copies-of-person.ts'],
      isOfAccounts: false,
      key: [id],
      facts: { id: 'id::text' },
    },
    ({ id }) => `${id}/copy-key`,
  ),
  oneText(
    'pending_sign_ins',
    'held',
    {
      writtenBy: ['server/identity/sign-in/pending.ts'],
      isOfAccounts: false,
      key: [{ sql: `encode(digest, 'hex')`, type: 'text' }],
      facts: { digest: `encode(digest, 'hex')` },
      where: `held <> ''`,
    },
    ({ digest }) => `pending-sign-in/${digest}`,
  ),
  oneText(
    'administrator_factors',
    'sealed_secret',
    {
      writtenBy: ['server/identity/sign-in/totp.ts'],
      isOfAccounts: false,
      key: [{ sql: 'id', type: 'uuid' }],
      facts: {
        id: 'id::text',
        administrator: 'administrator_id::text',
        account: '(select account_id::text from administrators as person where person.id = administrator_id)',
      },
    },
    ({ id, administrator, account }) => `${account}/administrator/${administrator}/totp/${id}`,
  ),
  oneText(
    'administrator_invitations',
    'mail_sealed_token',
    {
      writtenBy: ['server/identity/sign-in/invitation-mails.ts'],
      isOfAccounts: false,
      key: [id],
      facts: { account: 'account_id::text', email: 'email' },
    },
    ({ email }, accountId) => `administrator_invitations.mail ${accountId} ${email}`,
  ),
  oneText(
    'identity_providers',
    'sealed_secret',
    { writtenBy: ['server/identity/sign-in/account-provider.ts'], isOfAccounts: true, key: [id], facts: {} },
    (_, accountId) => `${accountId}/identity-provider/secret`,
  ),
  oneText(
    'webhook_endpoint_secrets',
    'sealed_secret',
    {
      writtenBy: ['server/webhooks/secrets.ts'],
      isOfAccounts: true,
      key: [id],
      facts: { endpoint: 'webhook_endpoint_id::text' },
    },
    ({ endpoint }, accountId) => `${accountId}/webhook-endpoint/${endpoint}/secret`,
  ),
  oneText(
    'idempotency_keys',
    'answer',
    {
      writtenBy: ['server/platform/store/idempotency.ts'],
      isOfAccounts: true,
      key: [
        { sql: 'client_application_id', type: 'bigint' },
        { sql: 'key', type: 'text' },
      ],
      // A JSON text.
      columns: [{ name: 'answer', reading: `answer #>> '{}'`, writing: (parameter) => `to_json(${parameter}::text)` }],
      facts: { client: 'client_application_id::text', key: 'key' },
    },
    ({ client, key }, accountId) => `${accountId}/answer/${client}/${key}`,
  ),
  ...Object.values<Resource>(resources)
    .filter((resource) => sealedFieldsOf(resource).length > 0)
    .map(resourceTable),
  texts('versions', ['former', 'last_state'], {
    isOfAccounts: true,
    key: [
      { sql: 'data_type', type: 'text' },
      { sql: 'data_id', type: 'text' },
      { sql: 'id', type: 'bigint' },
      { sql: 'written_at', type: 'timestamptz' },
    ],
  }),
  // Events come from the outbox: it is read first, so that none is missed.
  texts('outbox', ['data', 'previous_attributes'], {
    isOfAccounts: false,
    key: [{ sql: 'seq', type: 'bigint' }],
    facts: { subject: `data_type || '/' || data_id`, account: 'account_id::text' },
  }),
  texts('events', ['representation'], { isOfAccounts: true, key: [id] }),
];

/** The source files that encrypt anything that is stored: rows, and files in their storage. */
export const encryptingFiles: readonly string[] = [
  ...new Set([
    ...encryptedPlaces.flatMap(({ writtenBy }) => writtenBy),
    'server/files/sealed-bytes.ts',
    // Values of these places, on their way from another installation.
    'server/account-archives/plain-values.ts',
  ]),
].sort();
