/** Employment templates: the hiring default of the account is not archived. */
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StoredRow } from '../platform/store/read.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn } from '../platform/verbs/body.ts';
import { checkReferences } from '../platform/verbs/references.ts';
import { change, lock } from '../platform/verbs/standard.ts';
import { refuseHiringDefault } from './hiring-defaults.ts';

export async function updateTemplate(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  await lock(tx, employmentTemplates, access, id);
  return change(tx, employmentTemplates, access, id, write, async (current, body) => {
    const changes = changesIn(employmentTemplates, current, body, access.caller.baseUrl);
    await checkReferences(tx, employmentTemplates, access, changes, current);
    if (changes.isArchived === true) await refuseHiringDefault(tx, 'template', id, 'isArchived');
    return changes;
  });
}
