/** The departments of the demo company: who works there, where, and as what. */

import type { CategoryKey, QualificationTitle } from './occupations.ts';
import type { EstablishmentKey } from './organization.ts';
import type { Writer } from './writer.ts';

export interface Job {
  readonly title: string;
  readonly qualification: QualificationTitle | null;
  readonly category: CategoryKey;
}

interface Department {
  readonly name: string;
  readonly remoteId: string;
  readonly parent: string | null;
  /** The place of the head comes first. The numbers include heads and team leaders. */
  readonly staff: Readonly<Partial<Record<EstablishmentKey, number>>>;
  readonly head: string;
  /** Of teams in large departments. */
  readonly lead: Job;
  /** From the entry level to the highest level. */
  readonly ladder: readonly Job[];
}

const job = (
  title: string,
  category: CategoryKey = 'office',
  qualification: QualificationTitle | null = null,
): Job => ({
  title,
  category,
  qualification,
});

const operator = job('Machine operator', 'production', 'Machine operator');
const shiftLeader = job('Shift leader', 'production', 'Shift leader');
const assistant = job('Executive assistant');
const seller = job('Sales representative', 'office', 'Sales representative');
const keyAccounts = job('Key account manager', 'office', 'Key account manager');
const sellers = { lead: job('Regional sales manager', 'office', 'Key account manager'), ladder: [seller, keyAccounts] };

/** Parents come before their children. */
export const departments = {
  company: {
    name: 'Alderbrook',
    remoteId: 'ALD',
    parent: null,
    staff: { lyon: 3 },
    head: 'Managing director',
    lead: assistant,
    ladder: [assistant],
  },
  operations: {
    name: 'Operations',
    remoteId: 'OPS',
    parent: 'company',
    staff: { leipzig: 3 },
    head: 'Director of operations',
    lead: job('Production planner'),
    ladder: [job('Production planner'), job('Senior production planner')],
  },
  engineering: {
    name: 'Engineering',
    remoteId: 'ENG',
    parent: 'company',
    staff: { lyon: 2 },
    head: 'Director of engineering',
    lead: assistant,
    ladder: [job('Engineering coordinator')],
  },
  sales: {
    name: 'Sales and service',
    remoteId: 'SAL',
    parent: 'company',
    staff: { hamburg: 3 },
    head: 'Director of sales',
    lead: assistant,
    ladder: [job('Sales analyst'), job('Senior sales analyst')],
  },
  administration: {
    name: 'Finance and people',
    remoteId: 'ADM',
    parent: 'company',
    staff: { lyon: 3 },
    head: 'Director of finance and people',
    lead: assistant,
    ladder: [job('Controller', 'office', 'Accountant')],
  },
  machining: {
    name: 'Machining',
    remoteId: 'OPS-MAC',
    parent: 'operations',
    staff: { leipzig: 38 },
    head: 'Head of machining',
    lead: shiftLeader,
    ladder: [operator, job('Senior machine operator', 'production', 'Machine operator')],
  },
  assembly: {
    name: 'Assembly',
    remoteId: 'OPS-ASM',
    parent: 'operations',
    staff: { leipzig: 30 },
    head: 'Head of assembly',
    lead: shiftLeader,
    ladder: [job('Assembler', 'production'), job('Senior assembler', 'production')],
  },
  maintenance: {
    name: 'Maintenance',
    remoteId: 'OPS-MNT',
    parent: 'operations',
    staff: { leipzig: 13, nantes: 4 },
    head: 'Head of maintenance',
    lead: job('Senior maintenance technician', 'production', 'Maintenance technician'),
    ladder: [
      job('Maintenance technician', 'production', 'Maintenance technician'),
      job('Senior maintenance technician', 'production', 'Maintenance technician'),
    ],
  },
  warehouse: {
    name: 'Warehouse',
    remoteId: 'OPS-WAR',
    parent: 'operations',
    staff: { nantes: 31 },
    head: 'Head of the warehouse',
    lead: job('Warehouse team leader', 'production', 'Shift leader'),
    ladder: [job('Warehouse clerk', 'production'), job('Dispatcher')],
  },
  design: {
    name: 'Product design',
    remoteId: 'ENG-DES',
    parent: 'engineering',
    staff: { lyon: 16 },
    head: 'Head of product design',
    lead: job('Lead design engineer', 'executive'),
    ladder: [job('Design engineer'), job('Senior design engineer', 'executive')],
  },
  data: {
    name: 'Data and software',
    remoteId: 'ENG-DAT',
    parent: 'engineering',
    staff: { lyon: 11 },
    head: 'Head of data and software',
    lead: job('Data engineer', 'executive', 'Data engineer, senior'),
    ladder: [
      job('Data engineer', 'office', 'Data engineer, junior'),
      job('Senior data engineer', 'executive', 'Data engineer, senior'),
    ],
  },
  salesFrance: {
    name: 'Sales France',
    remoteId: 'SAL-FR',
    parent: 'sales',
    staff: { lyon: 14 },
    head: 'Head of sales, France',
    ...sellers,
  },
  salesGermany: {
    name: 'Sales Germany',
    remoteId: 'SAL-DE',
    parent: 'sales',
    staff: { hamburg: 18 },
    head: 'Head of sales, Germany',
    ...sellers,
  },
  salesSpain: {
    name: 'Sales Spain',
    remoteId: 'SAL-ES',
    parent: 'sales',
    staff: { madrid: 17 },
    head: 'Head of sales, Spain',
    ...sellers,
  },
  service: {
    name: 'Customer service',
    remoteId: 'SAL-SRV',
    parent: 'sales',
    staff: { lasPalmas: 24, madrid: 3 },
    head: 'Head of customer service',
    lead: job('Service team leader'),
    ladder: [job('Service agent'), job('Senior service agent')],
  },
  accounting: {
    name: 'Accounting',
    remoteId: 'ADM-ACC',
    parent: 'administration',
    staff: { lyon: 6, hamburg: 3, madrid: 2 },
    head: 'Head of accounting',
    lead: job('Senior accountant', 'office', 'Accountant'),
    ladder: [job('Accountant', 'office', 'Accountant'), job('Senior accountant', 'office', 'Accountant')],
  },
  humanResources: {
    name: 'Human resources',
    remoteId: 'ADM-HR',
    parent: 'administration',
    staff: { lyon: 3, leipzig: 2, madrid: 1 },
    head: 'Head of human resources',
    lead: job('Senior HR officer'),
    ladder: [job('HR officer'), job('Senior HR officer')],
  },
} as const satisfies Record<string, Department>;

export type DepartmentKey = keyof typeof departments;

export const departmentKeys = Object.keys(departments) as DepartmentKey[];

export const departmentAt = (key: DepartmentKey): Department & { readonly parent: DepartmentKey | null } =>
  departments[key];

/** Heads are set later, when there are people. Returns the ids. */
export async function createDepartments(writer: Writer): Promise<Readonly<Record<DepartmentKey, string>>> {
  const ids: Partial<Record<DepartmentKey, string>> = {};
  for (const key of departmentKeys) {
    const { name, remoteId, parent } = departmentAt(key);
    const under = parent === null ? null : { id: ids[parent] };
    ids[key] = await writer.create('departments', { name, remoteId, parent: under });
  }
  return ids as Record<DepartmentKey, string>;
}
