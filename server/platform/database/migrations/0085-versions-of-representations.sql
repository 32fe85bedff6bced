-- Rows carry the version of the declaration that wrote their representation, so that nodes of two releases can use one
-- database. Existing rows get the version that is recorded for their table: the digest becomes a number. The default is
-- a constant, so no row is written; it is removed at once, because new rows bring their own.
create table representation_versions (
  resource_type text not null,
  version bigint not null,
  -- The order in which the database first met the versions: a higher one is newer.
  number bigint generated always as identity,
  -- How far the rows of former versions are rewritten: after which row of which account.
  after_account bigint,
  after_id text,
  rewritten_count bigint not null default 0,
  -- Rows that somebody else was writing, and that the next pass looks at again.
  left_count bigint not null default 0,
  is_done boolean not null default false,
  primary key (resource_type, version)
);

insert into representation_versions (resource_type, version, is_done)
select resource_type, ('x' || left(digest, 15))::bit(60)::bigint, true from representations;

-- Whether a text was written by a newer version than this one. The version of rows from before is not known: it is older.
create function is_newer_text(type text, theirs bigint, own bigint) returns boolean language sql stable as $function$
  select exists (
    select from representation_versions as their join representation_versions as our using (resource_type)
    where resource_type = type and their.version = theirs and our.version = own and their.number > our.number)
$function$;

do $block$
declare
  named record;
begin
  for named in
    select tables.name, (
      select ('x' || left(digest, 15))::bit(60)::bigint from representations where representations.resource_type = tables.type
    ) as version
    from (values
      ('legal-entity', 'legal_entities'),
      ('business-establishment', 'business_establishments'),
      ('department', 'departments'),
      ('employee', 'employees'),
      ('employment', 'employments'),
      ('job-position', 'job_positions'),
      ('probationary-period', 'probationary_periods'),
      ('employee-personal-record', 'employee_personal_records'),
      ('employment-template', 'employment_templates'),
      ('occupation-category', 'occupation_categories'),
      ('profession', 'professions'),
      ('job-qualification', 'job_qualifications'),
      ('public-holidays-calendar', 'public_holidays_calendars'),
      ('working-time-arrangement', 'working_time_arrangements'),
      ('leave-account', 'leave_accounts'),
      ('leave', 'leaves'),
      ('leave-request', 'leave_requests'),
      ('leave-request-decision', 'leave_request_decisions'),
      ('employee-attribute-definition', 'employee_attribute_definitions'),
      ('employee-attribute', 'employee_attributes'),
      ('taxonomy', 'taxonomies'),
      ('taxonomy-label', 'taxonomy_labels'),
      ('file', 'files'),
      ('import', 'imports'),
      ('import-error', 'import_errors'),
      ('webhook-endpoint', 'webhook_endpoints'),
      ('webhook-endpoint-secret', 'webhook_endpoint_secrets'),
      ('webhook-redelivery', 'webhook_redeliveries'),
      ('administrator', 'administrators'),
      ('administrator-invitation', 'administrator_invitations'),
      ('identity-provider', 'identity_providers'),
      ('audit-entry', 'audit_entries'),
      ('subject-export', 'subject_exports'),
      ('retention-rule', 'retention_rules'),
      ('erasure', 'erasures'),
      ('erasure-decision', 'erasure_decisions'),
      ('legal-hold', 'legal_holds'),
      ('client-application', 'client_applications'),
      ('client-application-secret', 'client_application_secrets'),
      ('api-key', 'api_keys'),
      ('api-key-secret', 'api_key_secrets'),
      ('saved-view', 'saved_views')
    ) as tables (type, name)
  loop
    if named.version is null then
      execute format('alter table %I add column representation_version bigint', named.name);
    else
      execute format('alter table %I add column representation_version bigint default %s', named.name, named.version);
      execute format('alter table %I alter column representation_version drop default', named.name);
    end if;
  end loop;
end $block$;

-- What each process knows: its declarations, and the last migration. Rows are rewritten when all processes have the same
-- declarations, and an upgrade ends when all of them know its last migration.
alter table nodes add column declarations text, add column last_migration text;
