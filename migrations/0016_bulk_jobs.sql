-- Changes of many things at once, whose progress callers read. The rows that a job is about are in a table of the room that owns them.
create table bulk_jobs (
  tenant_id uuid not null,
  id uuid not null,
  type text not null check (type in ('THREAD_BATCH')),
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  input json not null,
  result json,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (tenant_id, id)
);
create index bulk_jobs_finished on bulk_jobs (tenant_id, finished_at) where finished_at is not null;

-- The threads that a batch has still to change: those that matched when it was made.
create table thread_batch_items (
  tenant_id uuid not null,
  job_id uuid not null,
  thread_id uuid not null,
  primary key (tenant_id, job_id, thread_id)
);
