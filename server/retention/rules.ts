/** The verbs of retention rules: which rules are possible, and which accounts have some. */
import type { BoundedSetting } from '@muster/contract/administration/installation-bounds.ts';
import {
  familiesWithoutCountry,
  type RetentionFamily,
  retentionRules,
} from '@muster/contract/administration/retention-rules.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { StoredRow } from '../platform/store/read.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { checkedValues, givenText, type JsonObject } from '../platform/verbs/body.ts';
import * as standard from '../platform/verbs/standard.ts';
import { addError, noErrors, throwIfAny } from '../problem.ts';

export interface Rule {
  readonly id: string;
  readonly family: RetentionFamily;
  readonly countryCode: string | null;
  readonly months: number;
}

const listed = statement('insert into retention_nights (account_id) values ($1) on conflict do nothing');

export async function createRule(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const errors = noErrors();
  const { family, months, countryCode } = checkedValues(retentionRules, body, access.caller.baseUrl, errors);
  if (countryCode && countryless.has(givenText(family)))
    addError(
      errors,
      'countryCode',
      'Must be null for this family: its entries may be about people of several countries.',
    );
  checkMonths(tx, family, months, errors);
  throwIfAny(errors);
  await tx.run(listed);
  return standard.create(tx, retentionRules, access, body);
}

export const updateRule = (tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> =>
  standard.update(tx, retentionRules, access, id, {
    ...write,
    body: async () => {
      const body = await write.body();
      const { family } = standard.parsed(await standard.read(tx, retentionRules, access, id), '');
      const errors = noErrors();
      checkMonths(tx, family, body.months, errors);
      throwIfAny(errors);
      return body;
    },
  });

const countryless: ReadonlySet<string> = new Set(familiesWithoutCountry);

const boundOf: Readonly<Record<string, BoundedSetting>> = {
  'read-entries': 'readLogDays',
  'audit-entries': 'auditDays',
};

const daysPerMonth = 365.25 / 12;

/** The operator of the installation says how long these entries are kept at least. */
function leastMonths({ bounds }: Pick<Session, 'bounds'>, family: string): { months: number; days: number } {
  const bound = boundOf[family];
  const days = (bound && bounds[bound]?.min) ?? 0;
  return { days, months: Math.ceil(days / daysPerMonth) };
}

/** The rule as it is applied: a bound that was set later counts too. */
export const bounded = (session: Pick<Session, 'bounds'>, rule: Rule): Rule => ({
  ...rule,
  months: Math.max(rule.months, leastMonths(session, rule.family).months),
});

function checkMonths(session: Session, family: unknown, months: unknown, errors: ReturnType<typeof noErrors>): void {
  const { days, months: least } = leastMonths(session, givenText(family));
  if (typeof months === 'number' && months < least)
    addError(errors, 'months', `Must be at least ${least}: the installation keeps these entries for ${days} days.`);
}

const active = statement(`
select id::text as id, family, country_code as "countryCode", months from retention_rules
where account_id = $1 and is_active order by id`);

export const activeRules = async (session: Session): Promise<Rule[]> =>
  (await session.run<Rule>(active)).map((rule) => bounded(session, rule));
