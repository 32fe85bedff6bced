import type { Duration, DurationIn } from '../duration.ts';
import {
  blamedOnId,
  createOnly,
  date,
  described,
  differing,
  json,
  nullable,
  oneOf,
  optional,
  readOnly,
  reference,
} from '../kit/field.ts';
import type { Link } from '../kit/link.ts';
import { type Filter, resource } from '../kit/resource.ts';
import { anyOf, as, boolean, closed, dateText, int, maybe, named, orNull, type Schema, string } from '../kit/schema.ts';
import { timestamps } from '../kit/traits.ts';

const halves = ['firstHalfDay', 'secondHalfDay'] as const;
const thousandths: Schema<number> = { type: 'number', minimum: 0.001, multipleOf: 0.001 };

const durationRead: Schema<Duration> = named(
  'duration',
  closed({
    iso: string({ description: 'ISO 8601, with 24 hours to a day.' }),
    value: thousandths,
    unit: anyOf('days', 'hours'),
  }),
);
const durationSent: Schema<DurationIn> = named(
  'duration-sent',
  as(closed({ iso: maybe(string({ maxLength: 40 })), value: maybe(thousandths), unit: maybe(anyOf('days', 'hours')) })),
);

export interface LeaveDay {
  date: string;
  range: 'firstHalfDay' | 'secondHalfDay' | 'allDay';
  duration: Duration;
}

const days = json<LeaveDay[]>({
  type: 'array',
  maxItems: 365,
  items: closed({ date: dateText(), range: anyOf(...halves, 'allDay'), duration: durationRead }),
});

const optionalDate = maybe(orNull(dateText()));
const rate = maybe(orNull(as<number>({ type: 'number', minimum: 0, maximum: 1, multipleOf: 0.01 })));
const dayCount = maybe(orNull(as<number>({ type: 'number', minimum: 0, maximum: 10_000 })));
const leaveNamed = reference('leave');

/** Members of all natures; a reference to another leave is shown with its address. */
const common = {
  lastWorkedOn: optionalDate,
  extendsSickLeave: maybe(orNull(leaveNamed.write)),
  earlyReturnOf: maybe(orNull(leaveNamed.write)),
  partTimeReturn: maybe(
    orNull(
      closed({
        activityRate: as<number>({ type: 'number', minimum: 0, maximum: 1, multipleOf: 0.01 }),
        reason: anyOf('none', 'therapeutic', 'personal'),
      }),
    ),
  ),
  paidDaysCount: dayCount,
  unpaidDaysCount: dayCount,
  compensationRate: rate,
  hasSubrogation: maybe(orNull(boolean())),
  subrogationStartsOn: optionalDate,
  subrogationEndsOn: optionalDate,
};

const childbirth = {
  childArrival: maybe(orNull(anyOf('birth', 'adoption'))),
  childrenCount: maybe(orNull(int({ minimum: 1, maximum: 20 }))),
  adoptingParentsSharingLeaveRights: maybe(orNull(anyOf('unshared', 'shared'))),
  childExpectedOn: optionalDate,
};

/** Additional members of each nature. The names are those of the authority, including their spelling. */
export const natures = {
  frenchOrdinarySickness: { isLongTermCondition: maybe(orNull(boolean())) },
  frenchOccupationalDisease: { symptomsFirstObservedOn: optionalDate },
  frenchCommutingAccident: {
    occurredOn: optionalDate,
    location: maybe(orNull(anyOf('toWork', 'fromWork', 'atLunchPlace'))),
  },
  frenchWorkAcident: { occurredOn: optionalDate },
  frenchMaternity: childbirth,
  frenchPaternity: {
    ...childbirth,
    childArrivedOn: optionalDate,
    partitioning: maybe(orNull(anyOf('initial', 'fragmented'))),
  },
  frenchOtherSickLeave: {},
};

export type Nature = keyof typeof natures;

export const commonDetails: readonly string[] = Object.keys(common);

/** All members of all natures: the write of a leave checks which belong together. */
const anyDetails = {
  // The keys are the natures.
  nature: anyOf(...(Object.keys(natures) as Nature[])),
  ...common,
  ...natures.frenchOrdinarySickness,
  ...natures.frenchOccupationalDisease,
  ...natures.frenchCommutingAccident,
  ...natures.frenchPaternity,
};

const details = differing(
  named(
    'leave-details',
    closed({
      ...anyDetails,
      extendsSickLeave: maybe(orNull(leaveNamed.read)),
      earlyReturnOf: maybe(orNull(leaveNamed.read)),
    }),
  ),
  named('leave-details-sent', closed(anyDetails)),
  'addressed',
);

const end = (path: string, form: 'from' | 'to'): Filter => ({ kind: 'date', isNullable: false, path, forms: [form] });

const whilePending: Link = {
  collection: 'leave-request-decision',
  while: { of: 'leave-request', member: 'status', is: 'pending' },
  needs: ['leave-requests.readwrite'],
};

export const leaves = resource({
  type: 'leave',
  summary: 'An absence of one employee, from one half-day to another, on one leave account.',
  scopes: ['leaves'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    startsOn: described(date(), 'First day, included.'),
    startPosition: described(optional(oneOf(...halves), 'firstHalfDay'), 'Where the first day begins.'),
    endsOn: described(date(), 'Last day, included.'),
    endPosition: described(optional(oneOf(...halves), 'secondHalfDay'), 'Where the last day ends.'),
    employee: described(createOnly(blamedOnId(reference('employee'))), 'Who is absent.'),
    leaveAccount: described(createOnly(blamedOnId(reference('leave-account'))), 'What kind of absence it is.'),
    days: described(readOnly(days), 'The days that count, by the unit of the account.'),
    totalDuration: described(
      createOnly({ ...differing(durationRead, durationSent, 'json'), create: 'optional' as const }),
      'The sum of the days. Only on an account of working hours a creation may say it.',
    ),
    status: described(
      optional(oneOf('tentative', 'confirmed', 'cancelled'), 'tentative'),
      'A tentative leave comes with a request for approval. Cancelled is final.',
    ),
    details: described(nullable(details), 'What an authority wants to know, by the nature of the absence.'),
    ...timestamps,
  },
  hidden: { firstHalf: 'bigint', lastHalf: 'bigint', 'leaveRequest.id': 'bigint', statedMs: 'bigint' },
  sortable: ['startsOn', 'endsOn'],
  filterable: ['id', 'status', 'employee.id', 'leaveAccount.id', 'startsOn', 'endsOn'],
  filters: { since: end('endsOn', 'from'), until: end('startsOn', 'to') },
  embedded: { 'leave-account': 'leaveAccount' },
  ownedThrough: 'employee',
  followsDays: true,
  links: {
    leaveRequest: { refersTo: 'leave-request', needs: ['leave-requests.readonly', 'leave-requests.readwrite'] },
    approve: whilePending,
    deny: whilePending,
  },
  notes: {
    create: 'A tentative leave is made together with its request. No half-day of an employee is covered twice.',
    update:
      'Days can move until the first approval and after the last one, details until the end; a leave is confirmed by ' +
      'decisions on its request. The account may want a confirmed leave that moves to be approved again: it becomes ' +
      'tentative, with a new request.',
    remove: 'Its request and the decisions on it go with it.',
  },
});
