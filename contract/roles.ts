/** The rights of administrators, by role: the scopes that they have. */
import { administrationScopes, scopes } from './scopes.ts';

export const roleNames = ['owner', 'administrator', 'auditor'] as const;
export type Role = (typeof roleNames)[number];

/** Scopes for the installation instead of one account: an operator has these in addition to those of a role. */
const ofOperators = (scope: string): boolean => scope.startsWith('accounts.');

const isOfOwners = (scope: string): boolean =>
  ['administrators.readwrite', 'sandboxes.readwrite', 'retention-rules.readwrite'].includes(scope);
const isHighlySensitive = (scope: string): boolean => scope.startsWith('employee-personal-records.');

const ofAccount = [...scopes, ...administrationScopes.filter((scope) => !ofOperators(scope))];

const byRole: Readonly<Record<Role, readonly string[]>> = {
  owner: ofAccount,
  // Only owners decide who may administer, where the account is copied, and how long data is kept.
  administrator: ofAccount.filter((scope) => !isOfOwners(scope)),
  // Reads everything except personal records, and changes nothing.
  auditor: ofAccount.filter((scope) => scope.endsWith('.readonly') && !isHighlySensitive(scope)),
};

export const scopesOfRole = (role: Role, isOperator: boolean): readonly string[] =>
  isOperator ? [...byRole[role], ...administrationScopes.filter(ofOperators)] : byRole[role];
