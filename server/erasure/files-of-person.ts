/** The files that rows about a person name, now or in former states, and archives of everything about the person. */
import { files } from '@muster/contract/resources/files.ts';
import { portraits } from '@muster/contract/resources/portraits.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { tableOf } from '../platform/store/columns.ts';
import { storedText } from '../platform/store/stored-text.ts';
import { personColumn, personFamilies } from './person-families.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Every reference to a file has its address: as a member, in the value of an attribute, or in the link of a portrait. */
const address = `/svc-api/(?:${files.path}|${portraits.path})/(${uuid})`;

const texts = [
  ...personFamilies.map(
    (family) =>
      `select ${storedText(family, 'own')} as text from ${tableOf(family)} as own where account_id = $1 and ${personColumn(family)} = $2::bigint`,
  ),
  'select former from versions where account_id = $1 and owner_id = $2::bigint',
  'select last_state from versions where account_id = $1 and owner_id = $2::bigint',
].join('\nunion all\n');

const named = statement(`
select distinct found[1] as id from (${texts}) as stored, regexp_matches(stored.text, '${address}', 'g') as found
union select file_id from subject_exports where account_id = $1 and employee_id = $2::bigint and file_id is not null
order by 1`);

export const filesOfPerson = async (session: Session, employeeId: string): Promise<string[]> =>
  (await session.run<{ id: string }>(named, [employeeId])).map(({ id }) => id);
