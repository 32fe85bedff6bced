import { createOnly, described, instant, json, nullable, oneOf, readOnly, reference, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { closed, int, named, string } from '../kit/schema.ts';
import { timestamps } from '../kit/traits.ts';
import { languages } from '../languages.ts';

/** How long an archive can be downloaded. */
export const subjectExportDays = 7;

const count = int({ minimum: 0 });

export const subjectExports = resource({
  area: 'administration',
  type: 'subject-export',
  summary:
    'Everything that the account keeps about one employee, as one archive for that person: JSON of every family, versions, ' +
    'who has read it, files, and a page to read.',
  scopes: ['subject-exports'],
  operations: ['list', 'read', 'create'],
  fields: {
    employee: described(createOnly(reference('employee')), 'Whom it is about.'),
    language: described(
      createOnly(nullable(oneOf(...languages))),
      'Of the page in the archive. Null: the language of the account, otherwise English.',
    ),
    state: described(
      readOnly(oneOf('planned', 'running', 'done', 'failed')),
      '`failed`: the archive could not be made, see `failureReason`.',
    ),
    progress: described(
      readOnly(json(closed({ partsDone: count, parts: count }))),
      'Of the parts of the archive: families, versions, reads, files.',
    ),
    archive: described(
      readOnly(
        nullable(json(named('subject-archive', closed({ fileName: string(), bytes: count, sha256: string() })))),
      ),
      'Null until it is done. The digest is that of the downloaded bytes, in hexadecimal digits.',
    ),
    failureReason: described(readOnly(nullable(text())), 'Why it failed.'),
    startedAt: described(readOnly(nullable(instant())), 'UTC; null while it waits.'),
    endedAt: described(readOnly(nullable(instant())), 'UTC; null until it has ended.'),
    expiresAt: described(
      readOnly(nullable(instant())),
      `UTC; null until it is done. From then on, ${subjectExportDays} days after its end, the archive is removed and its ` +
        'download is 410.',
    ),
    ...timestamps,
  },
  hidden: { fileId: 'text' },
  filterable: ['id', 'employee.id', 'state'],
  embedded: { employee: 'employee' },
  ownedThrough: 'employee',
  events: [],
  links: {
    content: { href: '/admin-api/subject-exports/{id}/content', needs: ['subject-exports.readwrite'] },
  },
  views: {
    content: {
      summary: 'Download the archive of a subject export',
      note:
        'A ZIP file. It can be downloaded until `expiresAt`, and is 410 from then on; 404 while it is not done. Each ' +
        'download is in the log of reads and in the audit log. Needs the right to create exports, because the archive holds ' +
        'personal records.',
      needs: 'readwrite',
      bytes: 'application/zip',
    },
  },
  notes: {
    create: 'The answer comes at once; a worker makes the archive. Read the export until its `state` is `done`.',
  },
});
