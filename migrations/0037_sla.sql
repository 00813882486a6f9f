-- SLA policies, and what threads were promised by them.

create table sla_policies (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  "order" bigint not null,
  conditions jsonb not null default '{}',
  only_by_inbox boolean not null default false,
  targets jsonb not null,
  business_hours_id uuid,
  pause_on text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index sla_policies_name_key on sla_policies (tenant_id, name_key);
create index sla_policies_list on sla_policies (tenant_id, created_at, id);
create index sla_policies_name_prefix on sla_policies (tenant_id, name_key text_pattern_ops);
create index sla_policies_hours on sla_policies (tenant_id, business_hours_id) where business_hours_id is not null;

-- What was promised: a policy with its hours as they were then. Never changed; the id follows from the contents.
create table sla_terms (
  tenant_id uuid not null,
  id uuid not null,
  terms jsonb not null,
  primary key (tenant_id, id)
);

-- The clocks of threads with a policy.
create table sla_threads (
  tenant_id uuid not null,
  thread_id uuid not null,
  terms_id uuid not null,
  -- Whether an agent has answered.
  answered boolean not null,
  clocks jsonb not null,
  -- When the next warning or breach is to be announced.
  next_at timestamptz(3),
  primary key (tenant_id, thread_id)
);
create index sla_threads_next on sla_threads (next_at) where next_at is not null;

-- Whether the thread has a row in sla_threads: threads without a policy must not look for one.
alter table threads add column timed boolean not null default false;
