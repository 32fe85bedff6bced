/**
 * Which events a caller may read: those of types that its other scopes allow, in establishments that it may see. Of
 * events that belong to a client application, a client sees only its own; administrators see all.
 */
import { rowTypesOf, scopesFor } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import type { Caller } from '../identity/auth/caller.ts';
import type { Condition } from '../platform/store/condition.ts';

/** The relevant part of a caller, or of the application that events are pushed to. */
export type EventReader = Pick<Caller, 'scopes' | 'establishments' | 'clientApplicationId' | 'person'>;

export function visibleEvents({ scopes, establishments, clientApplicationId, person }: EventReader): Condition[] {
  const types = Object.values(resources)
    .filter((resource) => isOpenTo(scopesFor(resource, 'read'), scopes))
    .flatMap(rowTypesOf);
  const byType: Condition = (place) => `shown_row.data_type = any(${place(types)}::text[])`;
  const all = person ? [byType] : [byType, ofApplication(clientApplicationId)];
  return establishments === null ? all : [...all, inEstablishments(establishments), ofLegalEntities(establishments)];
}

const ofApplication =
  (clientApplicationId: string): Condition =>
  (place) =>
    `(shown_row.client_application_id is null or shown_row.client_application_id = ${place(clientApplicationId)}::bigint)`;

/** An event without an establishment is visible by scope alone. */
const inEstablishments =
  (establishments: readonly string[]): Condition =>
  (place) =>
    `(shown_row.business_establishment_id is null
  or shown_row.business_establishment_id = any(${place(establishments)}::bigint[]))`;

/** Exception: an event of a legal entity is visible only to callers that see one of its establishments. */
const ofLegalEntities =
  (establishments: readonly string[]): Condition =>
  (place) =>
    `(shown_row.data_type <> 'legal-entity' or exists (
  select 1 from business_establishments as owned
  where owned.account_id = shown_row.account_id and owned.legal_entity_id::text = shown_row.data_id
    and owned.id = any(${place(establishments)}::bigint[])))`;
