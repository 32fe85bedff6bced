/**
 * Clears logs of an account: audit entries, logged requests, purposes of reads, names of imported files, stored answers,
 * saved views, reasons. By ids where there are some, otherwise by texts. Every function can run again.
 */
import { administratorInvitations } from '@muster/contract/administration/administrator-invitations.ts';
import { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import { erasureDecisions } from '@muster/contract/administration/erasure-decisions.ts';
import { erasures } from '@muster/contract/administration/erasures.ts';
import { legalHolds } from '@muster/contract/administration/legal-holds.ts';
import { savedViews } from '@muster/contract/administration/saved-views.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { importErrors, imports } from '@muster/contract/resources/imports.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { columnAt, tableOf } from '../platform/store/columns.ts';
import type { Place } from '../platform/store/condition.ts';
import { answersNaming, forgetAnswers } from '../platform/store/idempotency.ts';
import { idIs, remove, updateWithoutTimestamp } from '../platform/store/write.ts';
import { lengthMin } from './identifying-texts.ts';
import type { Traces } from './remove-person.ts';

/** What stands where a name stood. */
export const erasedPerson = 'erased person';

/** A short name is also the beginning of others: of Bo Li and Bo Lindgren, only the first is meant. */
const contains = (texts: string, column: string): string =>
  `exists (select from unnest(${texts}::text[]) as word where position(lower(word) in lower(${column})) > 0
  and (length(word) >= ${lengthMin} or lower(${column}) ~ (${literal('lower(word)')} || '(?![[:alnum:]])')))`;

/** SQL of a regular expression that finds a text. */
const literal = (text: string): string => `regexp_replace(${text}, '[^[:alnum:][:space:]]', '\\\\\\&', 'g')`;

/** As they are, and as they stand inside JSON. */
const inJson = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])),
];

const aboutPerson = statement(`
select id::text as id from audit_entries
where account_id = $1 and (before is not null or after is not null)
  and ((subject_type, subject_id) in (select * from unnest($2::text[], $3::text[]))
    or ${contains('$4', "coalesce(before::text, '') || coalesce(after::text, '')")})`);

/** What was done, by whom and when, stays; what it said about the person does not. */
export async function clearAuditEntries(tx: Tx, { rows, texts }: Traces): Promise<void> {
  const names = [rows.map(({ type }) => type), rows.map(({ id }) => id)];
  for (const { id } of await tx.run<{ id: string }>(aboutPerson, [...names, inJson(texts)])) {
    await updateWithoutTimestamp(tx, auditEntries, [idIs(id)], { before: null, after: null });
  }
}

/** Addresses of requests are logged without parameters, but a path can hold anything that somebody typed. */
const requests = statement(`
update request_log set path = '/${erasedPerson.replace(' ', '-')}'
where account_id = $1 and (${contains('$2', 'path')} or ${contains('$3', 'path')})`);

const purposes = statement(`update read_log set purpose = null where account_id = $1 and ${contains('$2', 'purpose')}`);

export async function clearRequests(tx: Tx, { texts }: Traces): Promise<void> {
  await tx.run(requests, [texts, texts.map((text) => encodeURIComponent(text))]);
  await tx.run(purposes, [texts]);
}

/** Free texts of rows that stay. */
const freeTexts: readonly (readonly [Resource, string])[] = [
  [imports, 'fileName'],
  [erasures, 'reason'],
  [erasureDecisions, 'comment'],
  [legalHolds, 'reason'],
];

export async function clearFreeTexts(tx: Tx, { texts }: Traces): Promise<void> {
  for (const [resource, member] of freeTexts) {
    const found = statement(`
select id::text as id from ${tableOf(resource)} where account_id = $1 and ${contains('$2', columnAt(member))}`);
    for (const { id } of await tx.run<{ id: string }>(found, [texts])) {
      await updateWithoutTimestamp(tx, resource, [idIs(id)], { [member]: erasedPerson });
    }
  }
  await remove(tx, importErrors, [(place) => contains(place(inJson(texts)), 'errors::text')]);
  // A view that looks for the person finds nobody any more.
  await remove(tx, savedViews, [
    (place) => contains(place(inJson(texts)), `name || ' ' || query::text || ' ' || columns::text`),
  ]);
}

/** The person may have been invited to administer the account, or have invited others. */
export async function clearInvitations(tx: Tx, { texts }: Traces): Promise<void> {
  const isAmong = (column: string) => (place: Place) =>
    `lower(${column}) in (select lower(word) from unnest(${place(texts)}::text[]) as word)`;
  await remove(tx, administratorInvitations, [isAmong('email')]);
  await updateWithoutTimestamp(tx, administratorInvitations, [isAmong('invited_by')], { invitedBy: erasedPerson });
}

/** The client that repeats such a request is refused: the answer is not there any more. */
export async function clearAnswers(tx: Tx, traces: Traces): Promise<void> {
  const urls = traces.rows.map(({ id, type }) => `"id":"${id}","type":"${type}"`);
  await forgetAnswers(tx, await answersNaming(tx, [...urls, ...traces.texts]));
}
