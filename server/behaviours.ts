/**
 * Everything special about any resource. A resource that is not in this table behaves exactly as its declaration says.
 * An entry replaces a standard verb with its own function, which runs in a transaction, or adds a fact that needs code.
 */
import { type Administration, administration } from '@muster/contract/administration.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { type Resources, resources } from '@muster/contract/resources.ts';
import { readOverview } from './admin/activity/overview.ts';
import { createAccount, removeAccount, updateAccount } from './admin/sandboxes/accounts.ts';
import { createSandbox, removeSandbox, updateSandbox } from './admin/sandboxes/sandboxes.ts';
import { listSettings, readSettings, updateSettings } from './admin/settings/account-settings.ts';
import { createDefinition, removeDefinition, updateDefinition } from './attributes/employee-attribute-definitions.ts';
import { listAttributes, readAttribute } from './attributes/list.ts';
import { removeTaxonomy } from './attributes/taxonomies.ts';
import { removeLabel } from './attributes/taxonomy-labels.ts';
import { createAttribute, removeAttribute, updateAttribute } from './attributes/values.ts';
import { visibleEvents } from './events/visible.ts';
import { visibleFiles } from './files/file-verbs.ts';
import { createKey, removeKey } from './identity/accounts/api-key-verbs.ts';
import { createApplication, removeApplication, updateApplication } from './identity/accounts/client-applications.ts';
import { createSecretOf, removeSecretOf } from './identity/accounts/rotating-secrets.ts';
import { applicationSecrets, keySecrets } from './identity/accounts/secret-rotations.ts';
import type { Caller } from './identity/auth/caller.ts';
import { removeAdministrator, updateAdministrator } from './identity/sign-in/administrators.ts';
import {
  createProvider,
  removeProvider,
  updateProvider,
  validateProviderChangeExternally,
  validateProviderExternally,
} from './identity/sign-in/identity-providers.ts';
import { createInvitation } from './identity/sign-in/invitations.ts';
import { createDecision } from './leaves/decisions.ts';
import { updateLeaveAccount } from './leaves/leave-accounts.ts';
import { removeLeave, updateLeave } from './leaves/leave-changes.ts';
import { createLeave } from './leaves/leaves.ts';
import {
  createEstablishment,
  removeEstablishment,
  updateEstablishment,
} from './organization/business-establishments.ts';
import { createDepartment, removeDepartment, updateDepartment } from './organization/departments.ts';
import { createQualification, updateQualification } from './organization/job-qualifications.ts';
import { removeLegalEntity, updateLegalEntity } from './organization/legal-entities.ts';
import { hire, updateEmployee } from './people/employees.ts';
import { createEmployment, removeEmployment, updateEmployment } from './people/employments.ts';
import { createJobPosition, removeJobPosition, updateJobPosition } from './people/job-positions.ts';
import { createPersonalRecord, removePersonalRecord, updatePersonalRecord } from './people/personal-records.ts';
import {
  createProbationaryPeriod,
  removeProbationaryPeriod,
  updateProbationaryPeriod,
} from './people/probationary-periods.ts';
import type { Session, Tx } from './platform/database/database.ts';
import type { Condition } from './platform/store/condition.ts';
import type { Page, PageQuestion } from './platform/store/list-page.ts';
import type { StoredRow } from './platform/store/read.ts';
import type { AccessContext, Write } from './platform/verbs/access.ts';
import type { JsonObject } from './platform/verbs/body.ts';
import type { Problem } from './problem.ts';
import { createDelivery } from './webhooks/deliveries.ts';
import {
  createEndpoint,
  removeEndpoint,
  updateEndpoint,
  validateCreationExternally,
  validateUpdateExternally,
} from './webhooks/endpoints.ts';
import { listEvents, readEvent } from './webhooks/events.ts';
import type { Outside } from './webhooks/outside.ts';
import { createRedelivery, tryRedelivery } from './webhooks/redeliveries.ts';
import { createSecret, removeSecret } from './webhooks/secrets.ts';

export interface Behaviour {
  readonly list?: (session: Session, access: AccessContext, question: PageQuestion) => Promise<Page>;
  readonly read?: (session: Session, access: AccessContext, id: string) => Promise<StoredRow>;
  /** Checks against other systems, before the transaction begins; returns the reason for a refusal. */
  readonly validateCreationExternally?: (
    outside: Outside,
    session: Session,
    access: AccessContext,
    body: JsonObject,
  ) => Promise<Problem | null>;
  readonly validateUpdateExternally?: (
    outside: Outside,
    session: Session,
    access: AccessContext,
    id: string,
    write: Write,
  ) => Promise<void>;
  /** A dry run of a creation: returns the members that its declaration names. */
  readonly dryRun?: (tx: Tx, access: AccessContext, body: JsonObject) => Promise<JsonObject>;
  readonly create?: (tx: Tx, access: AccessContext, body: JsonObject) => Promise<StoredRow>;
  readonly update?: (tx: Tx, access: AccessContext, id: string, write: Write) => Promise<StoredRow>;
  readonly remove?: (tx: Tx, access: AccessContext, id: string, write: Write) => Promise<void>;
  /** Which rows a caller may see, if the declaration does not say it; by default all rows of the account. */
  readonly visible?: (caller: Caller) => Condition[];
}

export const behaviours: { readonly [K in keyof (Resources & Administration)]?: Behaviour } = {
  employeeAttributeDefinitions: { create: createDefinition, update: updateDefinition, remove: removeDefinition },
  employeeAttributes: {
    list: listAttributes,
    read: readAttribute,
    create: createAttribute,
    update: updateAttribute,
    remove: removeAttribute,
  },
  // Which files may be referred to; the token decides whether a file may be read.
  files: { visible: visibleFiles },
  legalEntities: {
    update: updateLegalEntity,
    remove: removeLegalEntity,
  },
  businessEstablishments: {
    create: createEstablishment,
    update: updateEstablishment,
    remove: removeEstablishment,
  },
  departments: { create: createDepartment, update: updateDepartment, remove: removeDepartment },
  employees: { create: hire, update: updateEmployee },
  employments: {
    create: createEmployment,
    update: updateEmployment,
    remove: removeEmployment,
  },
  jobPositions: {
    create: createJobPosition,
    update: updateJobPosition,
    remove: removeJobPosition,
  },
  probationaryPeriods: {
    create: createProbationaryPeriod,
    update: updateProbationaryPeriod,
    remove: removeProbationaryPeriod,
  },
  employeePersonalRecords: {
    create: createPersonalRecord,
    update: updatePersonalRecord,
    remove: removePersonalRecord,
  },
  jobQualifications: { create: createQualification, update: updateQualification },
  leaveAccounts: { update: updateLeaveAccount },
  leaves: {
    create: createLeave,
    update: updateLeave,
    remove: removeLeave,
  },
  leaveRequestDecisions: { create: createDecision },
  taxonomies: { remove: removeTaxonomy },
  taxonomyLabels: { remove: removeLabel },
  events: { visible: visibleEvents, list: listEvents, read: readEvent },
  webhookEndpoints: {
    validateCreationExternally,
    validateUpdateExternally,
    create: createEndpoint,
    update: updateEndpoint,
    remove: removeEndpoint,
  },
  webhookEndpointSecrets: { create: createSecret, remove: removeSecret },
  webhookDeliveries: { create: createDelivery },
  overviews: { read: readOverview },
  accountSettings: { list: listSettings, read: readSettings, update: updateSettings },
  clientApplications: {
    create: createApplication,
    update: updateApplication,
    remove: removeApplication,
  },
  clientApplicationSecrets: { create: createSecretOf(applicationSecrets), remove: removeSecretOf(applicationSecrets) },
  apiKeys: { create: createKey, remove: removeKey },
  apiKeySecrets: { create: createSecretOf(keySecrets), remove: removeSecretOf(keySecrets) },
  administrators: { update: updateAdministrator, remove: removeAdministrator },
  administratorInvitations: { create: createInvitation },
  identityProviders: {
    validateCreationExternally: validateProviderExternally,
    validateUpdateExternally: validateProviderChangeExternally,
    create: createProvider,
    update: updateProvider,
    remove: removeProvider,
  },
  accounts: { create: createAccount, update: updateAccount, remove: removeAccount },
  sandboxes: { create: createSandbox, update: updateSandbox, remove: removeSandbox },
  webhookRedeliveries: { create: createRedelivery, dryRun: tryRedelivery },
};

const byType = new Map<string, Behaviour>(
  Object.entries<Resource>({ ...resources, ...administration }).map(
    ([key, { type }]) => [type, behaviours[key as keyof typeof behaviours] ?? {}] as const,
  ),
);

export const behaviourOf = ({ type }: Resource): Behaviour => byType.get(type) ?? {};
