-- The positions in which a member has changed, for the filter by `updatedAttributes`. The first position of a person has
-- changed nothing: a hire adds no entry to these. The words stand in the statements of the filter as they stand here.
create index job_positions_with_new_remote_id on job_positions (account_id, id)
  where updated_attributes::jsonb ? 'remoteId';
create index job_positions_with_new_job_title on job_positions (account_id, id)
  where updated_attributes::jsonb ? 'jobTitle';
create index job_positions_with_new_job_qualification on job_positions (account_id, id)
  where updated_attributes::jsonb ? 'jobQualification';
create index job_positions_with_new_occupation_category on job_positions (account_id, id)
  where updated_attributes::jsonb ? 'occupationCategory';
create index job_positions_with_new_working_time_arrangement on job_positions (account_id, id)
  where updated_attributes::jsonb ? 'workingTimeArrangement';
create index job_positions_with_new_department on job_positions (account_id, id)
  where updated_attributes::jsonb ? 'department';
