/** Which people an administrator sees, where the role has a limit. */
import { archivedToo, described, nullable, reference, references } from '../kit/field.ts';

export const roleLimits = {
  businessEstablishments: described(
    nullable(archivedToo(references('business-establishment', { min: 1 }))),
    'Only for `hr`: whose people they see. Null: all, present and future.',
  ),
  employeeRecord: described(
    nullable(reference('employee')),
    'Only for `manager`, and required there: their own record. They see it and everybody who reports to it, directly or ' +
      'through others.',
  ),
};
