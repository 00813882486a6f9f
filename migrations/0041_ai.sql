-- What AI operations have answered, and what they cost.

create table ai_runs (
  tenant_id uuid not null,
  id uuid not null,
  operation text not null,
  thread_id uuid,
  user_id uuid not null,
  provider text not null,
  model text,
  status text not null,
  output jsonb not null,
  citations jsonb not null,
  confidence double precision,
  usage jsonb not null,
  latency_ms bigint not null,
  feedback jsonb,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index ai_runs_list on ai_runs (tenant_id, created_at, id);
create index ai_runs_thread on ai_runs (tenant_id, thread_id, created_at, id) where thread_id is not null;
create index ai_runs_operation on ai_runs (tenant_id, operation, created_at, id);

-- The threads whose words a run repeats, its own and those that it cites.
create table ai_run_threads (
  tenant_id uuid not null,
  thread_id uuid not null,
  run_id uuid not null,
  primary key (tenant_id, thread_id, run_id)
);
create index ai_run_threads_run on ai_run_threads (tenant_id, run_id);

create table ai_usage (
  tenant_id uuid not null,
  day date not null,
  operation text not null,
  runs bigint not null default 0,
  failed bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (tenant_id, day, operation)
);
