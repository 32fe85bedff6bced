import {
  changedBy,
  described,
  type Field,
  flag,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  readOnly,
  reference,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { int, type Schema, string } from '../kit/schema.ts';
import { timezone } from '../kit/values.ts';
import { languages } from '../languages.ts';

/** The greatest value of each number; the least is 1. Also the limits of the operator. */
export const settingsMax = {
  requestsPerMinute: 1_000_000_000,
  eventDays: 36_500,
  webhookWaitSeconds: 31_536_000,
  webhookAttemptMs: 600_000,
  webhookParallelAttempts: 100,
  webhookDays: 365,
  unreferencedFileHours: 8760,
  auditDays: 36_500,
  readLogDays: 36_500,
  requestLogDays: 90,
} as const;

/** Names such as example.com. A label contains no dot: otherwise the pattern would backtrack on long names. */
export const domainPattern = '^[^\\s@.]+(\\.[^\\s@.]+)+$';

const listOf = <T>(items: Schema<T>, [minItems, maxItems]: readonly [number, number]): Schema<T[]> => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});

const upTo = (max: number) => nullable(integer({ min: 1, max }));
const days = listOf(int({ minimum: 1, maximum: settingsMax.webhookDays }), [1, 100]);
const seconds = listOf(int({ minimum: 1, maximum: settingsMax.webhookWaitSeconds }), [1, 100]);
const weekdays = { ...listOf(int({ minimum: 1, maximum: 7 }), [1, 7]), uniqueItems: true };

/** Settings that protect the account: only owners change them. */
const ofOwners = <F extends Field>(field: F): F => changedBy('administrators.readwrite', field);

const installation = 'Null: as the installation says.';
/** Shows the default if nothing is set; null resets it. */
const resettable = <F extends Field>(field: F): F => ({
  ...field,
  write: { ...field.write, type: [field.write.type, 'null'].flat() },
});

export const accountSettings = resource({
  area: 'administration',
  type: 'account-setting',
  summary: 'What an account has set: there is one, and its id is `current`.',
  scopes: ['account-settings'],
  operations: ['list', 'read', 'update'],
  isWrittenElsewhere: true,
  idKind: 'text',
  fields: {
    id: described(readOnly(text({ max: 255 })), 'Always `current`.'),
    timezoneId: described(timezone(), 'Of establishments without one of their own, as an IANA name.'),
    language: described(nullable(oneOf(...languages)), 'Of the people, for older systems. Null: English.'),
    isSecondFactorRequired: ofOwners(
      described(
        flag(),
        'Anyone who is signed in without a second factor is stopped at the next request, and adds one by signing in again. Refused ' +
          'to a person who has shown none.',
      ),
    ),
    requestsPerMinute: ofOwners(
      described(upTo(settingsMax.requestsPerMinute), `Of each client application. ${installation}`),
    ),
    eventDays: ofOwners(described(upTo(settingsMax.eventDays), `How long events are kept. ${installation}`)),
    auditDays: ofOwners(described(upTo(settingsMax.auditDays), 'How long audit entries are kept. Null: without end.')),
    readLogDays: ofOwners(
      described(
        upTo(settingsMax.readLogDays),
        'How long it is kept who has read confidential data. Null: 730 days, which is two years.',
      ),
    ),
    requestLogDays: ofOwners(
      described(upTo(settingsMax.requestLogDays), 'How long answered requests are listed. Null: 7 days.'),
    ),
    unreferencedFileHours: ofOwners(
      described(upTo(settingsMax.unreferencedFileHours), `How long a file is kept that nothing names. ${installation}`),
    ),
    legacyV2Until: ofOwners(
      described(
        nullable(instant()),
        'The last second in which the second generation of the legacy API is answered, UTC. Null: as announced.',
      ),
    ),
    legacyV2EndsAt: described(readOnly(instant()), 'When that is, set or announced.'),
    hiringTemplate: described(
      nullable(reference('employment-template')),
      'What a hiring takes that names none. Null: it must name one.',
    ),
    hiringBusinessEstablishment: described(nullable(reference('business-establishment')), 'The same.'),
    hiringDepartment: described(nullable(reference('department')), 'The same.'),
    refusedEmailDomains: described(
      json(listOf(string({ minLength: 3, maxLength: 255, pattern: domainPattern }), [0, 1000])),
      'Employees cannot have addresses of these domains.',
    ),
    highestRank: described(nullable(integer({ min: 1 })), 'Of job qualifications. Null: no bound.'),
    workingWeekdays: described(resettable(json(weekdays)), '1 is Monday. Null sets Monday to Friday.'),
    workingMinutesPerDay: described(
      resettable(integer({ min: 60, max: 1440 })),
      'Null sets 420, which is seven hours.',
    ),
    publicHolidaysCalendar: described(
      nullable(reference('public-holidays-calendar')),
      'Of those whose position names no working-time arrangement.',
    ),
    movedLeavesNeedApproval: described(
      flag(),
      'A confirmed leave whose days are moved becomes tentative, with a new request. False: it stays confirmed.',
    ),
    erasuresNeedApproval: ofOwners(
      described(
        flag(),
        'A second administrator approves the erasure of a person. False: an erasure is approved as soon as it is planned.',
      ),
    ),
    webhookChallenge: ofOwners(
      described(flag(), 'New addresses of endpoints must prove by an echo that they want to be called.'),
    ),
    webhookWaitsSeconds: described(
      nullable(json(seconds)),
      `Before the second attempt, the third, and so on. ${installation}`,
    ),
    webhookAttemptMs: described(
      upTo(settingsMax.webhookAttemptMs),
      `How long an answer is waited for. ${installation}`,
    ),
    webhookParallelAttempts: described(
      upTo(settingsMax.webhookParallelAttempts),
      `Requests to one endpoint at once. ${installation}`,
    ),
    webhookWarningDays: described(
      nullable(json(days)),
      `Days without a success after which a warning is recorded. ${installation}`,
    ),
    webhookSuspensionDays: described(
      upTo(settingsMax.webhookDays),
      `Days without a success after which an endpoint is suspended. ${installation}`,
    ),
  },
  events: [],
  notes: {
    update:
      'Takes effect within a second. Only owners change whether a second factor is required, the quota, how long things are ' +
      'kept, whether erasures need an approval, the end of the legacy API and the proof of addresses. The operator of the installation bounds the numbers.',
  },
});
