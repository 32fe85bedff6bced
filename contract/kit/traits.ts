/** Groups of fields that several resources share. A trait is spread into `fields`, where its members belong in order. */
import { languages, type Translations } from '../languages.ts';
import {
  described,
  flag,
  instant,
  json,
  longestText,
  nullable,
  optional,
  readOnly,
  shownOnce,
  updateOnly,
} from './field.ts';
import { as, closed, maybe, named, orNull, type Schema, string } from './schema.ts';

/** Set on creation and by each change; lists can be sorted and filtered by both. */
export const timestamps = {
  createdAt: described(readOnly(instant()), 'UTC.'),
  lastUpdatedAt: described(
    readOnly(instant()),
    'UTC. Set on creation and by each change; filter by `lastUpdatedAt.between` to read only what is new.',
  ),
};

/** Archived and restored by PATCH; `lastArchivedAt` keeps the time of the last archival. */
export const archivable = {
  isArchived: described(updateOnly(flag(), false), 'False at first; archived and brought back by PATCH.'),
  lastArchivedAt: described(readOnly(nullable(instant())), 'Moment of the last archival; bringing back keeps it.'),
};

/** Can be set on creation too; without the time of archival for resources without timestamps. */
export const archivedFromStart = {
  isArchived: described(optional(flag(), false), 'False unless given.'),
};

/** For resources with confidential members: those that could not be decrypted. Not stored; determined at each read. */
export const unreadableMembers = {
  unreadable: described(
    shownOnce(
      json(
        as<string[]>({
          type: 'array',
          items: string({ maxLength: 255 }),
          minItems: 1,
          maxItems: 1000,
          uniqueItems: true,
        }),
      ),
    ),
    'Only where members could not be decrypted: their paths. Each stands as if it had never been given; another value ' +
      'can be written in its place.',
  ),
};

/** `{ name: { "fr-FR": "…" } }`: translations have the limits of the member they translate. */
export const translationsOf = <const K extends string>(
  member: K,
  max = longestText,
): Schema<{ [P in K]?: Translations | null }> => {
  const text = maybe(orNull(string({ minLength: 1, maxLength: max })));
  const bound = max === longestText ? '' : `-of-${max}`;
  const dictionary = named(
    `translations${bound}`,
    closed(Object.fromEntries(languages.map((language) => [language, text]))),
  );
  return as(closed({ [member]: maybe(orNull(dictionary)) }));
};

export const translated = <const K extends string>(member: K, max?: number) => ({
  t9n: described(
    optional({ ...json(translationsOf(member, max)), write: orNull(translationsOf(member, max)) }, {
      [member]: {},
    } as { [P in K]?: Translations }),
    `Translations of \`${member}\`, which is shown where a language has no entry.`,
  ),
});
