import { authorSchema } from '../author.ts';
import {
  blamedOnId,
  createOnly,
  described,
  instant,
  json,
  nullable,
  oneOf,
  readOnly,
  reference,
  text,
  trimmed,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { closed, dictionary, int } from '../kit/schema.ts';
import { timestamps } from '../kit/traits.ts';

const counts = dictionary(int({ minimum: 0 }));

export const erasures = resource({
  area: 'administration',
  type: 'erasure',
  summary: 'The removal of everything about one person: planned, approved by somebody else, and run in the background.',
  scopes: ['erasures'],
  operations: ['list', 'read', 'create'],
  fields: {
    employee: described(
      createOnly(blamedOnId(reference('employee'))),
      'Who is erased. Once it runs, the id names nobody any more.',
    ),
    reason: described(
      createOnly(trimmed(text({ min: 1, max: 2000 }))),
      'Why. Do not name the person: `erased person` replaces a reason that does, when the erasure is done.',
    ),
    status: described(
      readOnly(oneOf('planned', 'approved', 'running', 'done', 'refused')),
      '`planned` until it is decided; `approved` until a worker begins. From `running` on, the person is absent ' +
        'everywhere; `done`: nothing about the person is left. `refused` by a decision, or because of a legal hold.',
    ),
    counts: described(
      readOnly(json(counts)),
      'How many rows about the person there are, by family; once it is done, how many were removed.',
    ),
    namedElsewhere: described(
      readOnly(json(closed({ references: counts, texts: counts }))),
      'What names the person without being about them. `references`, by collection and member, become null. `texts` ' +
        'counts by collection the rows of others that contain the full name, the e-mail address or a number of the ' +
        'person: entries of logs are overwritten, the texts of other resources stay for somebody to edit.',
    ),
    plannedBy: described(readOnly(json(authorSchema)), 'Who planned it.'),
    refusalReason: described(
      readOnly(nullable(oneOf('decision', 'legal-hold'))),
      'Why it is refused; null unless it is.',
    ),
    startedAt: described(readOnly(nullable(instant())), 'UTC; null until it runs.'),
    endedAt: described(readOnly(nullable(instant())), 'UTC; null until it is done or refused.'),
    ...timestamps,
  },
  ownedThrough: 'employee',
  filterable: ['id', 'employee.id', 'status'],
  events: [],
  dryRunMembers: ['counts', 'namedElsewhere'],
  canConflict: true,
  notes: {
    create:
      'Another administrator approves it (`erasure-decisions`), unless `erasuresNeedApproval` of the account settings is ' +
      'off: then it is approved at once. Refused (409) for a person with an active legal hold, or with another open ' +
      'erasure. With `dryRun=true` nothing is stored: the answer is 200 and counts what would be removed.',
  },
});
