/** Settings of an account about people, which no client can change. */
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { setPeopleSettings } from '../../server/people/change-settings.ts';
import { statement } from '../../server/platform/database/statement.ts';
import type { Row } from './examples.ts';
import type { SharedService } from './service.ts';

export interface AccountSettings {
  readonly timezoneId?: string;
  readonly template?: Row;
  readonly businessEstablishment?: Row;
  readonly department?: Row;
  readonly refusedDomains?: readonly string[];
  readonly highestRank?: number;
}

/** Settings that are left out get their default. */
export async function setSettings(service: SharedService, account: Account, given: AccountSettings): Promise<void> {
  const { timezoneId = 'UTC', template, businessEstablishment, department, refusedDomains = [], highestRank } = given;
  await service.database.transaction(account.id, (tx) =>
    setPeopleSettings(tx, {
      timezone: timezoneId,
      template: template?.id ?? null,
      establishment: businessEstablishment?.id ?? null,
      department: department?.id ?? null,
      refusedDomains,
      highestRank: highestRank ?? null,
    }),
  );
}

/** The id of a qualification or category in another system, which the API does not show. */
export async function setRemoteId(
  service: SharedService,
  account: Account,
  table: 'job_qualifications' | 'occupation_categories',
  { id }: Row,
  remoteId: string,
): Promise<void> {
  const text = `update ${table} set remote_id = $3 where account_id = $1 and id = $2`;
  await service.database.transaction(account.id, (tx) => tx.run(statement(text), [id, remoteId]));
}
