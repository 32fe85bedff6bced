/** Endpoint functions of the command line. */
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import type { Database, Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { type Actor, difference, recordAudit } from '../platform/verbs/audit.ts';
import { parsed, read } from '../platform/verbs/standard.ts';
import { updateEndpoint } from './endpoints.ts';

export interface EndpointStanding {
  readonly id: string;
  readonly name: string;
  readonly webhookUrl: string;
  readonly status: 'active' | 'suspended' | 'inactive';
  readonly clientApplication: string | null;
  readonly failingSince: Date | null;
  readonly suspensionReason: string | null;
  /** Waiting deliveries. */
  readonly waiting: number;
}

const standings = statement(`
select endpoint.id::text as id, endpoint.name, webhook_url as "webhookUrl", status, failing_since as "failingSince",
  suspension_reason as "suspensionReason", application.name as "clientApplication",
  (select count(*) from deliveries
    where deliveries.account_id = $1 and webhook_endpoint_id = endpoint.id and deliveries.status = 'undelivered')::integer as waiting
from webhook_endpoints as endpoint left join client_applications as application
  on application.id = endpoint.client_application_id
where endpoint.account_id = $1 order by endpoint.id`);

export const endpointsOf = (session: Session): Promise<EndpointStanding[]> => session.run<EndpointStanding>(standings);

/** Activates or disables an endpoint; waiting deliveries continue or are dropped, as with the API. */
export function setEndpointStatus(
  { database, actor }: { readonly database: Database; readonly actor: Actor },
  access: AccessContext,
  id: string,
  status: 'active' | 'inactive',
): Promise<void> {
  return database.transaction(access.caller.accountId, async (tx) => {
    const before = await read(tx, webhookEndpoints, access, id);
    const write: Write = { check: () => undefined, isConditional: false, body: async () => ({ status }) };
    const after = await updateEndpoint(tx, access, id, write);
    if (after.revision === before.revision) return;
    await recordAudit(tx, actor, {
      action: `${webhookEndpoints.type}.updated`,
      subject: { type: webhookEndpoints.type, id },
      ...difference(webhookEndpoints, parsed(before, ''), parsed(after, '')),
    });
  });
}
