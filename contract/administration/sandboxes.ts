import { described, instant, readOnly, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { clock, clockOffsetMs, invitationLink, progress } from './accounts.ts';

export const sandboxes = resource({
  area: 'administration',
  type: 'sandbox',
  summary: 'A copy of the account to try things out in, with invented names and a clock that can be moved.',
  scopes: ['sandboxes'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  isWrittenElsewhere: true,
  fields: {
    name: described(readOnly(text({ max: 40 })), 'Made by the service.'),
    address: described(readOnly(text({ max: 2000 })), 'Where it is reached.'),
    ...progress,
    clock: clock(),
    clockOffsetMs: clockOffsetMs(),
    link: invitationLink(),
    createdAt: described(readOnly(instant()), 'UTC.'),
  },
  filterable: ['id', 'state'],
  events: [],
  notes: {
    create:
      'Organization and definitions are copied as they are; people with their careers, values and leaves under other ids. ' +
      'Names, addresses, numbers, titles and values of people are invented; personal records, files, secrets, keys, ' +
      'endpoints and those who administer are not copied.',
    update: 'Takes effect with the next request of the sandbox.',
    remove: 'Its callers are refused at once; its rows go in the background.',
  },
});
