/** Members of webhook endpoints and redeliveries with rules beyond their schema, and attempts: see `examples.ts`. */
import { webhookDeliveries } from '@muster/contract/resources/webhook-deliveries.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import type { Origin, Row } from '../example-row.ts';
import type { SharedService, TestClient } from '../service.ts';

export const webhookParticulars = {
  'webhook-endpoint': {
    webhookUrl: (unique: string) => `https://hooks.example.net/${unique}`,
    topics: () => ['department.created', 'employee.*'],
    status: () => 'inactive',
  },
  // A creation without an event creates one.
  'webhook-delivery': { event: () => undefined },
  'webhook-redelivery': {
    endsAt: () => '2024-03-01T00:00:00Z',
    topics: () => ['employee.created'],
  },
};

interface Attempt {
  readonly is_successful?: boolean;
  readonly response_status_code?: number | null;
  readonly failure_reason?: string | null;
  readonly error_response_body?: string;
}

/** An attempt at a delivery of the client, as the worker writes it. */
export async function attemptAt(
  service: SharedService,
  { credentials }: TestClient,
  delivery: Row,
  given: Attempt = {},
): Promise<void> {
  const { is_successful = false, error_response_body = '' } = given;
  const { response_status_code = 503, failure_reason = is_successful ? null : 'status' } = given;
  await service.database.query(`select ensure_partition('delivery_attempts', $1::timestamptz)`, [service.now()]);
  const [application] = await service.database.query<{ accountId: string }>(
    'select account_id::text as "accountId" from client_applications where client_id = $1',
    [credentials.clientId],
  );
  await service.database.session(application?.accountId ?? '').run(
    statement(`
insert into delivery_attempts (account_id, id, delivery_id, event_id, webhook_endpoint_id, client_application_id, signature,
  is_successful, response_status_code, error_response_body, failure_reason, request_headers, duration_ms, created_at)
select $1, uuid_at($3), id, event_id, webhook_endpoint_id, client_application_id, 'c2lnbmF0dXJl', $4, $5, $6, $7,
  '{"content-type":"application/json"}', 12, $3
from webhook_deliveries where account_id = $1 and id = $2 returning 1`),
    [delivery.id, service.now(), is_successful, response_status_code, error_response_body, failure_reason],
  );
}

const kinds: readonly Attempt[] = [
  {},
  { is_successful: true, response_status_code: 202 },
  { response_status_code: null, failure_reason: 'timeout' },
];

let made = 0;

export const webhookOrigins: Readonly<Record<string, Origin>> = {
  'webhook-delivery-attempt': async (service, client, count, make) => {
    const delivery = await make.create(client, webhookDeliveries);
    for (let done = 0; done < count; done += 1) {
      made += 1;
      await attemptAt(service, client, delivery, kinds[made % kinds.length]);
    }
  },
};
