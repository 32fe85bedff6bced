/** Everything about an endpoint that a delivery depends on, at the time of sending. */
import { within } from '@muster/contract/administration/installation-bounds.ts';
import { shownEvents, visibleEvents } from '../events/visible.ts';
import type { AccountAddress } from '../identity/accounts/addresses.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { Condition } from '../platform/store/condition.ts';
import type { Shown } from '../platform/store/shown-columns.ts';
import type { WebhookLimits } from './limits.ts';
import { liveSecrets } from './secrets.ts';
import { type SigningSecret, signingSecret } from './signature.ts';

export interface Recipient {
  readonly endpointId: string;
  readonly ownerId: string;
  readonly url: string;
  readonly status: 'active' | 'suspended' | 'inactive';
  readonly failingSince: Date | null;
  /** The number of warnings recorded since then. */
  readonly warningsCount: number;
  readonly account: AccountAddress;
  /** The account is deleted, and in its grace time. */
  readonly isClosed: boolean;
  readonly limits: WebhookLimits;
  /** Newest first. */
  readonly secrets: readonly SigningSecret[];
  /** Which events its application may read now. */
  readonly visible: readonly Condition[];
  /** How they are shown to it. */
  readonly shown: Shown;
}

interface Row {
  ownerId: string;
  url: string;
  status: Recipient['status'];
  failingSince: Date | null;
  warningsCount: number;
  name: string;
  environment: AccountAddress['environment'];
  sandbox: string | null;
  isClosed: boolean;
  scopes: string[];
  establishments: string[] | null;
  waits: number[] | null;
  attemptMs: number | null;
  parallelMax: number | null;
  warningDays: number[] | null;
  suspensionDays: number | null;
}

/** A disabled application may read nothing. */
const found = statement(`
select endpoint.client_application_id::text as "ownerId", endpoint.webhook_url as url, endpoint.status,
  endpoint.failing_since as "failingSince", endpoint.warnings_count::int as "warningsCount",
  account.name, account.environment, account.sandbox, account.state = 'closed' as "isClosed",
  case when application.is_disabled then '{}' else application.scopes end as scopes,
  application.business_establishments_id::text[] as establishments,
  account.webhook_waits_s as waits, account.webhook_attempt_ms as "attemptMs",
  account.webhook_parallel_attempts as "parallelMax", account.webhook_warning_days as "warningDays",
  account.webhook_suspension_days as "suspensionDays"
from webhook_endpoints as endpoint
  join client_applications as application on application.id = endpoint.client_application_id
  join (
    select accounts.id, accounts.name, environment, sandbox, state, webhook_waits_s, webhook_attempt_ms,
      webhook_parallel_attempts, webhook_warning_days, webhook_suspension_days
    from accounts left join account_settings on account_settings.account_id = accounts.id where accounts.id = $1
  ) as account on account.id = endpoint.account_id
where endpoint.account_id = $1 and endpoint.id = $2`);

/** null: it has been deleted. */
export async function findRecipient(
  session: Session,
  endpointId: string,
  usual: WebhookLimits,
): Promise<Recipient | null> {
  const [[row], secrets] = await Promise.all([
    session.run<Row>(found, [endpointId]),
    liveSecrets(session, [endpointId]),
  ]);
  if (!row) return null;
  const { ownerId, url, status, failingSince, warningsCount, name, environment, sandbox, establishments } = row;
  return {
    endpointId,
    ownerId,
    url,
    status,
    failingSince,
    warningsCount,
    account: { name, environment, sandbox },
    isClosed: row.isClosed,
    limits: {
      waitsMs: row.waits?.map((seconds) => seconds * 1000) ?? usual.waitsMs,
      attemptMs: row.attemptMs === null ? usual.attemptMs : within(session.bounds, 'webhookAttemptMs', row.attemptMs),
      parallelMax:
        row.parallelMax === null
          ? usual.parallelMax
          : within(session.bounds, 'webhookParallelAttempts', row.parallelMax),
      warningDays: row.warningDays ?? usual.warningDays,
      suspensionDays: row.suspensionDays ?? usual.suspensionDays,
    },
    secrets: (secrets.get(endpointId) ?? []).map(signingSecret),
    visible: visibleEvents({ clientApplicationId: ownerId, scopes: new Set(row.scopes), establishments, person: null }),
    shown: shownEvents({ establishments }),
  };
}
