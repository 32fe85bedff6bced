import {
  createOnly,
  date,
  described,
  differing,
  digested,
  json,
  nullable,
  oneOf,
  optional,
  reference,
  sealed,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { anyOf, closed, maybe, named, orNull, type Schema, string } from '../kit/schema.ts';
import { timestamps, unreadableMembers } from '../kit/traits.ts';
import { countryCode, email, phone } from '../kit/values.ts';

const nationalities: Schema<string[]> = {
  type: 'array',
  items: countryCode().read,
  maxItems: 1,
  uniqueItems: true,
};

const insuranceNumber = named(
  'insurance-number',
  closed({ format: anyOf('frenchSSN', 'swissSSN', 'other'), value: string({ minLength: 1, maxLength: 255 }) }),
);

const bankFormat = anyOf('other', 'iban');
const bankPart = orNull(string({ minLength: 1, maxLength: 255 }));

const bankAccount = differing(
  named(
    'bank-account',
    closed({ format: bankFormat, bankName: bankPart, accountIdentifier: bankPart, bankIdentifier: bankPart }),
  ),
  named(
    'bank-account-sent',
    closed({
      format: maybe({ ...bankFormat, default: 'other' }),
      bankName: maybe(bankPart),
      accountIdentifier: maybe(bankPart),
      bankIdentifier: maybe(bankPart),
    }),
  ),
  'sealed',
);

export const employeePersonalRecords = resource({
  type: 'employee-personal-record',
  summary: 'The confidential attributes of one employee; at most one record per employee.',
  scopes: ['employee-personal-records'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    employee: described(createOnly(reference('employee')), 'Whom the record is about.'),
    title: described(sealed(optional(oneOf('unknown', 'mister', 'miss'), 'unknown')), 'How the person is addressed.'),
    legalGender: described(
      digested(optional(oneOf('unknown', 'male', 'female', 'diverse'), 'unknown')),
      'As it stands in the papers of the person.',
    ),
    birthDate: described(sealed(nullable(date())), 'Its day and month are shown as `birthDay` of the employee.'),
    insuranceNumber: described(
      sealed(nullable(json(insuranceNumber))),
      'Social insurance. A `frenchSSN` has 15 characters next to blanks, a `swissSSN` 13 digits next to blanks and dots, ' +
        'beginning with 756; `other` is not checked. Kept as sent.',
    ),
    nationalitiesCountryCodes: described(digested(optional(json(nationalities), [])), 'At most one.'),
    bankAccount: described(
      nullable(bankAccount),
      'With `iban`, `accountIdentifier` is an IBAN and `bankIdentifier` null; otherwise `bankIdentifier` is a routing ' +
        'number or a BIC.',
    ),
    phoneNumber: described(sealed(nullable(phone())), 'Personal.'),
    email: described(sealed(nullable(email())), 'Personal.'),
    ...timestamps,
    ...unreadableMembers,
  },
  filterable: ['id', 'employee.id', 'legalGender', 'nationalitiesCountryCodes'],
  embedded: { employee: 'employee' },
  ownedThrough: 'employee',
  followsDays: true,
  notes: {
    create:
      'Not made with the employee. A record, and every change of it, that moves the day or month of birth records ' +
      '`employee.updated` too.',
  },
});
