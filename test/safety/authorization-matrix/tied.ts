/**
 * How resources belong to establishments. Written manually, because the service reads the declarations: a fact that is
 * missing there must not be missing here too.
 */
const tied: readonly string[] = [
  'business-establishment',
  'legal-entity',
  'employee',
  'employment',
  'job-position',
  'probationary-period',
  'employee-personal-record',
  'employee-attribute',
  'leave',
  'leave-request',
  'leave-request-decision',
  'portrait',
];

/** Whether a caller limited to establishments sees only some rows. */
export const isTied = ({ type }: { readonly type: string }): boolean => tied.includes(type);

/** Whether rows are about a person, so that a manager sees only those of the team. */
export const isAboutPeople = ({ type }: { readonly type: string }): boolean =>
  tied.includes(type) && type !== 'business-establishment' && type !== 'legal-entity';
