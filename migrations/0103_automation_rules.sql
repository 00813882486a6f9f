-- Rules that change threads when something happens or a time is reached.
create table automation_rules (
  tenant_id uuid not null,
  id uuid not null,
  version int not null default 1,
  name text not null,
  description text,
  enabled boolean not null,
  "order" int not null,
  trigger jsonb not null,
  filter jsonb not null,
  changed jsonb not null,
  message jsonb,
  actions jsonb not null,
  stops_later boolean not null,
  once_per_thread boolean not null,
  paused_reason text check (paused_reason in ('FAILURES')),
  -- All objects that the rule names, wherever it names them. They cannot be deleted.
  named_ids uuid[] not null,
  -- The last event before the rule was enabled: it runs on later ones.
  from_sequence bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index automation_rules_in_order on automation_rules (tenant_id, created_at, id);

-- Rules as they were after each change of what an editor shows.
create table automation_rule_versions (
  tenant_id uuid not null,
  rule_id uuid not null,
  version int not null,
  id uuid not null,
  author_id uuid,
  rule jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, rule_id, version),
  foreign key (tenant_id, rule_id) references automation_rules (tenant_id, id) on delete cascade
);
create index automation_rule_versions_in_order on automation_rule_versions (tenant_id, rule_id, created_at, id);

-- What became of a rule on one event, or at one time. The two unique keys are why an effect happens once, whatever is killed.
create table automation_runs (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  rule_version int not null,
  thread_id uuid not null,
  event_id uuid,
  began_at timestamptz,
  outcome text not null check (outcome in ('APPLIED', 'NO_EFFECT', 'STALE', 'LOOP_GUARD', 'LIMITED', 'FAILED')),
  guard text,
  error text,
  -- {before, after}: the changed fields of the thread, without texts.
  changes json not null,
  actions json not null,
  caused_event_ids uuid[] not null,
  depth int not null,
  duration_ms int not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  check ((event_id is null) <> (began_at is null))
);
create unique index automation_runs_event on automation_runs (tenant_id, rule_id, event_id) where event_id is not null;
create unique index automation_runs_time on automation_runs (tenant_id, rule_id, thread_id, began_at) where began_at is not null;
create index automation_runs_in_order on automation_runs (tenant_id, created_at, id);
create index automation_runs_of_rule on automation_runs (tenant_id, rule_id, created_at, id);
create index automation_runs_of_thread on automation_runs (tenant_id, thread_id, created_at, id);
create index automation_runs_by_outcome on automation_runs (tenant_id, outcome, created_at, id);

-- What a rule must remember of a thread for longer than its runs are kept, or find faster: that it was applied, and when it replied.
create table automation_rule_threads (
  tenant_id uuid not null,
  rule_id uuid not null,
  thread_id uuid not null,
  applied_at timestamptz(3),
  replied_at timestamptz(3),
  primary key (tenant_id, rule_id, thread_id),
  foreign key (tenant_id, rule_id) references automation_rules (tenant_id, id) on delete cascade
);
create index automation_rule_threads_of_thread on automation_rule_threads (tenant_id, thread_id);

-- Automatic mails that rules sent to a customer, by day (UTC).
create table automation_mails (
  tenant_id uuid not null,
  customer_id uuid not null,
  day date not null,
  mails int not null,
  primary key (tenant_id, customer_id, day)
);

-- Days for which runs are kept.
alter table tenants add column keep_automation_runs_days int default 90;
-- Mails that rules may send to one customer on one day.
alter table tenants add column automatic_mails_per_day int not null default 5;
