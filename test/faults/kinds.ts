/** The rows that writers change: several kinds, from the simplest to a hiring, which creates three rows. */
import type { Muster } from '@muster/client';
import { type Company, chosenBy, hiring } from './company.ts';
import type { Kind } from './kind.ts';
import { leaveKind } from './leaves.ts';
import type { Ledger } from './ledger.ts';
import { moveKind } from './moves.ts';

export function kindsOf(muster: Muster, company: Company, ledger: Ledger) {
  const { employees, departments, taxonomyLabels, taxonomies, employeeAttributes } = muster;
  return {
    employees: {
      type: 'employee',
      member: 'familyName',
      ownership: 'own',
      create: (familyName, idempotencyKey) => employees.create(hiring(company, familyName), { idempotencyKey }),
      update: (id, familyName, condition) => employees.update(id, { familyName }, condition),
      read: (id) => employees.read(id),
    },
    moves: moveKind(muster, company, ledger.uploads),
    leaves: leaveKind(muster, company),
    departments: {
      type: 'department',
      member: 'name',
      ownership: 'moved by neighbours',
      create: (name, idempotencyKey) =>
        departments.create({ name, parent: { id: chosenBy(name, company.parentIds) } }, { idempotencyKey }),
      update: (id, name, condition) => departments.update(id, { name }, condition),
      read: (id) => departments.read(id),
      remove: (id) => departments.remove(id),
    },
    taxonomyLabels: {
      type: 'taxonomy-label',
      member: 'name',
      ownership: 'own',
      create: (name, idempotencyKey) =>
        taxonomyLabels.create({ name, taxonomy: { id: company.taxonomyId } }, { idempotencyKey }),
      update: (id, name, condition) => taxonomyLabels.update(id, { name }, condition),
      read: (id) => taxonomyLabels.read(id),
      remove: (id) => taxonomyLabels.remove(id),
    },
    taxonomies: {
      type: 'taxonomy',
      member: 'name',
      ownership: 'own',
      create: (name, idempotencyKey) => taxonomies.create({ name }, { idempotencyKey }),
      update: (id, name, condition) => taxonomies.update(id, { name }, condition),
      read: (id) => taxonomies.read(id),
      remove: (id) => taxonomies.remove(id),
    },
    employeeAttributes: {
      type: 'employee-attribute',
      member: 'value',
      ownership: 'own',
      create: (value, idempotencyKey) => {
        const { employeeId } = chosenBy(value, company.bearers);
        const definition = { id: company.definitionId };
        return employeeAttributes.create({ value, definition, employee: { id: employeeId } }, { idempotencyKey });
      },
      update: (id, value, condition) => employeeAttributes.update(id, { value }, condition),
      read: (id) => employeeAttributes.read(id),
      remove: (id) => employeeAttributes.remove(id),
    },
  } satisfies Record<string, Kind>;
}
