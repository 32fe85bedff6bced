/** Job qualifications: an account may set a highest rank. */
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { insert } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, type JsonObject, valuesIn } from '../platform/verbs/body.ts';
import { checkReferences } from '../platform/verbs/references.ts';
import { change } from '../platform/verbs/standard.ts';
import { invalid } from '../problem.ts';

export async function createQualification(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const values = valuesIn(jobQualifications, body, access.caller.baseUrl);
  await refuseAboveHighest(tx, values);
  await checkReferences(tx, jobQualifications, access, values);
  return insert(tx, jobQualifications, values);
}

export function updateQualification(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  return change(tx, jobQualifications, access, id, write, async (current, body) => {
    const changes = changesIn(jobQualifications, current, body, access.caller.baseUrl);
    await refuseAboveHighest(tx, changes);
    await checkReferences(tx, jobQualifications, access, changes);
    return changes;
  });
}

const highest = statement('select highest_rank as rank from account_settings where account_id = $1');

async function refuseAboveHighest(tx: Tx, { rank }: JsonObject): Promise<void> {
  if (rank === undefined) return;
  const [set] = await tx.run<{ rank: number | null }>(highest);
  if (set && set.rank !== null && (rank as number) > set.rank) {
    throw invalid({ rank: [`Must not be above ${set.rank}, the highest rank of the account.`] });
  }
}
