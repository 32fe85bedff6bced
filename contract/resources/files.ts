import { described, instant, readOnly, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

export const files = resource({
  type: 'file',
  // `File` is the type of an upload.
  schemaName: 'stored-file',
  summary: 'An uploaded file. It never changes, and is read by the link of a resource that refers to it.',
  scopes: ['files'],
  operations: ['read', 'create'],
  idKind: 'uuid',
  isBeta: true,
  followsDays: true,
  content: 'kept',
  fields: {
    id: described(readOnly(text({ max: 36 })), 'A UUID, made by the service.'),
    fileName: described(readOnly(text({ max: 255 })), 'From the upload, without its folders.'),
    contentType: described(readOnly(text({ max: 255 })), 'From the upload, or from the extension of the name.'),
    createdAt: described(readOnly(instant()), 'UTC.'),
  },
  hidden: {
    clientApplicationId: 'bigint',
    size: 'bigint',
    unreferencedSince: 'timestamptz',
  },
  events: ['created', 'deleted'],
  notes: {
    create:
      'One part named `form`, with a file name. The file can be read once a resource refers to it; one that nothing ' +
      'refers to for a day is removed.',
    read:
      'The address with its token is read from the links of a resource that refers to the file. `disposition` decides ' +
      'what is answered, else `Accept`: JSON, the bytes, or for `image/*` a reduced image.',
  },
});
