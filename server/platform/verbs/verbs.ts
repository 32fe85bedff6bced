/**
 * The verbs as a resource writes them itself. They replace those of `standard.ts` and know their resource. A change runs
 * in a transaction, together with its audit entry.
 */
import type { Session, Tx } from '../database/database.ts';
import type { Page, PageQuestion } from '../store/list-page.ts';
import type { StoredRow } from '../store/read.ts';
import type { AccessContext, Write } from './access.ts';
import type { JsonObject } from './body.ts';

export interface Verbs {
  readonly list: (session: Session, access: AccessContext, question: PageQuestion) => Promise<Page>;
  readonly read: (session: Session, access: AccessContext, id: string) => Promise<StoredRow>;
  readonly create: (tx: Tx, access: AccessContext, body: JsonObject) => Promise<StoredRow>;
  readonly update: (tx: Tx, access: AccessContext, id: string, write: Write) => Promise<StoredRow>;
  readonly remove: (tx: Tx, access: AccessContext, id: string, write: Write) => Promise<void>;
}
