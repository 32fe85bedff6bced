/** Accounts for operators, including sandboxes. A worker does the long work. */
import { accounts } from '@muster/contract/administration/accounts.ts';
import type { Environment } from '@muster/contract/environments.ts';
import type { Person } from '../../identity/auth/caller.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { isNumericId } from '../../platform/store/columns.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { changesIn, type JsonObject, valuesIn } from '../../platform/verbs/body.ts';
import { refuseBeyond } from '../../platform/verbs/bounds.ts';
import * as standard from '../../platform/verbs/standard.ts';
import { invalid } from '../../problem.ts';
import { addAccount, markDropping, withLink } from './account-rows.ts';
import { moveClock } from './clock.ts';

interface NewAccount {
  readonly name: string;
  readonly environment: Environment;
  readonly origin: { readonly id: string } | null;
}

/** The creator becomes the first owner by following the link. */
export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  // The declaration has checked them.
  const asked = valuesIn(accounts, body, access.caller.baseUrl) as JsonObject & NewAccount;
  if (asked.origin && asked.environment !== 'sandbox') {
    throw invalid({ origin: ['Only a sandbox is a copy: the environment must be sandbox.'] });
  }
  const originId = asked.origin && (await originNamed(tx, asked.origin.id));
  const { id, link } = await addAccount(tx, access.caller.person as Person, asked, originId);
  return withLink(await standard.read(tx, accounts, access, id), link);
}

const origins = statement(`
select id from accounts where $1::bigint is not null and id = $2 and environment <> 'sandbox' and state = 'ready'`);

async function originNamed(tx: Tx, id: string): Promise<string> {
  const [found] = isNumericId(id) ? await tx.run(origins, [id]) : [];
  if (!found) throw invalid({ origin: ['Must name an account that is ready, and no sandbox itself.'] });
  return id;
}

const limited = statement(`
update accounts set
  requests_per_minute = case when $3 then $4 else requests_per_minute end,
  event_days = case when $5 then $6 else event_days end
where $1::bigint is not null and id = $2`);

export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const current = await standard.read(tx, accounts, access, id);
  write.check(current);
  const { baseUrl } = access.caller;
  const body = await write.body();
  const changes = changesIn(accounts, standard.parsed(current, baseUrl), body, baseUrl);
  refuseBeyond(tx.bounds, changes);
  const limits = [changes.requestsPerMinute, changes.eventDays];
  if (limits.some((limit) => limit !== undefined)) {
    await tx.run(limited, [id, ...limits.flatMap((limit) => [limit !== undefined, limit ?? null])]);
  }
  if (Object.hasOwn(body, 'clock')) await moveClock(tx, id, body.clock as string | null);
  return standard.read(tx, accounts, access, id);
}

export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  write.check(await standard.read(tx, accounts, access, id));
  await markDropping(tx, id);
}
