/** The members of a form by which a role is limited, and what is left of another role. */
import { limitOfRole, type Role } from '@muster/contract/roles.ts';

const memberOf = { none: [], establishments: ['businessEstablishments'], team: ['employeeRecord'] } as const;

export const limitMembers = (role: unknown): readonly string[] => memberOf[limitOfRole[role as Role]];

/** The service refuses the limit of another role, so that nothing is forgotten: a change of the role names it. */
export const withoutOtherLimits = <P extends { readonly role?: Role }>(patch: P): P => {
  const { role } = patch;
  if (role === undefined) return patch;
  const others = { businessEstablishments: null, employeeRecord: null };
  return { ...others, ...patch };
};
