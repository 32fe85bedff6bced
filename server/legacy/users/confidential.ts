/** The members of personal records that legacy users show. */
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import type { Confidential } from '../members.ts';

const ofRecord = (member: keyof typeof employeePersonalRecords.fields): Confidential => ({
  family: employeePersonalRecords.path,
  member,
});

export const birthDate = ofRecord('birthDate');
export const legalGender = ofRecord('legalGender');
