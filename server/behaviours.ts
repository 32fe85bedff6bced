/**
 * Everything that is code about a single resource. A resource that is not in this table behaves exactly as its declaration
 * says. A resource that replaces three verbs or more has a module of its own, named after its collection, which exports
 * these functions and nothing else; the table names the module. The others name their functions here.
 */
import { type Administration, administration } from '@muster/contract/administration.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { type Resources, resources } from '@muster/contract/resources.ts';
import { listHistory, readHistory } from './admin/activity/history-entries.ts';
import { readOverview } from './admin/activity/overview.ts';
import { keptAuditEntries, keptRequests } from './admin/activity/retention.ts';
import * as accounts from './admin/sandboxes/accounts.ts';
import * as sandboxes from './admin/sandboxes/sandboxes.ts';
import * as accountSettings from './admin/settings/account-settings.ts';
import * as savedViews from './admin/views/saved-views.ts';
import * as employeeAttributeDefinitions from './attributes/employee-attribute-definitions.ts';
import * as employeeAttributes from './attributes/employee-attributes.ts';
import { removeTaxonomy } from './attributes/taxonomies.ts';
import { removeLabel } from './attributes/taxonomy-labels.ts';
import { createErasureDecision } from './erasure/decisions.ts';
import { createErasure, dryRunErasure } from './erasure/erasures.ts';
import { createHold, updateHold } from './erasure/holds.ts';
import { ofKeptEvents, unexpiredEvents } from './events/retention.ts';
import { shownEvents, visibleEvents } from './events/visible.ts';
import { unexpiredFiles, visibleFiles } from './files/file-verbs.ts';
import { createKey, removeKey } from './identity/accounts/api-key-verbs.ts';
import * as clientApplications from './identity/accounts/client-applications.ts';
import { createSecretOf, removeSecretOf, withoutEndedSecret } from './identity/accounts/rotating-secrets.ts';
import { applicationSecrets, keySecrets } from './identity/accounts/secret-rotations.ts';
import type { Caller } from './identity/auth/caller.ts';
import { removeAdministrator, updateAdministrator } from './identity/sign-in/administrators.ts';
import * as identityProviders from './identity/sign-in/identity-providers.ts';
import { createInvitation, updateInvitation } from './identity/sign-in/invitations.ts';
import { updateImport, visibleImportErrors, visibleImports } from './imports/import-verbs.ts';
import { createDecision } from './leaves/decisions.ts';
import { updateLeaveAccount } from './leaves/leave-accounts.ts';
import * as leaves from './leaves/leaves.ts';
import * as publicHolidaysCalendars from './leaves/public-holidays-calendars.ts';
import {
  createWorkingTimeArrangement,
  previewWorkingTimeArrangement,
  updateWorkingTimeArrangement,
} from './leaves/working-time-arrangements.ts';
import * as businessEstablishments from './organization/business-establishments.ts';
import * as departments from './organization/departments.ts';
import { createQualification, updateQualification } from './organization/job-qualifications.ts';
import { removeLegalEntity, updateLegalEntity } from './organization/legal-entities.ts';
import * as employeePersonalRecords from './people/employee-personal-records.ts';
import { updateEmployee } from './people/employees.ts';
import { updateTemplate } from './people/employment-templates.ts';
import * as employments from './people/employments.ts';
import { hire, hireMany } from './people/hires.ts';
import { employeesInTime } from './people/in-time.ts';
import * as jobPositions from './people/job-positions.ts';
import * as probationaryPeriods from './people/probationary-periods.ts';
import type { AccountTime, Session, Tx } from './platform/database/database.ts';
import type { Condition } from './platform/store/condition.ts';
import type { InTime } from './platform/store/point-in-time.ts';
import type { Shown } from './platform/store/shown-columns.ts';
import type { AccessContext, Write } from './platform/verbs/access.ts';
import { unexpiredRows } from './platform/verbs/belonging.ts';
import type { JsonObject } from './platform/verbs/body.ts';
import { type CreateMany, standardCreateMany } from './platform/verbs/create-many.ts';
import { standardVerbs, type Verbs } from './platform/verbs/verbs.ts';
import type { Problem } from './problem.ts';
import { listReadEntries } from './reads/read-entries.ts';
import { keptReads } from './reads/retention.ts';
import { previewRule } from './retention/preview.ts';
import { createRule, updateRule } from './retention/rules.ts';
import { type Archive, createExport, findArchive } from './subject-exports/export-verbs.ts';
import { createDelivery } from './webhooks/deliveries.ts';
import { listEvents } from './webhooks/events.ts';
import type { Outside } from './webhooks/outside.ts';
import { createRedelivery, dryRunRedelivery } from './webhooks/redeliveries.ts';
import { createSecret, removeSecret } from './webhooks/secrets.ts';
import * as webhookEndpoints from './webhooks/webhook-endpoints.ts';

export interface Behaviour extends Partial<Verbs>, ExternalChecks {
  /** Many creations of one caller at once, where `create` is replaced. */
  readonly createMany?: CreateMany;
  /** Checks a creation and stores nothing: returns the members that the declaration names in `dryRunMembers`. */
  readonly dryRun?: (tx: Tx, access: AccessContext, body: JsonObject) => Promise<JsonObject>;
  /** Checks a change and stores nothing: returns the members that the declaration names in `preview`. */
  readonly previewUpdate?: (tx: Tx, access: AccessContext, id: string, write: Write) => Promise<object>;
  /** What further addresses of one row answer, by the names that the declaration has in `views`. */
  readonly views?: Readonly<Record<string, (tx: Tx, access: AccessContext, id: string) => Promise<object>>>;
  /** The same for addresses that answer bytes. */
  readonly downloads?: Readonly<
    Record<string, (session: Session, access: AccessContext, id: string) => Promise<Archive>>
  >;
  /** Which rows a caller sees, if that follows from its scopes and not from the declaration alone. */
  readonly visible?: (caller: Caller) => Condition[];
  /** How these rows are shown, if not as they are stored. */
  readonly shown?: (caller: Caller, time: () => AccountTime) => Shown;
  /** Columns at another time, if they follow from other rows or from the day. */
  readonly inTime?: InTime;
  /** Which rows have not expired, if a retention decides: the others are absent, whenever they are removed. */
  readonly unexpired?: (time: AccountTime) => Condition[];
}

/** Questions to other systems. They are asked before the transaction begins, so that no lock waits for a network. */
interface ExternalChecks {
  /** Returns the reason for a refusal, which an idempotent creation stores. */
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
}

export const behaviours: { readonly [K in keyof (Resources & Administration)]?: Behaviour } = {
  // Three verbs or more, in a module of its own.
  accounts,
  accountSettings,
  businessEstablishments,
  clientApplications,
  departments,
  employeeAttributeDefinitions,
  employeeAttributes,
  employeePersonalRecords,
  employments,
  identityProviders,
  jobPositions,
  leaves,
  probationaryPeriods,
  publicHolidaysCalendars,
  sandboxes,
  savedViews,
  webhookEndpoints,

  // Fewer than three verbs.
  administratorInvitations: { create: createInvitation, update: updateInvitation },
  administrators: { update: updateAdministrator, remove: removeAdministrator },
  apiKeys: { create: createKey, remove: removeKey, shown: withoutEndedSecret },
  apiKeySecrets: { create: createSecretOf(keySecrets), remove: removeSecretOf(keySecrets) },
  auditEntries: { unexpired: keptAuditEntries },
  clientApplicationSecrets: { create: createSecretOf(applicationSecrets), remove: removeSecretOf(applicationSecrets) },
  employees: { create: hire, createMany: hireMany, update: updateEmployee, inTime: employeesInTime },
  employmentTemplates: { update: updateTemplate },
  erasureDecisions: { create: createErasureDecision },
  erasures: { create: createErasure, dryRun: dryRunErasure },
  events: { visible: visibleEvents, shown: shownEvents, unexpired: unexpiredEvents, list: listEvents },
  // Which files may be referred to; the token decides whether a file may be read.
  files: { visible: visibleFiles, unexpired: unexpiredFiles },
  historyEntries: { list: listHistory, read: readHistory },
  importErrors: { visible: visibleImportErrors },
  imports: { update: updateImport, visible: visibleImports },
  jobQualifications: { create: createQualification, update: updateQualification },
  leaveAccounts: { update: updateLeaveAccount },
  leaveRequestDecisions: { create: createDecision },
  legalEntities: { update: updateLegalEntity, remove: removeLegalEntity },
  legalHolds: { create: createHold, update: updateHold },
  loggedRequests: { unexpired: keptRequests },
  overviews: { read: readOverview },
  readEntries: { list: listReadEntries, unexpired: keptReads },
  retentionRules: { create: createRule, update: updateRule, views: { preview: previewRule } },
  subjectExports: { create: createExport, downloads: { content: findArchive } },
  taxonomies: { remove: removeTaxonomy },
  taxonomyLabels: { remove: removeLabel },
  webhookDeliveries: { create: createDelivery, unexpired: ofKeptEvents },
  webhookDeliveryAttempts: { unexpired: ofKeptEvents },
  webhookEndpointSecrets: { create: createSecret, remove: removeSecret },
  webhookRedeliveries: { create: createRedelivery, dryRun: dryRunRedelivery },
  workingTimeArrangements: {
    create: createWorkingTimeArrangement,
    update: updateWorkingTimeArrangement,
    previewUpdate: previewWorkingTimeArrangement,
  },
};

const byType = new Map(
  Object.entries<Resource>({ ...resources, ...administration }).map(([key, resource]) => {
    const behaviour: Behaviour = behaviours[key as keyof typeof behaviours] ?? {};
    const verbs: Verbs = { ...standardVerbs(resource), ...behaviour };
    return [resource.type, { behaviour, verbs, createMany: createManyOf(resource, behaviour) }] as const;
  }),
);

/** Only where numbers can be drawn for many rows, which are inside no parent, and nobody else is asked about each. */
function createManyOf(resource: Resource, behaviour: Behaviour): CreateMany | null {
  const { create, createMany, validateCreationExternally } = behaviour;
  if (validateCreationExternally) return null;
  if (create) return createMany ?? null;
  return resource.idKind === 'number' && !resource.within ? standardCreateMany(resource) : null;
}

export const behaviourOf = ({ type }: Resource): Behaviour => byType.get(type)?.behaviour ?? {};

/** Rows that have not expired; `time` is asked only where something can expire. */
export function unexpiredOf(resource: Resource, time: () => AccountTime): Condition[] {
  const { unexpired } = behaviourOf(resource);
  return [...unexpiredRows(resource, time), ...(unexpired ? unexpired(time()) : [])];
}

/** The verbs that serve a resource: its own, and the standard ones for the rest. */
export const verbsOf = (resource: Resource): Verbs => byType.get(resource.type)?.verbs ?? standardVerbs(resource);

/** Creates many rows at once; null: each creation of this resource is alone. */
export const manyCreatorOf = ({ type }: Resource): CreateMany | null => byType.get(type)?.createMany ?? null;
