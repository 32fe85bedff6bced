import type { savedViews } from './administration/saved-views.ts';
import type { Example } from './example.ts';

export const savedViewsExample: Example<typeof savedViews> = {
  read: {
    id: '14',
    name: 'Workshop without a manager',
    list: 'employees',
    query: { 'applicableJobPosition.manager.id': 'null', status: 'active' },
    columns: ['name', 'jobTitle', 'attributes.e_badge'],
    isShared: true,
    ownerId: '7',
    ownerName: 'Camille Durand',
    createdAt: '2026-05-12T08:34:22.118000Z',
    lastUpdatedAt: '2026-05-14T15:02:07.340000Z',
  },
  create: { name: 'Workshop without a manager', list: 'employees', isShared: true },
  update: { isShared: false },
};
