/** Decisions about planned erasures: the second administrator. */

import { erasureDecisions } from '@muster/contract/administration/erasure-decisions.ts';
import { erasures } from '@muster/contract/administration/erasures.ts';
import type { Author } from '@muster/contract/author.ts';
import { detail } from '@muster/contract/messages.ts';
import type { Tx } from '../platform/database/database.ts';
import { lockOne, type StoredRow } from '../platform/store/read.ts';
import { insert } from '../platform/store/write.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { type JsonObject, unknownReference, valuesIn } from '../platform/verbs/body.ts';
import { parsed, updateLocked } from '../platform/verbs/standard.ts';
import { invalid, Problem } from '../problem.ts';
import { refuseIfHeld } from './holds.ts';
import { enqueue } from './queue.ts';

export async function createErasureDecision(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const values = valuesIn(erasureDecisions, body, access.caller.baseUrl);
  const planned = await lockOne(tx, erasures, (values.erasure as { id: string }).id);
  if (!planned) throw invalid({ 'erasure.id': [unknownReference(erasures.type)] });
  const { status, plannedBy, employee } = parsed(planned, '') as {
    status: string;
    plannedBy: Author;
    employee: { id: string };
  };
  if (status !== 'planned') throw new Problem('conflict', detail('erasureDecided', { status }));
  if (values.decision === 'approve') {
    if (isSame(plannedBy, tx.author)) throw new Problem('forbidden', detail('erasureNeedsAnother'));
    await refuseIfHeld(tx, employee.id);
    await updateLocked(tx, erasures, planned, { status: 'approved' });
    await enqueue(tx, planned.id);
  } else {
    const endedAt = tx.now.toISOString();
    await updateLocked(tx, erasures, planned, { status: 'refused', refusalReason: 'decision', endedAt });
  }
  return insert(tx, erasureDecisions, { ...values, decidedBy: tx.author });
}

const isSame = (one: Author, other: Author): boolean => one.type === other.type && one.id === other.id;
