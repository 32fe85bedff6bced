/**
 * An event for a reader who may not read its resource: `data` names the resource, and former values are left out. Written
 * from columns of the event, so that nothing of the stored text can remain. The author of a change is not part of the
 * resource that changed, and stays.
 */
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import { type Resource, rowTypesOf } from '@muster/contract/kit/resource.ts';
import { events } from '@muster/contract/resources/events.ts';
import { resources } from '@muster/contract/resources.ts';
import { apiVersion } from '@muster/contract/version.ts';
import { addressMarkInSql } from '../platform/store/address.ts';
import { isLimited } from '../platform/store/establishments.ts';
import { representation } from '../platform/store/representation.ts';

/** SQL: the address of the collection of each type whose rows belong to establishments. */
const pathCases = Object.values<Resource>(resources)
  .filter(isLimited)
  .flatMap((resource) => rowTypesOf(resource).map((type) => `when '${type}' then '${collectionPath(resource)}'`))
  .join(' ');

/** SQL of the text; `event` is an alias of the table. */
export const reducedEvent = (event: string): string => `(select ${representation(events, 'reduced')} from (
    select ${event}.id, date '${apiVersion}' as api_version, ${event}.topic, ${event}.occurred_at,
      ${event}.business_establishment_id, ${event}.author, null::text as previous_attributes,
      '{"id":' || to_json(${event}.data_id) || ',"type":"' || ${event}.data_type || E'","url":"${addressMarkInSql}'
        || case ${event}.data_type ${pathCases} end || '/' || ${event}.data_id || '"}' as data
  ) as reduced)`;
