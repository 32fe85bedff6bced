/**
 * Which events a reader may see: those of types that its other scopes allow, in establishments that it may see. Of
 * events that belong to a client application, a client sees only its own; administrators see all. The same expressions
 * serve reads, lists and streams, the choice of deliveries at publication, and sending.
 */
import { rowTypesOf, scopesFor } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import type { Caller } from '../identity/auth/caller.ts';
import type { AccountTime } from '../platform/database/database.ts';
import type { Condition } from '../platform/store/condition.ts';
import { eventReadableIn, eventVisibleIn } from '../platform/store/establishments.ts';
import type { Shown } from '../platform/store/shown-columns.ts';
import { reducedEvent } from './reduced.ts';
import { unexpired } from './retention.ts';

/** The relevant part of a caller, or of the application that events are pushed to. */
export type EventReader = Pick<Caller, 'scopes' | 'establishments' | 'clientApplicationId' | 'person'>;

export function visibleEvents({ scopes, establishments, clientApplicationId, person }: EventReader): Condition[] {
  const types = Object.values(resources)
    .filter((resource) => isOpenTo(scopesFor(resource, 'read'), scopes))
    .flatMap(rowTypesOf);
  return [
    (place) => ofTypes('shown_row', `${place(types)}::text[]`),
    ...(person ? [] : [ownOnly(clientApplicationId)]),
    ...(establishments === null ? [] : [inEstablishments(establishments)]),
    // Events do not name teams, and no role has both.
    ...(person?.teamOf ? [() => 'false'] : []),
  ];
}

/**
 * A reader who may not read the resource after the change learns that it changed, and nothing else. The version differs,
 * so that a cached response does not outlive a change of the reader's establishments.
 */
export const shownEvents = ({ establishments }: Pick<EventReader, 'establishments'>): Shown =>
  establishments &&
  ((place) => {
    const isReadable = eventReadableIn('shown_row', `${place(establishments)}::bigint[]`);
    return {
      revision: `case when ${isReadable} then shown_row.revision else 0 end`,
      representation: `case when ${isReadable} then shown_row.representation else ${reducedEvent('shown_row')} end`,
    };
  });

/** Visible events that have not expired. */
export const readableEvents = (reader: EventReader, time: AccountTime): Condition[] => [
  ...visibleEvents(reader),
  unexpired(time),
];

const ownOnly =
  (clientApplicationId: string): Condition =>
  (place) =>
    ofApplication('shown_row', `${place(clientApplicationId)}::bigint`);

const inEstablishments =
  (establishments: readonly string[]): Condition =>
  (place) =>
    eventVisibleIn('shown_row', `${place(establishments)}::bigint[]`);

/** SQL: whether an event is about one of these types, an array. */
export const ofTypes = (event: string, types: string): string => `${event}.data_type = any(${types})`;

/** SQL: whether an event belongs to this application, or to none. */
export const ofApplication = (event: string, id: string): string =>
  `(${event}.client_application_id is null or ${event}.client_application_id = ${id})`;
