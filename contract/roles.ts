/** What the people who run an account may do, by their role: the scopes that they call the service with. */
import { administrationScopes, scopes } from './scopes.ts';

export const roleNames = ['owner', 'administrator', 'auditor'] as const;
export type Role = (typeof roleNames)[number];

/** Whose work is the installation, not one account: an operator has these next to the scopes of a role. */
const ofOperators = (scope: string): boolean => scope.startsWith('accounts.');

const isOfOwners = (scope: string): boolean => scope === 'administrators.readwrite' || scope === 'sandboxes.readwrite';
const isHighlySensitive = (scope: string): boolean => scope.startsWith('employee-personal-records.');

const ofAccount = [...scopes, ...administrationScopes.filter((scope) => !ofOperators(scope))];

const byRole: Readonly<Record<Role, readonly string[]>> = {
  owner: ofAccount,
  // Who may administer, and where the account is copied to, is for the owners to say.
  administrator: ofAccount.filter((scope) => !isOfOwners(scope)),
  // Reads everything but personal records, and changes nothing.
  auditor: ofAccount.filter((scope) => scope.endsWith('.readonly') && !isHighlySensitive(scope)),
};

export const scopesOfRole = (role: Role, isOperator: boolean): readonly string[] =>
  isOperator ? [...byRole[role], ...administrationScopes.filter(ofOperators)] : byRole[role];
