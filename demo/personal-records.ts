/** Confidential data of the demo company. All of it is invented: no bank has these codes. */
import type { JsonObject } from '@muster/server/platform/verbs/body.ts';
import type { Dice } from './dice.ts';
import type { Country } from './organization.ts';
import { addressOf, type Name } from './people-names.ts';

interface Subject extends Name {
  readonly country: Country;
}

const nationality = { france: 'FRA', germany: 'DEU', spain: 'ESP' } as const;
const neighbours = ['ITA', 'PRT', 'POL', 'BEL', 'MAR', 'TUR', 'COL', 'ROU'] as const;

export function personalRecordOf(chance: Dice, subject: Subject, hiredOn: string): JsonObject {
  const { country, gender } = subject;
  const birthDate = birthDateOf(chance, hiredOn);
  return {
    title: gender === 'female' ? 'miss' : 'mister',
    legalGender: gender,
    birthDate,
    nationalitiesCountryCodes: [chance.chance(0.88) ? nationality[country] : chance.pick(neighbours)],
    insuranceNumber: insuranceNumberOf(chance, subject, birthDate),
    bankAccount: {
      format: 'iban',
      bankName: banks[country],
      accountIdentifier: ibans[country](digits(chance, 10)),
      bankIdentifier: null,
    },
    phoneNumber: phones[country]?.(digits(chance, 4)) ?? null,
    email: chance.chance(0.8) ? `${addressOf(subject)}@mail.example` : null,
  };
}

const digits = ({ below }: Dice, count: number): string => Array.from({ length: count }, () => below(10)).join('');

/** People are between 19 and 54 years old when they are hired. */
function birthDateOf(chance: Dice, hiredOn: string): string {
  const year = Number(hiredOn.slice(0, 4)) - chance.between(19, 54);
  const [month, day] = [chance.between(1, 12), chance.between(1, 28)];
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}

/** In the format of the country; the check digits of the French number are computed. */
function insuranceNumberOf(chance: Dice, { country, gender, family }: Subject, birthDate: string): JsonObject {
  const [year, month, day] = [birthDate.slice(2, 4), birthDate.slice(5, 7), birthDate.slice(8)];
  if (country === 'france') {
    const born = `${gender === 'female' ? 2 : 1}${year}${month}99${digits(chance, 6)}`;
    return { format: 'frenchSSN', value: `${born} ${twoDigits(97n - (BigInt(born) % 97n))}` };
  }
  const initial = addressOf({ given: family, family }).charAt(0).toUpperCase();
  const value = country === 'germany' ? `65 ${day}${month}${year} ${initial} ${digits(chance, 3)}` : digits(chance, 12);
  return { format: 'other', value };
}

const banks: Readonly<Record<Country, string>> = {
  france: 'Banque des Deux Rives',
  germany: 'Elbtalbank',
  spain: 'Caja del Alisal',
};

/** An IBAN from ten digits, with the check digits of the country and of the IBAN. */
const ibans: Readonly<Record<Country, (account: string) => string>> = {
  france: (account) => {
    const [bank, branch, own] = ['99999', '00001', `0${account}`];
    const key = 97n - ((89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(own)) % 97n);
    return iban('FR', `${bank}${branch}${own}${twoDigits(key)}`);
  },
  germany: (account) => iban('DE', `09999999${account}`),
  spain: (account) => iban('ES', `00000000${spanishKey('0000000000')}${spanishKey(account)}${account}`),
};

const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];

function spanishKey(account: string): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(account[index]), 0);
  const key = 11 - (sum % 11);
  return key === 11 ? 0 : key === 10 ? 1 : key;
}

/** Letters count from 10. For the check digits, the country and two zeros follow the rest. */
function iban(country: string, rest: string): string {
  const letters = [...country].map((letter) => letter.charCodeAt(0) - 55).join('');
  return `${country}${twoDigits(98n - (BigInt(`${rest}${letters}00`) % 97n))}${rest}`;
}

const twoDigits = (value: bigint): string => String(value).padStart(2, '0');

/** From ranges that authorities reserve for fiction; no Spanish range is known. */
const phones: Readonly<Partial<Record<Country, (end: string) => string>>> = {
  france: (end) => `+3363998${end}`,
  germany: (end) => `+4917139200${end.slice(2)}`,
};
