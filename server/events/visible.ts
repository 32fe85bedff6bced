/**
 * Which events a caller may read: those of types that its other scopes open, in establishments that it may see, and of
 * what belongs to a client application only its own; people who run the account see those of all.
 */
import { rowTypesOf, scopesFor } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import type { Caller } from '../auth/caller.ts';
import type { Condition } from '../store/condition.ts';

/** What counts of a caller, or of the application that events are pushed to. */
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

/** An event that belongs to no establishment is visible by scope alone. */
const inEstablishments =
  (establishments: readonly string[]): Condition =>
  (place) =>
    `(shown_row.business_establishment_id is null
  or shown_row.business_establishment_id = any(${place(establishments)}::bigint[]))`;

/** Except that of a legal entity, which is seen only by who sees one of its establishments. */
const ofLegalEntities =
  (establishments: readonly string[]): Condition =>
  (place) =>
    `(shown_row.data_type <> 'legal-entity' or exists (
  select 1 from business_establishments as owned
  where owned.account_id = shown_row.account_id and owned.legal_entity_id::text = shown_row.data_id
    and owned.id = any(${place(establishments)}::bigint[])))`;
