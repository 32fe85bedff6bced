/** Examples of people and departments: see `examples.ts`. */
import { type Examples, moments, referenceTo } from './example.ts';

const department = (baseUrl: string): Examples['departments'] => {
  const alike = {
    remoteId: 'DPT-ENG',
    name: 'Product engineering',
    description: 'Design and operation of the products',
  };
  return {
    read: {
      id: '45',
      ...alike,
      isArchived: false,
      parent: referenceTo(baseUrl, 'department', 'departments', '40'),
      level: 2,
      manager: referenceTo(baseUrl, 'employee', 'employees', '1007'),
      sortOrder: 0,
      owningApplication: null,
      ...moments,
    },
    create: { ...alike, parent: { id: '40' }, manager: { id: '1007' }, sortOrder: 0 },
    update: { description: 'Design, development and operation of the products' },
    unused: '46',
  };
};

const stage = { remoteId: 'JP-3305', jobTitle: 'Senior data engineer', notes: 'After the annual review' };

const employee = (baseUrl: string): Examples['employees'] => {
  const alike = {
    remoteId: 'HR-1042',
    givenName: 'Nora',
    familyName: 'Lindqvist',
    employeeNumber: '00731',
    email: 'nora.lindqvist@acme.example.com',
    phoneNumber: '+33144556677',
  };
  return {
    read: {
      id: '1042',
      ...alike,
      portrait: null,
      status: 'active',
      birthDay: { day: 6, month: 3 },
      applicableEmployment: referenceTo(baseUrl, 'employment', 'employments', '2210'),
      applicableJobPosition: referenceTo(baseUrl, 'job-position', 'job-positions', '3305'),
      ...moments,
    },
    create: {
      ...alike,
      firstEmployment: {
        remoteId: 'CT-2210',
        start: { date: '2023-09-04' },
        template: { id: '4' },
        firstJobPosition: {
          businessEstablishment: { id: '12' },
          department: { id: '45' },
          jobTitle: 'Data engineer',
          manager: { id: '1007' },
        },
      },
    },
    update: { phoneNumber: '+33144556678' },
  };
};

const employment = (baseUrl: string): Examples['employments'] => ({
  read: {
    id: '2210',
    remoteId: 'CT-2210',
    employee: referenceTo(baseUrl, 'employee', 'employees', '1042'),
    legalEntity: referenceTo(baseUrl, 'legal-entity', 'legal-entities', '3'),
    status: 'active',
    start: { date: '2023-09-04' },
    end: null,
    document: null,
    template: referenceTo(baseUrl, 'employment-template', 'employment-templates', '4'),
    ...moments,
  },
  create: {
    remoteId: 'CT-2311',
    employee: { id: '1042' },
    start: { date: '2027-01-04' },
    template: { id: '4' },
    firstJobPosition: { businessEstablishment: { id: '12' }, department: { id: '45' }, jobTitle: 'Data engineer' },
  },
  update: { end: { date: '2026-12-31' } },
});

const jobPosition = (baseUrl: string): Examples['jobPositions'] => ({
  read: {
    id: '3305',
    ...stage,
    employment: referenceTo(baseUrl, 'employment', 'employments', '2210'),
    employee: referenceTo(baseUrl, 'employee', 'employees', '1042'),
    status: 'active',
    startsOn: '2024-02-01',
    endsOn: null,
    businessEstablishment: referenceTo(baseUrl, 'business-establishment', 'business-establishments', '12'),
    jobQualification: referenceTo(baseUrl, 'job-qualification', 'job-qualifications', '27'),
    manager: referenceTo(baseUrl, 'employee', 'employees', '1007'),
    occupationCategory: referenceTo(baseUrl, 'occupation-category', 'occupation-categories', '9'),
    workingTimeArrangement: referenceTo(baseUrl, 'working-time-arrangement', 'working-time-arrangements', '6'),
    department: referenceTo(baseUrl, 'department', 'departments', '45'),
    document: null,
    t9n: { jobTitle: { 'fr-FR': 'Ingénieure de données confirmée' } },
    updatedAttributes: ['jobTitle', 'jobQualification'],
    ...moments,
  },
  create: {
    ...stage,
    employment: { id: '2210' },
    startsOn: '2024-02-01',
    businessEstablishment: { id: '12' },
    department: { id: '45' },
    jobQualification: { id: '27' },
  },
  update: { jobTitle: 'Lead data engineer' },
});

const probationaryPeriod = (baseUrl: string): Examples['probationaryPeriods'] => ({
  read: {
    id: '318',
    employment: referenceTo(baseUrl, 'employment', 'employments', '2210'),
    startsOn: '2023-09-04',
    endsOn: '2024-03-03',
    initialEndsOn: '2024-01-03',
    extendedEndsOn: '2024-03-03',
    ...moments,
  },
  create: { employment: { id: '2210' }, initialEndsOn: '2024-01-03' },
  update: { extendedEndsOn: '2024-03-03' },
});

type People = 'departments' | 'employees' | 'employments' | 'jobPositions' | 'probationaryPeriods';

export const peopleExamples = (baseUrl: string): Pick<Examples, People> => ({
  departments: department(baseUrl),
  employees: employee(baseUrl),
  employments: employment(baseUrl),
  jobPositions: jobPosition(baseUrl),
  probationaryPeriods: probationaryPeriod(baseUrl),
});
