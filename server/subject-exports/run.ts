/** The row of an export while a worker makes it: its beginning, its progress, and its end. */
import { subjectExportDays, subjectExports } from '@muster/contract/administration/subject-exports.ts';
import type { Language } from '@muster/contract/languages.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { uuidAt } from '../platform/database/uuid.ts';
import { idIs, setHiddenColumns, update } from '../platform/store/write.ts';
import type { StoredArchive } from './archive.ts';
import { partsOfArchive } from './families.ts';
import { type ExportClaim, isStillLeased } from './queue.ts';

/** Another worker has it, or it is gone: nothing more may be written. */
export class NotOurs extends Error {}

export interface ExportRun {
  readonly employeeId: string;
  readonly language: Language | null;
  /** Of the account, for people. */
  readonly accountLanguage: Language | null;
  /** Under which this attempt stores its bytes. */
  readonly fileId: string;
  /** Of an attempt before, whose bytes are removed. */
  readonly formerFileId: string | null;
}

interface Row {
  readonly id: string;
  readonly revision: string;
  readonly state: string;
  readonly employeeId: string;
  readonly language: Language | null;
  readonly accountLanguage: Language | null;
  readonly fileId: string | null;
}

const locked = statement(`
select id::text as id, revision::text as revision, state, employee_id::text as "employeeId", language, file_id as "fileId",
  (select language from account_settings where account_id = $1) as "accountLanguage"
from subject_exports where account_id = $1 and id = $2 for no key update`);

async function lockRow(tx: Tx, { exportId }: ExportClaim): Promise<Row | null> {
  const [row] = await tx.run<Row>(locked, [exportId]);
  return row ?? null;
}

/** Null if it has ended or is gone. Each attempt stores its bytes under an id of its own. */
export const beginRun = (database: Database, claim: ExportClaim): Promise<ExportRun | null> =>
  database.transaction(claim.accountId, async (tx) => {
    const row = await lockRow(tx, claim);
    if (!row || row.state === 'done' || row.state === 'failed') return null;
    const fileId = uuidAt(tx.now);
    await setHiddenColumns(tx, subjectExports, [idIs(row.id)], { fileId });
    const progress = { partsDone: 0, parts: partsOfArchive };
    await update(tx, subjectExports, row, { state: 'running', progress, startedAt: tx.now.toISOString() });
    const { employeeId, language, accountLanguage } = row;
    return { employeeId, language, accountLanguage, fileId, formerFileId: row.fileId };
  });

/** Throws unless the lease is held and the attempt is the current one. */
async function lockOurs(tx: Tx, claim: ExportClaim, nodeId: string, fileId: string): Promise<Row> {
  const row = (await isStillLeased(tx, claim.exportId, nodeId)) ? await lockRow(tx, claim) : null;
  if (row?.state !== 'running' || row.fileId !== fileId) throw new NotOurs();
  return row;
}

export const noteProgress = (
  database: Database,
  claim: ExportClaim,
  nodeId: string,
  fileId: string,
  partsDone: number,
): Promise<void> =>
  database.transaction(claim.accountId, async (tx) => {
    const row = await lockOurs(tx, claim, nodeId, fileId);
    await update(tx, subjectExports, row, { progress: { partsDone, parts: partsOfArchive } });
  });

const dayMs = 86_400_000;

export const completeRun = (
  database: Database,
  claim: ExportClaim,
  nodeId: string,
  fileId: string,
  archive: StoredArchive,
): Promise<void> =>
  database.transaction(claim.accountId, async (tx) => {
    const row = await lockOurs(tx, claim, nodeId, fileId);
    await update(tx, subjectExports, row, {
      state: 'done',
      progress: { partsDone: partsOfArchive, parts: partsOfArchive },
      archive: { fileName: `subject-export-${claim.exportId}.zip`, ...archive },
      endedAt: tx.now.toISOString(),
      expiresAt: new Date(tx.now.getTime() + subjectExportDays * dayMs).toISOString(),
    });
  });

export const failRun = (database: Database, claim: ExportClaim, failureReason: string): Promise<void> =>
  database.transaction(claim.accountId, async (tx) => {
    const row = await lockRow(tx, claim);
    if (!row || row.state === 'done' || row.state === 'failed') return;
    await update(tx, subjectExports, row, { state: 'failed', failureReason, endedAt: tx.now.toISOString() });
  });
