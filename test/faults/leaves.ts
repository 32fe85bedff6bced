/** Leaves of one day: each change moves one to another day. */
import type { Muster } from '@muster/client';
import { type Company, chosenBy } from './company.ts';
import { dayOf } from './days.ts';
import type { Kind } from './kind.ts';

export const leaveKind = ({ leaves }: Muster, { bearers, leaveAccountId }: Company): Kind => ({
  type: 'leave',
  member: 'startsOn',
  ownership: 'own',
  shown: dayOf,
  create: (marker, idempotencyKey) => {
    const day = dayOf(marker);
    const who = { employee: { id: chosenBy(marker, bearers).employeeId }, leaveAccount: { id: leaveAccountId } };
    return leaves.create({ ...who, startsOn: day, endsOn: day, status: 'confirmed' }, { idempotencyKey });
  },
  update: (id, marker, condition) => leaves.update(id, { startsOn: dayOf(marker), endsOn: dayOf(marker) }, condition),
  read: (id) => leaves.read(id),
  remove: (id) => leaves.remove(id),
});
