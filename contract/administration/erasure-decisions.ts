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

export const erasureDecisions = resource({
  area: 'administration',
  type: 'erasure-decision',
  summary: 'The approval or the refusal of a planned erasure. It is final.',
  scopes: ['erasures'],
  operations: ['list', 'read', 'create'],
  fields: {
    erasure: described(createOnly(blamedOnId(reference('erasure'))), 'A planned one.'),
    decision: described(createOnly(oneOf('approve', 'refuse')), 'What is decided.'),
    comment: described(createOnly(nullable(trimmed(text({ max: 2000 })))), 'Why. Do not name the person.'),
    decidedBy: described(readOnly(json(authorSchema)), 'Who decided.'),
    createdAt: described(readOnly(instant()), 'UTC.'),
  },
  filterable: ['id', 'erasure.id', 'decision'],
  events: [],
  canConflict: true,
  notes: {
    create:
      'Somebody else than the administrator who planned it decides; who planned it may refuse it. Refused (409) if the ' +
      'erasure is decided already, or an active legal hold protects the person.',
  },
});
