/** The rights of administrators, by role: the scopes that they have, and which people they see. */
import { administrationScopes, type Family, scopes } from './scopes.ts';

export const roleNames = ['owner', 'administrator', 'auditor', 'hr', 'manager', 'integrations'] as const;
export type Role = (typeof roleNames)[number];

/**
 * Which people a role sees. `establishments`: those of the listed establishments, or all if none is listed. `team`: the
 * person's own record and everybody who reports to it, directly or through others.
 */
export type RoleLimit = 'none' | 'establishments' | 'team';

export const limitOfRole: Readonly<Record<Role, RoleLimit>> = {
  owner: 'none',
  administrator: 'none',
  auditor: 'none',
  hr: 'establishments',
  manager: 'team',
  integrations: 'none',
};

/** Scopes for the installation instead of one account: an operator has these in addition to those of a role. */
const ofOperators = (scope: string): boolean => scope.startsWith('accounts.');

const isOfOwners = (scope: string): boolean =>
  ['administrators.readwrite', 'sandboxes.readwrite', 'retention-rules.readwrite'].includes(scope);
const isHighlySensitive = (scope: string): boolean => scope.startsWith('employee-personal-records.');

const ofAccount = [...scopes, ...administrationScopes.filter((scope) => !ofOperators(scope))];

type Right = 'reads' | 'writes';

/** The scopes of these families, in the order of the contract. */
const scopesOfFamilies = (rights: Partial<Record<Family, Right>>): readonly string[] =>
  ofAccount.filter((scope) => {
    const [family = '', kind] = scope.split('.');
    const right = rights[family as Family];
    return right === 'writes' || (right === 'reads' && kind === 'readonly');
  });

/** What forms and lists about people name: shared by the whole account, so nobody changes it who is limited to a part. */
const organization = {
  'legal-entities': 'reads',
  'business-establishments': 'reads',
  departments: 'reads',
  'job-qualifications': 'reads',
  'working-time-arrangements': 'reads',
  'public-holidays-calendars': 'reads',
} as const;

const byRole: Readonly<Record<Role, readonly string[]>> = {
  owner: ofAccount,
  // Only owners decide who may administer, where the account is copied, and how long data is kept.
  administrator: ofAccount.filter((scope) => !isOfOwners(scope)),
  // Reads everything except personal records, and changes nothing.
  auditor: ofAccount.filter((scope) => scope.endsWith('.readonly') && !isHighlySensitive(scope)),
  // People, their careers, records, leaves and documents.
  hr: scopesOfFamilies({
    ...organization,
    employees: 'writes',
    'employee-attribute-definitions': 'reads',
    'employee-attributes': 'writes',
    'employee-personal-records': 'writes',
    employments: 'writes',
    'employment-templates': 'reads',
    'job-positions': 'writes',
    'probationary-periods': 'writes',
    'occupation-categories': 'reads',
    taxonomies: 'reads',
    files: 'writes',
    imports: 'writes',
    leaves: 'writes',
    'leave-requests': 'writes',
    'saved-views': 'writes',
  }),
  // The team: who is in it, where they work, when they are away, and decisions about their requests.
  manager: scopesOfFamilies({
    ...organization,
    employees: 'reads',
    'job-positions': 'reads',
    leaves: 'reads',
    'leave-requests': 'writes',
  }),
  // Programs that use the API, and nobody's data.
  integrations: scopesOfFamilies({
    'client-applications': 'writes',
    'api-keys': 'writes',
    'webhook-endpoints': 'writes',
    'webhook-deliveries': 'writes',
    'request-log': 'reads',
    sandboxes: 'reads',
    'business-establishments': 'reads',
    'employee-attribute-definitions': 'reads',
    taxonomies: 'reads',
  }),
};

export const scopesOfRole = (role: Role, isOperator: boolean): readonly string[] =>
  isOperator ? [...byRole[role], ...administrationScopes.filter(ofOperators)] : byRole[role];
