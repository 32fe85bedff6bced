-- Further roles of administrators: hr, which can be limited to establishments, manager, who sees a team, and integrations.
-- Existing administrators and invitations keep their role and have no limit. The foreign keys are not checked for them:
-- nothing refers to an employee yet, and the policy of employees refuses statements of no account.
alter table administrators
  drop constraint administrators_role_check,
  add constraint administrators_role_check
    check (role in ('owner', 'administrator', 'auditor', 'hr', 'manager', 'integrations')),
  add column business_establishments_id bigint[] check (cardinality(business_establishments_id) > 0),
  add column employee_record_id bigint,
  add constraint administrators_employee_record_id_fkey foreign key (account_id, employee_record_id) references employees (account_id, id)
    not valid,
  -- A limit without its role would be forgotten at the next change of the role.
  add constraint administrators_limit_check
    check ((business_establishments_id is null or role = 'hr') and (employee_record_id is null or role = 'manager'));
create index administrators_by_employee_record on administrators (account_id, employee_record_id, id);

alter table administrator_invitations
  drop constraint administrator_invitations_role_check,
  add constraint administrator_invitations_role_check
    check (role in ('owner', 'administrator', 'auditor', 'hr', 'manager', 'integrations')),
  add column business_establishments_id bigint[] check (cardinality(business_establishments_id) > 0),
  add column employee_record_id bigint,
  add constraint administrator_invitations_employee_record_id_fkey foreign key (account_id, employee_record_id)
    references employees (account_id, id) not valid,
  add constraint administrator_invitations_limit_check
    check ((business_establishments_id is null or role = 'hr') and (employee_record_id is null or role = 'manager'));
create index administrator_invitations_by_employee_record on administrator_invitations (account_id, employee_record_id, id);
