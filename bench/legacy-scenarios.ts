/**
 * Scenarios of the legacy API: a page of half-days by owners and dates, whose time must not depend on the number of other
 * rows, and a page of users, also compared with the floor.
 */
import { firstYear, halfDaysEach, type LegacyAccount } from './legacy-rows.ts';
import type { Scenario } from './measure.ts';
import { type Bars, floorRatio, resultsBy, serviceRatio } from './report.ts';
import { http, inTurn, same } from './requests.ts';

const names = {
  leaves: '1,000 half-days by owners and dates',
  users: 'list 1,000 users',
} as const;

/** Half of the half-days of each owner are in the requested year. */
const ownersAsked = 1000 / (halfDaysEach / 2);
const questionsMax = 20;

export const legacyScenarios = (accounts: readonly LegacyAccount[]): Scenario[] =>
  accounts.flatMap((account) => [
    ...(account.halfDays > 0 ? [leavesOf(account)] : []),
    ...(account.rows >= 2000 ? [usersOf(account)] : []),
  ]);

const headersOf = ({ apiKey }: LegacyAccount): string[] => [`Authorization: svc application=${apiKey}`];

/** Owners from the whole account, different ones each time. */
function leavesOf(account: LegacyAccount): Scenario {
  const owners = account.halfDays / halfDaysEach;
  const apart = Math.floor(owners / ownersAsked);
  const questions = Array.from({ length: Math.min(questionsMax, apart) }, (_, question) => {
    const ids = Array.from({ length: ownersAsked }, (_, index) => account.employeeId + index * apart + question);
    return `leavePeriod.ownerId=${ids.join(',')}&date=between,${firstYear.join(',')}`;
  });
  const requests = questions.map((query) => http(`GET /api/v3/leaves?${query}`, headersOf(account)));
  return { name: names.leaves, rows: account.halfDays, service: inTurn(requests), expectedStatus: 200 };
}

const usersOf = (account: LegacyAccount): Scenario => ({
  name: names.users,
  rows: account.rows,
  service: same(http('GET /api/v3/users', headersOf(account))),
  floor: same(http(`GET /${account.accountId}/users?limit=1000`, [])),
  expectedStatus: 200,
});

export const legacyBars: Bars = (results) => {
  const sizesOf = (name: string) => resultsBy(results.filter((result) => result.name === name));
  const againstSmall = Object.values(names).map((name) => {
    const { at, small, large } = sizesOf(name);
    return {
      meaning: `${name}: ${large} rows ÷ ${small} rows`,
      value: serviceRatio(at(name, large), at(name, small)),
      least: 0.8,
    };
  });
  const { at, sizes } = sizesOf(names.users);
  const aboveFloor = sizes.map((rows) => ({
    meaning: `${names.users}, ${rows} rows: service ÷ floor`,
    value: floorRatio(at(names.users, rows)),
    least: 0.8,
  }));
  return [...againstSmall, ...aboveFloor];
};
