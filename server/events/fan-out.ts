/**
 * Creates deliveries as part of a publication: SQL that joins the numbered events with their endpoints. It runs in the
 * statement that numbers the events, so an event and its deliveries appear together. An account without endpoints pays
 * one index look-up.
 *
 * The rows of the endpoints are locked against changes meanwhile: a suspension, a reactivation or a removal finds all
 * deliveries of earlier events.
 */
import { rowTypesOf, scopesFor } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { scopesIn } from '@muster/contract/scopes.ts';
import { eventInOneOf, eventVisibleIn } from '../platform/store/establishments.ts';
import { ofApplication, ofTypes } from './visible.ts';

/** The scopes that allow reading events of each type, as rows of SQL. */
const openings = Object.values(resources)
  .flatMap((resource) =>
    scopesIn(scopesFor(resource, 'read')).flatMap((scope) =>
      rowTypesOf(resource).map((type) => `('${type}', '${scope}')`),
    ),
  )
  .join(', ');

/** Common table expressions that follow `numbered`; `$2` is the time of publication. */
export const plannedDeliveries = `
opening (data_type, scope) as (
  values ${openings}
), application as (
  select id, scopes, business_establishments_id from client_applications where account_id = $1 and not is_disabled
), endpoint as (
  select id, status, subscribed_after, client_application_id, business_establishments_id, topics
  from webhook_endpoints where account_id = $1 and status <> 'inactive'
  for share
), subscribed as materialized (
  select endpoint.id, endpoint.status, endpoint.subscribed_after, endpoint.client_application_id,
    endpoint.business_establishments_id as chosen, application.business_establishments_id as allowed,
    array(select json_array_elements_text(endpoint.topics)) as topics,
    array(select data_type from opening where scope = any(application.scopes)) as types
  from endpoint join application on application.id = endpoint.client_application_id
), matched as (
  select numbered.id as event_id, topic, subscribed.id as endpoint_id, status,
    subscribed.client_application_id, row_number() over (order by numbered.id, subscribed.id) - 1 as ordinal
  from numbered join subscribed on numbered.id > subscribed.subscribed_after
  where topics && array['*', topic, split_part(topic, '.', 1) || '.*']
    and ${ofTypes('numbered', 'types')}
    and ${ofApplication('numbered', 'subscribed.client_application_id')}
    and (chosen is null or ${eventInOneOf('numbered', 'chosen')})
    and (allowed is null or ${eventVisibleIn('numbered', 'allowed')})
), planned as (
  insert into deliveries (account_id, id, event_id, event_topic, event_published_at, webhook_endpoint_id,
    client_application_id, next_attempt_at, created_at, last_updated_at)
  select $1, uuid_at($2, ordinal), event_id, topic, $2, endpoint_id,
    client_application_id, case when status = 'active' then $2::timestamptz end, $2, $2
  from matched order by ordinal
  returning 1
), queued as (
  insert into webhook_queues (account_id, webhook_endpoint_id, due_at)
  select distinct $1::bigint, endpoint_id, $2::timestamptz from matched where status = 'active' order by endpoint_id
  on conflict (account_id, webhook_endpoint_id)
    do update set due_at = least(webhook_queues.due_at, excluded.due_at)
)`;
