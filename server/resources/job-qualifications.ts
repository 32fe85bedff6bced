/** Job qualifications: an account may set a highest rank. */
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import type { Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { invalid } from '../problem.ts';
import type { Shown } from '../store/read.ts';
import { insert } from '../store/write.ts';
import type { Sight, Write } from '../verbs/access.ts';
import { changesIn, type JsonObject, valuesIn } from '../verbs/body.ts';
import { checkReferences } from '../verbs/references.ts';
import { change } from '../verbs/standard.ts';

export async function createQualification(tx: Tx, sight: Sight, body: JsonObject): Promise<Shown> {
  const values = valuesIn(jobQualifications, body, sight.caller.baseUrl);
  await refuseAboveHighest(tx, values);
  await checkReferences(tx, jobQualifications, sight, values);
  return insert(tx, jobQualifications, values);
}

export function updateQualification(tx: Tx, sight: Sight, id: string, write: Write): Promise<Shown> {
  return change(tx, jobQualifications, sight, id, write, async (current, body) => {
    const changes = changesIn(jobQualifications, current, body, sight.caller.baseUrl);
    await refuseAboveHighest(tx, changes);
    await checkReferences(tx, jobQualifications, sight, changes);
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
