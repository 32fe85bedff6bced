/**
 * The version of a change, as part of the statement of the change: who made it, what it changed, and the text that the
 * row had before. The text after a change is the former text of the next version, or that of the row itself: no state is
 * stored twice, and a creation stores no text at all.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { isOwner } from '@muster/contract/resources.ts';
import type { versionVerbs } from '@muster/contract/versions.ts';
import { ownerColumn } from './columns.ts';
import { isLookedUp, readInEstablishment } from './establishments.ts';
import { formerText } from './stored-text.ts';

/** SQL of what a version states. */
export interface VersionFacts {
  /** The time of the recording, and the text of the author. */
  readonly at: string;
  readonly author: string;
  /** The rows before the change, with all their columns; absent for a creation. */
  readonly before?: string | undefined;
  /** The names of the members that changed, an array. */
  readonly changed?: string | undefined;
}

/** Of a resource that records its changes; `shown` holds the changed rows. */
export function versioned(
  resource: Resource,
  verb: (typeof versionVerbs)[number],
  { at, author, before, changed }: VersionFacts,
): string {
  const columns = [
    ['id', verb === 'deleted' ? `nextval('revisions')` : 'shown.revision'],
    ['recorded_at', at],
    ['author', author],
    ['verb', `'${verb}'`],
    ...(changed === undefined ? [] : [['changed_attributes', changed]]),
    ...ownerIn(resource),
    ...(before === undefined ? [] : formerIn(resource, before)),
    ...(verb === 'deleted' ? lastStateIn(resource) : []),
  ];
  // What was looked up for the event is not looked up again: this step reads nothing but earlier ones (docs/decisions/0095).
  const shown = verb === 'deleted' && isLookedUp(resource) ? 'located as shown' : 'shown';
  return `, versioned as (
  insert into versions (account_id, data_type, data_id, ${columns.map(([column]) => column).join(', ')})
  select $1, '${resource.type}', shown.id::text, ${columns.map(([, value]) => value).join(', ')}
  from ${shown}${before === undefined ? '' : ` join ${before} on ${before}.id = shown.id`}
  returning 1
)`;
}

/** The person that a resource is about, by whom its versions are found when it is gone. */
function ownerIn(resource: Resource): string[][] {
  if (isOwner(resource)) return [['owner_id', 'shown.id']];
  return resource.ownedThrough === undefined ? [] : [['owner_id', `shown.${ownerColumn(resource.ownedThrough)}`]];
}

const formerIn = (resource: Resource, before: string): string[][] => [
  ['former', formerText(resource, before)],
  ['former_revision', `${before}.revision`],
];

/** There is no row any more that could tell who may see the versions. */
const lastStateIn = (resource: Resource): string[][] => [
  ['last_state', 'shown.representation'],
  ['business_establishment_id', isLookedUp(resource) ? 'shown.read_in' : readInEstablishment(resource, 'shown')],
  ...(resource.isOwned ? [['client_application_id', 'shown.client_application_id']] : []),
];
