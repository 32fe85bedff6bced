/** Reads a person's career, and lists what changes with it. */
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import { useAll } from '../../data/queries.ts';
import { useMay } from '../../session.tsx';

/** The resources that a change of a career may affect. */
export const careerResources = [employees, employments, jobPositions, probationaryPeriods, employeeAttributes];

/** Parts that the user may not read are empty. */
export function useCareer(employeeId: string) {
  const may = useMay();
  const ofEmployee = { filters: { 'employee.id': employeeId } };
  const ofEmployment = { filters: { 'employment.employee.id': employeeId } };
  const held = useAll(employments, ofEmployee, { isEnabled: may(employments, 'list') });
  const positions = useAll(jobPositions, ofEmployment, { isEnabled: may(jobPositions, 'list') });
  const probations = useAll(probationaryPeriods, ofEmployment, { isEnabled: may(probationaryPeriods, 'list') });
  return {
    isLoading: held.isLoading || positions.isLoading || probations.isLoading,
    error: held.error ?? positions.error ?? probations.error,
    career: { employments: held.data ?? [], positions: positions.data ?? [], probations: probations.data ?? [] },
  };
}
