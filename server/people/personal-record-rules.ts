/** Rules of personal records beyond the schema. No message repeats a value, because values are confidential. */
import { isValidIBAN } from 'ibantools';
// Only the two formats: the whole package is slow to load and uses too much memory for a small installation.
import { validate as swiss } from 'stdnum/lib/cjs/ch/ssn.js';
import { validate as french } from 'stdnum/lib/cjs/fr/nir.js';
import { givenText, isObject, type JsonObject } from '../platform/verbs/body.ts';
import type { AddError } from './rules.ts';

interface NumberForm {
  readonly judge: typeof french;
  /** Characters allowed between digits. The library tolerates more than the API allows. */
  readonly written: RegExp;
  readonly sentence: string;
}

const numberForms: Readonly<Record<string, NumberForm>> = {
  frenchSSN: {
    judge: french,
    // Corsica has the departments 2A and 2B.
    written: /^[\dAB\s]*$/,
    sentence: 'Must have 13 digits, with 2A or 2B allowed as the sixth and seventh, and a key of 2 digits.',
  },
  swissSSN: {
    judge: swiss,
    written: /^[\d\s.]*$/,
    sentence: 'Must have 13 digits, the first of which are 756.',
  },
};

export function checkPersonalRecord({ insuranceNumber, bankAccount }: JsonObject, addError: AddError): void {
  if (isObject(insuranceNumber)) checkInsuranceNumber(insuranceNumber, addError);
  if (isObject(bankAccount) && bankAccount.format === 'iban') checkIban(bankAccount, addError);
}

function checkInsuranceNumber({ format, value }: JsonObject, addError: AddError): void {
  const wanted = Object.hasOwn(numberForms, givenText(format)) ? numberForms[givenText(format)] : undefined;
  if (!wanted || typeof value !== 'string') return;
  const { error } = wanted.judge(value.replaceAll(/[\s.]/g, ''));
  // Provisional numbers, and those of older systems, often have a wrong check key: that alone is not an error.
  const isGood = wanted.written.test(value) && (!error || error.name === 'InvalidChecksum');
  if (!isGood) addError('insuranceNumber.value', wanted.sentence);
}

function checkIban({ accountIdentifier, bankIdentifier }: JsonObject, addError: AddError): void {
  if (bankIdentifier !== null) addError('bankAccount.bankIdentifier', 'Must be null: an IBAN names the bank already.');
  if (typeof accountIdentifier !== 'string' || !isValidIBAN(accountIdentifier.replaceAll(/\s/g, ''))) {
    addError('bankAccount.accountIdentifier', 'Must be an IBAN.');
  }
}
