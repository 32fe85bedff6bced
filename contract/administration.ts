/** Every resource of the administration area, by its key in the console. */
import { accountSettings } from './administration/account-settings.ts';
import { accounts } from './administration/accounts.ts';
import { administratorInvitations } from './administration/administrator-invitations.ts';
import { administrators } from './administration/administrators.ts';
import { apiKeySecrets } from './administration/api-key-secrets.ts';
import { apiKeyUses } from './administration/api-key-uses.ts';
import { apiKeys } from './administration/api-keys.ts';
import { auditEntries } from './administration/audit-entries.ts';
import { clientApplicationSecrets } from './administration/client-application-secrets.ts';
import { clientApplications } from './administration/client-applications.ts';
import { erasureDecisions } from './administration/erasure-decisions.ts';
import { erasures } from './administration/erasures.ts';
import { historyEntries } from './administration/history-entries.ts';
import { identityProviders } from './administration/identity-providers.ts';
import { legalHolds } from './administration/legal-holds.ts';
import { loggedRequests } from './administration/logged-requests.ts';
import { overviews } from './administration/overviews.ts';
import { readEntries } from './administration/read-entries.ts';
import { retentionRules } from './administration/retention-rules.ts';
import { sandboxes } from './administration/sandboxes.ts';
import { savedViews } from './administration/saved-views.ts';
import { subjectExports } from './administration/subject-exports.ts';

export const administration = {
  administrators,
  administratorInvitations,
  identityProviders,
  accountSettings,
  auditEntries,
  historyEntries,
  readEntries,
  subjectExports,
  retentionRules,
  erasures,
  erasureDecisions,
  legalHolds,
  clientApplications,
  clientApplicationSecrets,
  apiKeys,
  apiKeySecrets,
  apiKeyUses,
  loggedRequests,
  accounts,
  sandboxes,
  overviews,
  savedViews,
};

export type Administration = typeof administration;
