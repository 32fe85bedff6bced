/** All scopes that can be granted, with what they cover and how sensitive it is. */
export type Criticality = 'low' | 'medium' | 'high';

export interface ScopeFamily {
  readonly covers: string;
  readonly readonly: Criticality;
  /** Absent if clients cannot write the family. */
  readonly readwrite?: Criticality;
}

export const scopeFamilies = {
  'legal-entities': { covers: 'legal entities', readonly: 'low', readwrite: 'medium' },
  'business-establishments': { covers: 'business establishments', readonly: 'low', readwrite: 'medium' },
  departments: { covers: 'departments', readonly: 'low', readwrite: 'medium' },
  employees: { covers: 'employees and their portraits', readonly: 'medium', readwrite: 'medium' },
  'employee-attribute-definitions': {
    covers: 'attribute definitions and taxonomies',
    readonly: 'low',
    readwrite: 'medium',
  },
  'employee-attributes': { covers: 'attribute values', readonly: 'medium', readwrite: 'medium' },
  'employee-personal-records': { covers: 'personal records, highly sensitive', readonly: 'high', readwrite: 'high' },
  employments: { covers: 'employments', readonly: 'medium', readwrite: 'medium' },
  'employment-templates': { covers: 'employment templates', readonly: 'medium', readwrite: 'medium' },
  'job-positions': { covers: 'job positions', readonly: 'low', readwrite: 'medium' },
  'probationary-periods': { covers: 'probationary periods', readonly: 'medium', readwrite: 'medium' },
  'occupation-categories': { covers: 'occupation categories', readonly: 'low', readwrite: 'medium' },
  'job-qualifications': { covers: 'job qualifications and professions', readonly: 'low', readwrite: 'medium' },
  taxonomies: { covers: 'taxonomies and their labels', readonly: 'low', readwrite: 'medium' },
  'webhook-endpoints': { covers: 'webhook endpoints', readonly: 'low', readwrite: 'medium' },
  'webhook-deliveries': { covers: 'webhook deliveries, pings and redeliveries', readonly: 'low', readwrite: 'medium' },
  events: { covers: 'events of the resources that the other scopes open', readonly: 'medium' },
  'working-time-arrangements': { covers: 'working-time arrangements', readonly: 'low', readwrite: 'medium' },
  files: { covers: 'files', readonly: 'medium', readwrite: 'medium' },
  imports: { covers: 'imports of files and their errors', readonly: 'medium', readwrite: 'medium' },
  leaves: { covers: 'leaves and leave accounts', readonly: 'medium', readwrite: 'medium' },
  'leave-requests': { covers: 'leave requests and decisions', readonly: 'medium', readwrite: 'medium' },
  'public-holidays-calendars': { covers: 'calendars of public holidays', readonly: 'low', readwrite: 'medium' },
} as const satisfies Record<string, ScopeFamily>;

/** Scopes that administrators have by their role, and that cannot be granted to client applications. */
export const administrationFamilies = {
  'client-applications': { covers: 'client applications and their secrets', readonly: 'low', readwrite: 'high' },
  'api-keys': { covers: 'keys of the legacy API and their roles', readonly: 'low', readwrite: 'high' },
  administrators: {
    covers: 'the people who may administer, and their invitations',
    readonly: 'low',
    readwrite: 'high',
  },
  'account-settings': { covers: 'settings of the account', readonly: 'low', readwrite: 'medium' },
  'audit-entries': { covers: 'who did what, when and from where', readonly: 'medium' },
  'read-entries': { covers: 'who has read confidential data', readonly: 'medium' },
  'retention-rules': { covers: 'how long data is kept', readonly: 'low', readwrite: 'high' },
  'subject-exports': { covers: 'archives of everything about one person', readonly: 'low', readwrite: 'high' },
  erasures: { covers: 'erasures of people, and decisions about them', readonly: 'medium', readwrite: 'high' },
  'legal-holds': { covers: 'legal holds, which keep people from being erased', readonly: 'medium', readwrite: 'high' },
  'request-log': { covers: 'requests that were answered lately', readonly: 'medium' },
  'saved-views': { covers: 'saved views of lists', readonly: 'low', readwrite: 'low' },
  sandboxes: { covers: 'sandboxes of the account, and their clocks', readonly: 'low', readwrite: 'high' },
  accounts: { covers: 'the accounts of the installation, and their sandboxes', readonly: 'medium', readwrite: 'high' },
} as const satisfies Record<string, ScopeFamily>;

/** The families that a declaration may name. */
export type Family = keyof typeof scopeFamilies | keyof typeof administrationFamilies;

type Families = typeof scopeFamilies & typeof administrationFamilies;
type WritableFamily = { [F in Family]: Families[F] extends { readonly readwrite: Criticality } ? F : never }[Family];
export type Scope = `${Family}.readonly` | `${WritableFamily}.readwrite`;

/**
 * The required scopes: one of these, or explicitly any valid token. An empty list is not a value of this type, so
 * nothing is open because a scope was forgotten.
 */
export type AnyToken = 'any-token';
export type Needed = AnyToken | readonly [Scope, ...Scope[]];

/** Whether a holder of these scopes meets the requirement. */
export const isOpenTo = (needed: Needed, held: { has(scope: string): boolean }): boolean =>
  needed === 'any-token' || needed.some((scope) => held.has(scope));

/** The scopes of which one is required, for display; none if any token is sufficient. */
export const scopesIn = (needed: Needed): readonly Scope[] => (needed === 'any-token' ? [] : needed);

const scopesOf = (families: Readonly<Record<string, ScopeFamily>>): readonly string[] =>
  Object.entries(families).flatMap(([name, { readwrite }]) =>
    readwrite ? [`${name}.readonly`, `${name}.readwrite`] : [`${name}.readonly`],
  );

export const scopes: readonly string[] = scopesOf(scopeFamilies);
export const administrationScopes: readonly string[] = scopesOf(administrationFamilies);
