-- A sample company for trying the product out, and what was made for it, so that it can be removed.
alter table bulk_jobs drop constraint bulk_jobs_type_check;
alter table bulk_jobs add constraint bulk_jobs_type_check
  check (type in ('THREAD_BATCH', 'MAIL_ROUND_TRIP', 'REPORT_REBUILD', 'AUTOMATION_RULE', 'SAMPLE_COMPANY', 'SAMPLE_COMPANY_REMOVAL'));

create table sample_companies (
  tenant_id uuid not null,
  state text not null check (state in ('LOADING', 'LOADED', 'REMOVING')),
  -- The job that loads or removes it.
  job_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id)
);

-- Rows that were made for the sample company, and the requests that erase its customers.
create table sample_objects (
  tenant_id uuid not null,
  kind text not null check (kind in ('CUSTOMER', 'THREAD', 'LABEL', 'INBOX', 'USER', 'ERASURE')),
  id uuid not null,
  primary key (tenant_id, kind, id)
);
