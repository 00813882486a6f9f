-- Dry runs: what a rule would have done on the stored events. They are deleted after seven days.
create table automation_dry_runs (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid,
  -- The rule as it was tried.
  rule jsonb not null,
  state text not null check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  -- Events up to `sequence` have been read. Those from `from_sequence` to `end_sequence` are judged; earlier ones only tell how threads were.
  sequence bigint not null default 0,
  from_sequence bigint not null default 0,
  end_sequence bigint not null default 0,
  -- Of a rule with a time: beginnings up to this one have been judged.
  judged_until timestamptz,
  events_read int not null default 0,
  matched int not null default 0,
  threads int not null default 0,
  would_change int not null default 0,
  no_effect int not null default 0,
  guarded int not null default 0,
  failed int not null default 0,
  as_of_now text[] not null default '{}',
  by_day jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index automation_dry_runs_in_order on automation_dry_runs (tenant_id, created_at, id);

-- What a dry run remembers of a thread between two portions.
create table automation_dry_run_threads (
  tenant_id uuid not null,
  dry_run_id uuid not null,
  thread_id uuid not null,
  -- The latest event that shows the whole thread; null if none was read.
  sequence bigint,
  -- The messages since then, and the rule's own matches, for the guards.
  memory jsonb not null default '{}',
  primary key (tenant_id, dry_run_id, thread_id),
  constraint dry_run_threads_run foreign key (tenant_id, dry_run_id) references automation_dry_runs (tenant_id, id) on delete cascade
);
create index automation_dry_run_threads_of_thread on automation_dry_run_threads (tenant_id, thread_id);

create table automation_dry_run_matches (
  tenant_id uuid not null,
  id uuid not null,
  dry_run_id uuid not null,
  thread_id uuid not null,
  event_id uuid,
  outcome text not null check (outcome in ('WOULD_CHANGE', 'NO_EFFECT', 'GUARDED', 'WOULD_FAIL')),
  guard text,
  error text,
  changes json not null,
  actions json not null,
  -- The time at which the rule would have run.
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint dry_run_matches_run foreign key (tenant_id, dry_run_id) references automation_dry_runs (tenant_id, id) on delete cascade
);
create index automation_dry_run_matches_in_order on automation_dry_run_matches (tenant_id, dry_run_id, created_at, id);
create index automation_dry_run_matches_of_thread on automation_dry_run_matches (tenant_id, thread_id);
