/** The example of a personal record. Its values are invented, and valid. */
import type { Example } from './example.ts';
import type { employeePersonalRecords } from './resources/employee-personal-records.ts';

export const personalRecord = (baseUrl: string): Example<typeof employeePersonalRecords> => {
  const confidential = {
    title: 'miss',
    legalGender: 'female',
    birthDate: '1991-03-06',
    insuranceNumber: { format: 'frenchSSN', value: '2910369381042 02' },
    nationalitiesCountryCodes: ['SWE'],
    bankAccount: {
      format: 'iban',
      bankName: 'Banque des Deux Rives',
      accountIdentifier: 'FR7630006000011234567890189',
      bankIdentifier: null,
    },
    phoneNumber: '+33612345678',
    email: 'nora.l@mail.example.com',
  } as const;
  const record = { ...confidential, nationalitiesCountryCodes: [...confidential.nationalitiesCountryCodes] };
  return {
    read: {
      id: '655',
      employee: { id: '1042', type: 'employee', url: `${baseUrl}/svc-api/employees/1042` },
      ...record,
      createdAt: '2025-05-12T08:34:22.118000Z',
      lastUpdatedAt: '2025-05-14T15:02:07.340000Z',
    },
    create: { employee: { id: '1042' }, ...record },
    update: { phoneNumber: null, email: 'nora@mail.example.com' },
  };
};
