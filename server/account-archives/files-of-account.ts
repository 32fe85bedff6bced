/** The files of an account: of resources, of imports, and of archives about people. */
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

const named = statement(`
select id::text as id from files where account_id = $1
union select file_id from imports where account_id = $1 and file_id is not null
union select file_id from subject_exports where account_id = $1 and file_id is not null
order by 1`);

export const filesOfAccount = async (session: Session): Promise<string[]> =>
  (await session.run<{ id: string }>(named)).map(({ id }) => id);
