/**
 * The recorded states of a resource, as a collection inside it: `/<its collection>/{ownerId}/versions`. Derived from the
 * declaration, so that every resource that records events has it.
 */
import { authorSchema } from './author.ts';
import { inside } from './kit/belonging.ts';
import { described, instant, json, nullable, oneOf, readOnly, words } from './kit/field.ts';
import { type Resource, resource } from './kit/resource.ts';
import { anything, as, dictionary, string } from './kit/schema.ts';
import { unreadableMembers } from './kit/traits.ts';

export const versionVerbs = ['created', 'updated', 'deleted'] as const;

export const versionType = 'version';

const fields = {
  recordedAt: described(readOnly(instant()), 'UTC moment of the change, by the clock of the account.'),
  supersededAt: described(readOnly(nullable(instant())), 'When the next version was recorded; null for the last one.'),
  author: described(
    readOnly({ ...json(authorSchema), column: 'addressed' as const }),
    'Who made the change, with their name at that moment.',
  ),
  verb: readOnly(oneOf(...versionVerbs)),
  changedAttributes: described(
    readOnly({
      ...words([]),
      read: as<string[]>({ type: 'array', items: string({ maxLength: 255 }), maxItems: 1000, uniqueItems: true }),
    }),
    'The names of the members that an update changed.',
  ),
  data: described(
    readOnly({ ...json(dictionary(anything())), column: 'addressed' as const }),
    'The resource right after the change, without `links` and `embedded`; after a deletion its last state.',
  ),
  ...unreadableMembers,
};

export { isRecorded } from './kit/recorded.ts';

/** Type and fields of versions are the same for all resources. */
const versions = resource({
  type: versionType,
  summary: 'A recorded state of a resource.',
  scopes: 'any-token',
  operations: ['list'],
  fields,
  events: [],
  isWrittenElsewhere: true,
  isNewestFirst: true,
  hasNoAddress: true,
  notes: {
    list:
      'The newest version comes first. A resource that was deleted keeps its versions, although it is 404 itself. Of what ' +
      'existed before versions were recorded, the first version is the state that was found then, by the author `service`.',
  },
});

export type Versions = typeof versions;

const known = new WeakMap<Resource, Versions & Resource>();

/** A caller that may read the resource may read its versions. */
export function versionsOf(recorded: Resource): Versions & Resource {
  const found = known.get(recorded);
  if (found) return found;
  const { type, scopes, readableWith, area, followsDays, isBeta } = recorded;
  const made = inside(
    { type, as: 'versions' },
    {
      ...versions,
      path: `${type}-versions`,
      scopes,
      readableWith,
      isBeta,
      ...(area && { area }),
      ...(followsDays && { followsDays }),
    },
  );
  known.set(recorded, made);
  return made;
}

/** The last version of an example of a resource. */
export function versionExample(read: Readonly<Record<string, unknown>>, update: unknown): Record<string, unknown> {
  const { links: _, embedded: __, ...data } = read;
  return {
    id: '184',
    type: versionType,
    recordedAt: '2025-05-12T08:34:22.118000Z',
    supersededAt: null,
    author: { type: 'client-application', id: 'app-7f21c09ad5e84b1c93a6e2d0', name: 'Payroll' },
    verb: 'updated',
    changedAttributes: Object.keys(update ?? {}),
    data,
    links: null,
    embedded: null,
  };
}
