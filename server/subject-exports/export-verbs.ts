/** The creation of an export, the way to its archive, and which stored files belong to exports. */
import { subjectExports } from '@muster/contract/administration/subject-exports.ts';
import { detail } from '@muster/contract/messages.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { idIs, insert, setHiddenColumns } from '../platform/store/write.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { type JsonObject, valuesIn } from '../platform/verbs/body.ts';
import { checkReferences } from '../platform/verbs/references.ts';
import { parsed, read } from '../platform/verbs/standard.ts';
import { noSuchResource, Problem } from '../problem.ts';
import { partsOfArchive } from './families.ts';
import { enqueue } from './queue.ts';

/** A caller exports only people whom it sees. */
export async function createExport(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const values = valuesIn(subjectExports, body, access.caller.baseUrl);
  await checkReferences(tx, subjectExports, access, values);
  const progress = { partsDone: 0, parts: partsOfArchive };
  const row = await insert(tx, subjectExports, { ...values, state: 'planned', progress });
  await enqueue(tx, row.id);
  return row;
}

/** Stored bytes that a download answers. */
export interface Archive {
  readonly fileId: string;
  readonly fileName: string;
  readonly bytes: number;
  /** Whom they are about. */
  readonly employeeId: string;
}

const stored = statement('select file_id as "fileId" from subject_exports where account_id = $1 and id = $2');

export async function findArchive(session: Session, access: AccessContext, id: string): Promise<Archive> {
  const row = parsed(await read(session, subjectExports, access, id), '');
  const { state, archive, expiresAt, employee } = row;
  if (state !== 'done') throw new Problem('not-found', detail('archiveNotReady', { state: String(state) }));
  const [file] = await session.run<{ fileId: string | null }>(stored, [id]);
  if (!file) throw noSuchResource(subjectExports.type, id);
  const isOver = new Date(String(expiresAt)) <= session.now;
  if (isOver || file.fileId === null) throw new Problem('gone', detail('archiveGone'));
  // As the worker wrote them.
  const { fileName, bytes } = archive as { fileName: string; bytes: number };
  return { fileId: file.fileId, fileName, bytes, employeeId: (employee as { id: string }).id };
}

const known = statement(
  'select file_id as id from subject_exports where account_id = $1 and file_id = any($2::text[])',
);

/** The ones of these files that belong to an export. */
export async function filesOfExports(session: Session, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await session.run<{ id: string }>(known, [ids])).map(({ id }) => id));
}

const expired = statement(`
select id::text as id, file_id as "fileId" from subject_exports
where account_id = $1 and file_id is not null and (expires_at <= $2 or state = 'failed') order by id limit 100`);

export interface ExpiredArchive {
  readonly id: string;
  readonly fileId: string;
}

/** Archives whose time is over, by the clock of the account, and what a failed export has left. */
export const expiredArchives = (session: Session): Promise<ExpiredArchive[]> =>
  session.run<ExpiredArchive>(expired, [session.now]);

/** After the bytes are removed. */
export const forgetArchive = (session: Session, { id }: ExpiredArchive): Promise<void> =>
  setHiddenColumns(session, subjectExports, [idIs(id)], { fileId: null });
