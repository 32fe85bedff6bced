import { inside } from '../kit/belonging.ts';
import { described, instant, integer, readOnly, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

const uses = resource({
  area: 'administration',
  type: 'api-key-use',
  summary: 'A path of the legacy API that a key has called: since when, when last, and how often.',
  scopes: ['api-keys'],
  operations: ['list', 'read'],
  isWrittenElsewhere: true,
  fields: {
    path: described(readOnly(text({ max: 255 })), 'As it is documented, such as `/api/v3/leaves/{id}`.'),
    requests: described(readOnly(integer({ max: 2 ** 53 - 1 })), 'Refused ones included.'),
    firstAt: described(readOnly(instant()), 'UTC.'),
    lastAt: described(readOnly(instant()), 'UTC.'),
  },
  filterable: ['id', 'path'],
  events: [],
});

export const apiKeyUses = inside({ type: 'api-key', as: 'uses' }, uses);
