/** Hires thousands of people quickly. */
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { drawIds, recordHires } from '../../server/people/hire-many.ts';
import type { Company } from './people/people.ts';
import type { SharedService } from './service.ts';

export interface Stint {
  readonly from: string;
  readonly to: string | null;
  /** By default that of the company. */
  readonly placeId?: string;
}

const together = 500;

/** Each with one employment and one position; `stintOf` returns dates and place. Returns their ids. */
export async function manyHired(
  { database }: SharedService,
  account: Account,
  { place, department, template }: Company,
  count: number,
  stintOf: (index: number) => Stint,
): Promise<string[]> {
  const all: string[] = [];
  for (let done = 0; done < count; done += together) {
    const size = Math.min(together, count - done);
    await database.transaction(account.id, async (tx) => {
      const employeeIds = await drawIds(tx, employees, size);
      const employmentIds = await drawIds(tx, employments, size);
      const positionIds = await drawIds(tx, jobPositions, size);
      const beginnings = employeeIds.map((id, index) => {
        const { from, to, placeId = place.id } = stintOf(done + index);
        const employment = { id: employmentIds[index] as string };
        return {
          employee: {
            ...{ id, remoteId: null, portrait: null, givenName: 'Ada', familyName: `Family ${done + index}` },
            ...{ employeeNumber: null, email: null, phoneNumber: null },
          },
          employments: [
            {
              ...employment,
              ...{ remoteId: null, employee: { id }, start: { date: from }, end: to === null ? null : { date: to } },
              ...{ document: null, template: { id: template.id } },
            },
          ],
          positions: [
            {
              id: positionIds[index] as string,
              ...{ remoteId: null, employee: { id }, employment, startsOn: from, jobTitle: null },
              ...{ businessEstablishment: { id: placeId }, department: { id: department.id }, manager: null },
              ...{ jobQualification: null, occupationCategory: null, workingTimeArrangement: null },
            },
          ],
          periods: [],
          personalRecord: null,
        };
      });
      await recordHires(tx, beginnings);
      all.push(...employeeIds);
    });
  }
  return all;
}
