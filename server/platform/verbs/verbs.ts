/**
 * The verbs of one resource: those of `standard.ts`, or functions that the resource has instead. A change runs in a
 * transaction, together with its audit entry.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session, Tx } from '../database/database.ts';
import type { Page, PageQuery } from '../store/list-page.ts';
import type { StoredRow } from '../store/read.ts';
import type { AccessContext, Write } from './access.ts';
import type { JsonObject } from './body.ts';
import * as standard from './standard.ts';

export interface Verbs {
  readonly list: (session: Session, access: AccessContext, query: PageQuery) => Promise<Page>;
  readonly read: (session: Session, access: AccessContext, id: string) => Promise<StoredRow>;
  readonly create: (tx: Tx, access: AccessContext, body: JsonObject) => Promise<StoredRow>;
  readonly update: (tx: Tx, access: AccessContext, id: string, write: Write) => Promise<StoredRow>;
  readonly remove: (tx: Tx, access: AccessContext, id: string, write: Write) => Promise<void>;
}

export const standardVerbs = (resource: Resource): Verbs => ({
  list: (session, access, query) => standard.list(session, resource, access, query),
  read: (session, access, id) => standard.read(session, resource, access, id),
  create: (tx, access, body) => standard.create(tx, resource, access, body),
  update: (tx, access, id, write) => standard.update(tx, resource, access, id, write),
  remove: (tx, access, id, write) => standard.remove(tx, resource, access, id, write),
});
