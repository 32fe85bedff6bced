import { described, instant, readOnly, reference, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

export const portraits = resource({
  type: 'portrait',
  summary: 'The picture of one employee: a view of an uploaded file, under the same id.',
  scopes: ['employees'],
  operations: ['read'],
  idKind: 'uuid',
  content: 'shown',
  fields: {
    id: described(readOnly(text({ max: 36 })), 'The id of the file, a UUID.'),
    employee: described(readOnly(reference('employee')), 'Whose picture it is.'),
    fileName: described(readOnly(text({ max: 255 })), 'From the upload.'),
    contentType: described(readOnly(text({ max: 255 })), 'From the upload.'),
    createdAt: described(readOnly(instant()), 'UTC. The moment of the upload.'),
  },
  ownedThrough: 'employee',
  followsDays: true,
  events: [],
  isWrittenElsewhere: true,
  notes: {
    read: 'JSON, or the bytes for `Accept: image/*`. `size` asks for a reduced picture, at most so many pixels wide and high.',
  },
});
