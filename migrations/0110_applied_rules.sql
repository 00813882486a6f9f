-- A run has an event, a time, or the job by which a user applied the rule to threads of now.
alter table automation_runs add column job_id uuid,
  drop constraint automation_runs_check,
  add constraint automation_runs_occasion check (num_nonnulls(event_id, began_at, job_id) = 1);
-- Why a rule is applied to a thread once, whatever interrupts the job.
create unique index automation_runs_job on automation_runs (tenant_id, job_id, thread_id) where job_id is not null;
create index automation_runs_of_job on automation_runs (tenant_id, job_id, created_at, id) where job_id is not null;

alter table bulk_jobs drop constraint bulk_jobs_type_check,
  add constraint bulk_jobs_type_check check (type in ('THREAD_BATCH', 'MAIL_ROUND_TRIP', 'REPORT_REBUILD', 'AUTOMATION_RULE'));
