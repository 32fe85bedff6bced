/** What the administration of an account sets about people; no client can. */
import type { Account } from '../../server/accounts/accounts.ts';
import { statement } from '../../server/database/statement.ts';
import type { Row } from './examples.ts';
import type { TestService } from './service.ts';

export interface AccountSettings {
  readonly timezoneId?: string;
  readonly template?: Row;
  readonly businessEstablishment?: Row;
  readonly department?: Row;
  readonly refusedDomains?: readonly string[];
}

const settings = statement(`
insert into account_settings (account_id, timezone_id, hiring_template_id, hiring_business_establishment_id,
  hiring_department_id, refused_email_domains)
values ($1, $2, $3, $4, $5, $6)
on conflict (account_id) do update set timezone_id = excluded.timezone_id,
  hiring_template_id = excluded.hiring_template_id,
  hiring_business_establishment_id = excluded.hiring_business_establishment_id,
  hiring_department_id = excluded.hiring_department_id, refused_email_domains = excluded.refused_email_domains`);

/** What is left out is not set. */
export async function setSettings(service: TestService, account: Account, given: AccountSettings): Promise<void> {
  const { timezoneId = 'UTC', template, businessEstablishment, department, refusedDomains = [] } = given;
  const named = [template, businessEstablishment, department].map((row) => row?.id ?? null);
  await service.database.transaction(account.id, (tx) =>
    tx.run(settings, [timezoneId, ...named, refusedDomains as string[]]),
  );
}

/** The id of a qualification or category in another system, which the API does not show. */
export async function setRemoteId(
  service: TestService,
  account: Account,
  table: 'job_qualifications' | 'occupation_categories',
  { id }: Row,
  remoteId: string,
): Promise<void> {
  const text = `update ${table} set remote_id = $3 where account_id = $1 and id = $2`;
  await service.database.transaction(account.id, (tx) => tx.run(statement(text), [id, remoteId]));
}
