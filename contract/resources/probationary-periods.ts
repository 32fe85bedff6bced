import { createOnly, date, described, nullable, readOnly, reference } from '../kit/field.ts';
import { type Filter, resource } from '../kit/resource.ts';
import { timestamps } from '../kit/traits.ts';

const range: Filter = { kind: 'date', isNullable: false, forms: ['range'] };

export const probationaryPeriods = resource({
  type: 'probationary-period',
  summary: 'The trial period of an employment; at most one per employment.',
  scopes: ['probationary-periods'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  isBeta: true,
  fields: {
    employment: described(createOnly(reference('employment')), 'The employment on trial.'),
    startsOn: described(readOnly(date()), 'Always the first day of the employment.'),
    endsOn: described(readOnly(date()), '`extendedEndsOn` where it is set, otherwise `initialEndsOn`.'),
    initialEndsOn: described(date(), 'Not before `startsOn`, and within the employment where that has an end.'),
    extendedEndsOn: described(
      nullable(date()),
      'End after an extension: after `initialEndsOn`, and within the employment. Null takes the extension back.',
    ),
    ...timestamps,
  },
  hidden: { 'employee.id': 'bigint' },
  sortable: ['startsOn', 'endsOn'],
  filterable: ['id', 'employment.id'],
  filters: {
    'employment.employee.id': { kind: 'number', isNullable: false, path: 'employee.id', forms: ['equal'] },
    startsOn: range,
    endsOn: range,
    initialEndsOn: range,
    extendedEndsOn: range,
    isExtended: { kind: 'boolean', isNullable: false, forms: ['equal'], presenceOf: 'extendedEndsOn' },
  },
  ownedThrough: 'employee',
  followsDays: true,
});
