/** Records audit entries in the transaction of the change. They never contain secrets or encrypted values. */

import { isDeepStrictEqual } from 'node:util';
import { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import type { StoredRow } from '../store/read.ts';
import { insert } from '../store/write.ts';
import type { JsonObject } from './body.ts';
import { parsed } from './standard.ts';

/** The person and their address. */
export interface Actor {
  readonly kind: 'person' | 'operator' | 'service';
  /** Null for an operator on the command line, for the service, and for an unknown person. */
  readonly id: string | null;
  readonly name: string;
  readonly address: string | null;
  readonly traceId: string | null;
}

/** The action to record. */
export interface AuditRecord {
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string } | null;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

export async function recordAudit(
  session: Session,
  actor: Actor,
  { action, subject, before, after }: AuditRecord,
): Promise<void> {
  await insert(session, auditEntries, {
    action,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    address: actor.address,
    subjectType: subject?.type ?? null,
    subjectId: subject?.id ?? null,
    before,
    after,
    traceId: actor.traceId,
  });
}

export interface ResourceChange {
  readonly resource: Resource;
  readonly verb: 'created' | 'updated' | 'deleted';
  readonly baseUrl: string;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}

/** Records one change of a row. A change without effect is not recorded. */
export async function recordChange(
  session: Session,
  actor: Actor,
  { resource, verb, baseUrl, before, after }: ResourceChange,
): Promise<void> {
  const id = (after ?? before)?.id;
  if (id === undefined || (before && before.revision === after?.revision)) return;
  const rowOf = (shown: StoredRow | null) => shown && parsed(shown, baseUrl);
  const { type } = resource;
  await recordAudit(session, actor, {
    action: `${type}.${verb}`,
    subject: { type, id },
    ...difference(resource, rowOf(before), rowOf(after)),
  });
}

const everywhere = ['id', 'type', 'url', 'links', 'embedded', 'createdAt', 'lastUpdatedAt'];

/** The members that differ between two representations of a row; all members if there is only one. */
export function difference(
  resource: Resource,
  before: JsonObject | null,
  after: JsonObject | null,
): Pick<AuditRecord, 'before' | 'after'> {
  const names = Object.entries(resource.fields).flatMap(([name, { column }]) =>
    everywhere.includes(name) ||
    resource.unversioned?.includes(name) ||
    column === 'once' ||
    isDeepStrictEqual(before?.[name], after?.[name])
      ? []
      : [name],
  );
  const keep = (row: JsonObject | null) =>
    row && Object.fromEntries(names.map((name) => [name, kept(resource, name, row[name])]));
  return { before: keep(before), after: keep(after) };
}

const kept = ({ fields }: Resource, name: string, value: unknown): unknown =>
  fields[name]?.column === 'sealed' && value !== null ? '(not kept)' : (value ?? null);
