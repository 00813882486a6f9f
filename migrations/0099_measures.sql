-- What happened to threads, as facts that reports count. A reader of the outbox writes them after the commit (decision 88).

-- One row for each thing that happened. Rows name others by id only and outlive them.
create table facts (
  tenant_id uuid not null,
  kind text not null check (kind in ('CREATED', 'RECEIVED', 'ANSWERED', 'AUTOMATIC', 'NOTED', 'WAIT_DROPPED', 'RESOLVED', 'REOPENED', 'CLOSED',
    'MERGED', 'UNMERGED', 'ERASED', 'MOVED', 'CHANGED', 'STATUS', 'MESSAGES_MOVED', 'SLA_MET', 'SLA_BREACHED', 'ASKED', 'RATED')),
  at timestamptz(3) not null,
  -- The event that the fact was made from, and the fact's number among those of this event.
  sequence bigint not null,
  n smallint not null,
  event_id uuid not null,
  thread_id uuid not null,
  message_id uuid,
  -- The user who is credited.
  person_id uuid,
  -- The user who acted, credited or not.
  actor_id uuid,
  -- The thread's fields at that moment. A MOVED row has the fields after the change.
  assignee_id uuid,
  team_id uuid,
  inbox_id uuid not null,
  priority text not null,
  channel text not null,
  policy_id uuid,
  cause text,
  is_first boolean not null default false,
  -- How the fact changes the number of unresolved threads. MOVED rows have 0: they move a thread from one value to another.
  backlog smallint not null default 0 check (backlog between -1 and 1),
  -- Of MOVED and CHANGED: which field, and its values (ids as text; null for none). Of changes of status: the states. Of SLA facts: which clock.
  field text check (field in ('assignee', 'team', 'inbox', 'priority', 'policy', 'status', 'snooze', 'FIRST_RESPONSE', 'NEXT_RESPONSE', 'RESOLUTION')),
  from_value text,
  to_value text,
  -- ANSWERED and WAIT_DROPPED: the wait. RESOLVED: the episode. REOPENED: the time since the RESOLVED, which is the fact
  -- (RESOLVED, started_at, of_sequence), the only one of its event.
  started_at timestamptz(3),
  of_sequence bigint,
  value_ms bigint,
  business_ms bigint,
  step smallint,
  -- RESOLVED, if it is the thread's first: the time since the thread was created.
  first_ms bigint,
  first_business_ms bigint,
  first_step smallint,
  -- RESOLVED: the time in status open.
  open_ms bigint,
  open_business_ms bigint,
  open_step smallint,
  -- RESOLVED: answers of this thread before.
  answers_before integer,
  -- What the thread's facts can be counted again from, beyond the columns above.
  detail json,
  primary key (tenant_id, kind, at, sequence, n)
);
create index facts_of_thread on facts (tenant_id, thread_id);
-- Exact percentiles: day sums say in which step the rank lies, these find the value in the step.
create index facts_durations on facts (tenant_id, kind, is_first, step, at) include (value_ms) where step is not null;
create index facts_first_resolutions on facts (tenant_id, first_step, at) include (first_ms) where first_step is not null;
create index facts_open_times on facts (tenant_id, open_step, at) include (open_ms) where open_step is not null;

-- Sums of facts by local day, for one dimension at a time. They can be made again from facts at any time.
create table measure_days (
  tenant_id uuid not null,
  metric text not null,
  dimension text not null check (dimension in ('all', 'person', 'assignee', 'team', 'inbox', 'priority', 'channel', 'policy')),
  -- The dimension's value; empty for none, and for the dimension all.
  value text not null,
  day date not null,
  -- Durations are counted by their step, 0 to 95. Other metrics have -1.
  step smallint not null,
  count bigint not null,
  -- Milliseconds of durations, or answers of ANSWERS_TO_RESOLUTION.
  sum bigint not null,
  business_sum bigint not null,
  primary key (tenant_id, metric, dimension, value, day, step)
);

-- What the reader remembers of a thread.
create table thread_measures (
  tenant_id uuid not null,
  thread_id uuid not null,
  -- The last event that is contained.
  sequence bigint not null,
  -- True when the events of its beginning were gone, so that its facts were made from the thread's row and messages. A rebuild keeps them.
  from_rows boolean not null default false,
  -- True when the reader could not follow an event of the thread, so that it must be counted again.
  recount boolean not null default false,
  state json not null,
  primary key (tenant_id, thread_id)
);
create index thread_measures_to_recount on thread_measures (tenant_id, thread_id) where recount;

-- Business hours, the hours of teams and the tenant's, as they were from an event on.
create table measure_hours (
  tenant_id uuid not null,
  subject text not null check (subject in ('HOURS', 'TEAM', 'TENANT')),
  subject_id uuid not null,
  sequence bigint not null,
  -- HOURS: {timezone, weekly, holidays}. TEAM, TENANT: {businessHoursId}.
  value json not null,
  primary key (tenant_id, subject, subject_id, sequence)
);

-- One row a tenant that has facts: the zone of its day sums, and the rebuild to which the rows of rebuilt_facts belong.
create table measure_tenants (
  tenant_id uuid primary key,
  timezone text not null default 'UTC',
  rebuild_id uuid
);

-- Facts and states that a rebuild has made so far. One transaction puts them in the place of the others.
create table rebuilt_facts (like facts including defaults including constraints);
alter table rebuilt_facts add primary key (tenant_id, kind, at, sequence, n);
create index rebuilt_facts_of_thread on rebuilt_facts (tenant_id, thread_id);
create table rebuilt_thread_measures (like thread_measures including defaults);
alter table rebuilt_thread_measures add primary key (tenant_id, thread_id);

alter table bulk_jobs drop constraint bulk_jobs_type_check,
  add constraint bulk_jobs_type_check check (type in ('THREAD_BATCH', 'MAIL_ROUND_TRIP', 'REPORT_REBUILD'));
