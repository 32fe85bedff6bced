import {
  blamedOnId,
  createOnly,
  described,
  differing,
  json,
  nullable,
  readOnly,
  reference,
  referenceByWord,
} from '../kit/field.ts';
import { type Filter, resource } from '../kit/resource.ts';
import { anything, closed, dateText, maybe, orNull } from '../kit/schema.ts';
import { timestamps } from '../kit/traits.ts';

const day = (description: string) => maybe(orNull(dateText({ description })));

/** Compares a member of the definition. */
const ofDefinition = (member: string, filter: Pick<Filter, 'kind' | 'values' | 'isNullable'>): Filter => ({
  ...filter,
  path: 'definition.id',
  // The value itself shows its definition.
  through: { type: 'employee-attribute-definition', member, isOpen: true },
  forms: ['equal'],
});

export const employeeAttributes = resource({
  type: 'employee-attribute',
  summary: 'One value of one definition for one employee, employment or job position.',
  scopes: ['employee-attributes'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  isBeta: true,
  fields: {
    definition: described(
      createOnly(blamedOnId(referenceByWord('employee-attribute-definition'))),
      'What the value is, and what it must look like.',
    ),
    employee: described(
      createOnly(blamedOnId(reference('employee'))),
      'Whose value it is, also where it belongs to an employment or a job position.',
    ),
    employment: described(
      readOnly(nullable(reference('employment'))),
      'Set where the definition is about employments or job positions.',
    ),
    jobPosition: described(
      readOnly(nullable(reference('job-position'))),
      'Set where the definition is about job positions.',
    ),
    applicability: described(
      nullable(
        json(
          closed({
            start: day('First day; null: since the beginning.'),
            end: day('Last day, included; null: no end.'),
          }),
        ),
      ),
      'The days on which the value holds; null: always.',
    ),
    value: described(
      { ...differing(anything(), anything(), 'addressed'), isNullable: true },
      'Obeys the schema of the definition. References are written `{ "id": "…" }` and read with type and address. ' +
        'A PATCH merges an object value member by member, and replaces any other.',
    ),
    ...timestamps,
  },
  hidden: { appliesFrom: 'date', appliesTo: 'date', 'value.id': 'text', isSingle: 'boolean' },
  filterable: ['id', 'definition.id', 'employee.id', 'employment.id', 'jobPosition.id'],
  filters: {
    applicability: {
      kind: 'date',
      isNullable: false,
      period: { from: 'appliesFrom', to: 'appliesTo' },
      forms: ['range', 'day'],
    },
    'definition.targetType': ofDefinition('targetType', {
      kind: 'text',
      values: ['employee', 'employment', 'job-position'],
      isNullable: false,
    }),
    'definition.category': ofDefinition('category', {
      kind: 'text',
      values: ['system', 'extension'],
      isNullable: false,
    }),
    'definition.schema.title': ofDefinition('schema.title', { kind: 'text', isNullable: true }),
    'definition.isArchived': ofDefinition('isArchived', { kind: 'boolean', isNullable: false }),
    'value.id': { kind: 'text', isNullable: true, forms: ['equal'] },
  },
  embedded: { 'employee-attribute-definition': 'definition', 'taxonomy-label': 'value' },
  // A value may hold 50 texts of 65,535 characters.
  bodyBytesMax: 8_000_000,
  ownedThrough: 'employee',
  followsDays: true,
  asOf: 'records',
  filesIn: 'value',
  confidentialBy: { definition: 'definition', value: 'value' },
  notes: {
    list:
      'Values of the definitions of the category `system` are members of employees, employments and job positions, and ' +
      'change the moment these do.',
    create:
      'Where the definition allows one value, a second one for the same employee is refused, whatever its days; ' +
      'otherwise an employee may have 100. A definition of the category `system` answers 403.',
    update: 'The value and its days can change. A value of the category `system` answers 403.',
    remove: 'A value of the category `system` answers 403.',
  },
});
