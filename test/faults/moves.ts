/**
 * Moves: further positions of one employment, with an amendment. A change replaces the amendment by another file or
 * takes it away; what nothing names any more is removed by the service later.
 */
import type { Muster } from '@muster/client';
import { type Company, chosenBy } from './company.ts';
import { dayOf } from './days.ts';
import type { Kind } from './kind.ts';
import type { Upload } from './ledger.ts';
import { uploaded } from './uploads.ts';

export function moveKind(muster: Muster, company: Company, uploads: Upload[]): Kind {
  const { jobPositions } = muster;
  const documentOf = async (marker: string) => ({ id: await uploaded(muster, uploads, marker) });
  const isReplaced = (marker: string): boolean => Number(marker.split('-').at(-1)) % 2 === 0;
  return {
    type: 'job-position',
    member: 'jobTitle',
    // The next position ends the one before it.
    ownership: 'moved by neighbours',
    async create(jobTitle, idempotencyKey) {
      const document = await documentOf(jobTitle);
      const places = {
        employment: { id: chosenBy(jobTitle, company.bearers).employmentId },
        businessEstablishment: { id: company.establishmentId },
        department: { id: company.departmentId },
      };
      return jobPositions.create({ ...places, startsOn: dayOf(jobTitle), jobTitle, document }, { idempotencyKey });
    },
    async update(id, jobTitle, condition) {
      return jobPositions.update(
        id,
        { jobTitle, document: isReplaced(jobTitle) ? await documentOf(jobTitle) : null },
        condition,
      );
    },
    read: (id) => jobPositions.read(id),
    remove: (id) => jobPositions.remove(id),
  };
}
