import { inside } from '../kit/belonging.ts';
import {
  createOnly,
  described,
  flag,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  optional,
  readOnly,
  text,
  updateOnly,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { closed, dictionary, int, type Schema, string } from '../kit/schema.ts';
import { timestamps } from '../kit/traits.ts';

/** The collections that a file can be imported into. */
export const importedCollections = [
  'employees',
  'employments',
  'job-positions',
  'departments',
  'employee-attributes',
  'leaves',
] as const;

export type ImportedCollection = (typeof importedCollections)[number];

const count = int({ minimum: 0 });

export const imports = resource({
  type: 'import',
  summary: 'A file of rows for one collection, checked and written line by line in the background.',
  scopes: ['imports'],
  operations: ['list', 'read', 'create', 'update'],
  isOwned: true,
  fields: {
    collection: described(createOnly(oneOf(...importedCollections)), 'What the lines are.'),
    isDryRun: described(createOnly(optional(flag(), false)), 'True: every line is checked, and nothing is written.'),
    fileFormat: described(readOnly(oneOf('csv', 'ndjson')), 'Of the file, by its media type or its name.'),
    fileName: described(readOnly(nullable(text({ max: 255 }))), 'From the form; null without one.'),
    status: described(
      updateOnly(oneOf('waiting', 'running', 'done', 'cancelled', 'failed'), 'waiting'),
      '`done`: every line was tried, see `counts.failed`. `failed`: the import could not go on, see `failureReason`. ' +
        'A PATCH to `cancelled` ends it; what has gone in stays.',
    ),
    counts: described(
      readOnly(json(closed({ lines: count, created: count, updated: count, unchanged: count, failed: count }))),
      'Of the lines that were tried so far; of a dry run, what would have come of them.',
    ),
    progress: described(
      readOnly(json(closed({ bytesDone: count, bytes: count }))),
      'How much of the file has been read.',
    ),
    failureReason: described(readOnly(nullable(text())), 'Why a failed import stopped.'),
    startedAt: described(readOnly(nullable(instant())), 'UTC; null while it waits.'),
    endedAt: described(readOnly(nullable(instant())), 'UTC; null until it has ended. The file is removed then.'),
    expiresAt: described(
      readOnly(nullable(instant())),
      'UTC; null until it has ended. From then on the import and its errors are absent.',
    ),
    ...timestamps,
  },
  hidden: {
    fileId: 'text',
    clientId: 'text',
    scopes: 'text',
    administratorId: 'bigint',
  },
  expiresBy: 'account',
  filterable: ['id', 'collection', 'status', 'isDryRun'],
  links: {
    errors: { href: '/svc-api/imports/{id}/errors', needs: ['imports.readonly', 'imports.readwrite'] },
  },
  events: [],
  fileBody: {
    types: {
      'text/csv': 'remoteId,name,parent.id\nD-7,Marketing,40\n',
      'application/x-ndjson': '{"remoteId":"D-7","name":"Marketing","parent":{"id":"40"}}\n',
    },
    part: 'file',
    parameters: { collection: 'collection', dryRun: 'isDryRun' },
  },
  notes: {
    create:
      'The body is the file: CSV whose columns are dotted paths of the body of a single creation, or one such body as ' +
      'JSON per line. Or a form with one file, and `collection` and `dryRun` as parameters or as fields before it. Also ' +
      'needs the `readwrite` scope of the collection, when it is sent and while it runs. A line that names a known row ' +
      'by `id` or `remoteId` updates it; references may be given by `remoteId` or name instead of `id`. The answer comes ' +
      'as soon as the file is stored; one import of an account runs at a time.',
    update: 'Only `status` can change, and only to `cancelled`.',
  },
});

const messages: Schema<string[]> = { type: 'array', items: string(), minItems: 1 };

const errors = resource({
  type: 'import-error',
  summary: 'A line of an import that failed, and why.',
  scopes: ['imports'],
  operations: ['list', 'read'],
  isOwned: true,
  fields: {
    line: described(readOnly(integer({ min: 1 })), 'Its number in the file, from 1.'),
    errors: described(
      readOnly(json(dictionary(messages))),
      'By dotted path, as in the problem that a single request would get; `$` is the whole line.',
    ),
    createdAt: described(readOnly(instant()), 'UTC.'),
  },
  filterable: ['id', 'line'],
  events: [],
  notes: { list: 'Mostly in the order of lines. At most the first 100,000 are kept; `counts.failed` counts all.' },
});

export const importErrors = inside({ type: 'import', as: 'errors' }, errors);
