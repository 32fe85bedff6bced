import { createOnly, described, flag, integer, nullable, oneOf, optional } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { as, closed, constant, dateText, dictionary, int, named, string } from '../kit/schema.ts';
import { timestamps } from '../kit/traits.ts';
import { countryCode } from '../kit/values.ts';

/** After the end of the last employment of a person. */
export const familiesOfPeople = ['person', 'leaves', 'personal-records', 'files'] as const;
/** After the record itself. */
export const familiesOfRecords = ['versions', 'read-entries', 'audit-entries'] as const;

/** Their rows can be about people of several countries. */
export const familiesWithoutCountry = ['read-entries', 'audit-entries'] as const;

export type RetentionFamily = (typeof familiesOfPeople)[number] | (typeof familiesOfRecords)[number];

/** People that a preview names; all are counted. */
export const previewPeopleMax = 1000;
/** Dates that a preview looks ahead to. */
export const previewDatesMax = 12;

const count = int({ minimum: 0 });

const listOf = <T>(items: { readonly '~type'?: T }, maxItems: number) => as<T[]>({ type: 'array', items, maxItems });

const preview = named(
  'retention-preview',
  closed({
    type: constant('retention-preview'),
    retentionRule: closed({ id: string() }),
    date: dateText({ description: 'Today, by the clock and the timezone of the account.' }),
    due: closed({
      people: { ...count, description: 'Of families that end with an employment.' },
      counts: { ...dictionary(count), description: 'Rows by collection.' },
    }),
    people: {
      ...listOf(closed({ id: string(), dueOn: dateText(), count }), previewPeopleMax),
      description: `Who is due, the earliest first, at most ${previewPeopleMax}.`,
    },
    heldPeople: { ...count, description: 'Who would be due if no legal hold protected them.' },
    next: {
      ...listOf(closed({ date: dateText(), count }), previewDatesMax),
      description: `The next ${previewDatesMax} dates on which something becomes due, and how much: people, or rows of families that end with the record.`,
    },
  }),
);

/** What the view `preview` answers. */
export type RetentionPreview = NonNullable<(typeof preview)['~type']>;

export const retentionRules = resource({
  area: 'administration',
  type: 'retention-rule',
  summary:
    'How long data of one family is kept. Each night the service removes what is due, or plans the erasure of people.',
  scopes: ['retention-rules'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    family: described(
      createOnly(oneOf(...familiesOfPeople, ...familiesOfRecords)),
      '`person`: the erasure of the person is planned. `leaves`, `personal-records`, `files`: these rows of the person are ' +
        'removed. `versions`, `read-entries`, `audit-entries`: old records are removed.',
    ),
    countryCode: described(
      createOnly(nullable(countryCode())),
      'Of the legal entity of the last employment; null: all countries that have no rule of their own. Always null for ' +
        '`read-entries` and `audit-entries`.',
    ),
    months: described(
      integer({ min: 1, max: 1200 }),
      'After the end of the last employment; of `versions`, `read-entries` and `audit-entries`, after the record.',
    ),
    isActive: described(optional(flag(), true), 'False: nothing is removed. The preview shows what would be.'),
    ...timestamps,
  },
  filterable: ['id', 'family', 'countryCode', 'isActive'],
  // Whose employment has ended depends on the day.
  followsDays: true,
  events: [],
  links: {
    preview: { href: '/admin-api/retention-rules/{id}/preview', needs: ['retention-rules.readonly'] },
  },
  views: {
    preview: {
      summary: 'Preview what a retention rule takes',
      note: 'What the rule takes today, and when it takes more. Nothing is changed. The next night takes nothing else.',
      needs: 'readonly',
      json: preview,
      example: {
        type: 'retention-preview',
        retentionRule: { id: '3' },
        date: '2026-11-16',
        due: { people: 1, counts: { leaves: 12 } },
        people: [{ id: '4711', dueOn: '2026-11-01', count: 12 }],
        heldPeople: 0,
        next: [{ date: '2026-12-01', count: 2 }],
      },
    },
  },
  notes: {
    create: 'One rule for each family and country. Takes effect in the next night, by the clock of the account.',
    update: 'The family and the country stay: delete the rule and create another.',
    remove: 'Nothing more is removed by it. What was removed stays removed.',
  },
});
