/** Endpoints with what waits for them, as a list for operators. */
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

export interface EndpointStanding {
  readonly id: string;
  readonly name: string;
  readonly webhookUrl: string;
  readonly status: 'active' | 'suspended' | 'inactive';
  readonly clientApplication: string | null;
  readonly failingSince: Date | null;
  readonly suspensionReason: string | null;
  /** Deliveries that wait for their turn. */
  readonly waiting: number;
}

const standings = statement(`
select endpoint.id::text as id, endpoint.name, webhook_url as "webhookUrl", status, failing_since as "failingSince",
  suspension_reason as "suspensionReason",
  (select json_object_agg(id, name) from client_applications where account_id = $1) ->> client_application_id::text
    as "clientApplication",
  (select count(*) from deliveries
    where deliveries.account_id = $1 and webhook_endpoint_id = endpoint.id and deliveries.status = 'undelivered')::integer as waiting
from webhook_endpoints as endpoint
where endpoint.account_id = $1 order by endpoint.id`);

export const endpointsOf = (session: Session): Promise<EndpointStanding[]> => session.run<EndpointStanding>(standings);
