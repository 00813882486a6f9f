-- The schema of a migrated database, to be read and not to be run. `npm run generate` writes this file.
-- SHA-256 of the migrations and of tools/schema-file.ts: 2e68c3455381c2f2bb7617f411d8590f67458d10bfc543527d8ac12c7f350ab7

create domain assignment_strategy as text check (value in ('ROUND_ROBIN', 'LEAST_LOADED'));

create domain audit_actor as text check (value in ('API_KEY', 'USER', 'SYSTEM'));

create domain message_author as text check (value in ('AGENT', 'CUSTOMER', 'BOT', 'SYSTEM'));

create domain message_format as text check (value in ('text', 'html'));

create domain thread_channel as text check (value in ('email', 'api', 'widget', 'slack', 'whatsapp', 'sms', 'voice'));

create domain thread_priority as text check (value in ('low', 'normal', 'high', 'urgent'));

-- Columns of hot tables that have one of a few words are of a type that says which. PostgreSQL reads each CHECK of a table from its text in the
-- catalogue whenever a statement writes to the table, also when the column does not change: an eighth of the time of a reply. The check of a
-- type is kept ready, and made only for columns that are written. The types get their checks after the columns have the types, which spares
-- rewriting the tables.
create domain thread_status as text check (value in ('open', 'pending', 'resolved', 'closed'));

-- The pieces of a row of words that the index holds: each three neighbouring characters, and each beginning of a word. They are hashed
-- together with the tenant, so that an index over all tenants has entries of each apart. What it finds is compared with the words themselves.
create function customer_grams(tenant uuid, words text)
returns bigint[]
language sql
immutable parallel safe strict cost 10000
return (select array_agg(hashtextextended((grams.gram collate "C"), uuid_hash_extended(customer_grams.tenant, (0)::bigint))) as array_agg
  from (select substr(customer_grams.words, n.n, 3) as gram from generate_series(1, (length(customer_grams.words) - 2)) n(n)
  union all select (' ' || "left"(u.word, 1)) from string_to_table(customer_grams.words, ' ') with ordinality u(word, n)
  where ((u.n > 1) and (u.word <> ''))) grams);

-- ANALYZE copies the most common values of a column, and others at regular distances, into pg_statistic, where nothing erases them.
-- Keeps no such statistics of these columns and deletes those that exist. It can be repeated; `distribute` calls it for the shards.
create function keep_no_values(relation regclass, columns text[])
returns void
language plpgsql
as $$
declare
  fresh text[] := array(
    select attname from pg_attribute where attrelid = relation and attname = any(columns) and attnum > 0 and attstattarget is distinct from 0
    order by attnum);
begin
  if fresh = '{}' then return; end if;
  -- Citus does not pass SET STATISTICS on to shards, and refuses it unless it may stay on this node.
  perform set_config('citus.enable_ddl_propagation', 'off', true);
  execute format('alter table %s %s', relation,
    (select string_agg(format('alter column %I set statistics 0', name), ', ') from unnest(fresh) as each(name)));
  if to_regproc('pg_catalog.pg_clear_attribute_stats') is not null then
    perform pg_clear_attribute_stats(n.nspname::text, c.relname::text, a.attname::text, false)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     
  where (c.oid = relation and a.attname = any(fresh))
        or c.oid in (select indexrelid from pg_index where indrelid = relation and indexprs is not null);
  else
    -- Before PostgreSQL 18 this is how an owner deletes statistics. It rewrites no rows.
    execute format('alter table %s %s', relation, (select string_agg(format('alter column %I type %s',
    a.attname, format_type(a.atttypid, a.atttypmod)), ', ')
      from pg_attribute a where a.attrelid = relation and a.attname = any(fresh)));
  end if;
  perform set_config('citus.enable_ddl_propagation', 'on', true);
end $$;

-- One hash for each value, the tenant included, so that the entries of different tenants are apart in the index; a list has one for each of
-- its entries. Different values may have the same hash: a statement also compares the values themselves.
create function thread_field_hashes(tenant uuid, fields jsonb)
returns bigint[]
language sql
immutable parallel safe strict cost 1000
return (select array_agg(hashtextextended(((f.key || ' ') || (v.text collate "C")),
    uuid_hash_extended(thread_field_hashes.tenant, (0)::bigint))) as array_agg
  from (jsonb_each(thread_field_hashes.fields) f(key, value)
  cross join lateral (select (f.value #>> '{}') as text
  where (jsonb_typeof(f.value) = any (array['string', 'number', 'boolean']))
  union all select e.text from jsonb_array_elements_text(case jsonb_typeof(f.value) when 'array' then f.value else '[]' end) e(text)) v));

-- The threads whose words a run repeats, its own and those that it cites.
create table ai_run_threads (
  tenant_id uuid not null,
  thread_id uuid not null,
  run_id uuid not null,
  primary key (tenant_id, thread_id, run_id)
);
create index ai_run_threads_run on ai_run_threads (tenant_id, run_id);

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
  failure text,
  primary key (tenant_id, id)
);
create index ai_runs_list on ai_runs (tenant_id, created_at, id);
create index ai_runs_operation on ai_runs (tenant_id, operation, created_at, id);
create index ai_runs_thread on ai_runs (tenant_id, thread_id, created_at, id) where thread_id is not null;
select keep_no_values('ai_runs', '{output,citations,feedback,failure}');

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

create table api_key_hashes (
  key_hash bytea not null,
  tenant_id uuid not null,
  key_id uuid not null,
  primary key (key_hash)
);

create table api_keys (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  key_hash bytea not null,
  last_four text not null,
  scopes text[] not null,
  life_seconds double precision not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  rotated_to uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- When a key was last used: whether a new one works, and which old one nobody misses.
  last_used_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index api_keys_list on api_keys (tenant_id, created_at, id);
-- Deleting a person asks what keys act for them.
create index api_keys_user on api_keys (tenant_id, user_id);

create table audit_logs (
  tenant_id uuid not null,
  id uuid not null,
  actor_type audit_actor not null,
  actor_id uuid,
  key_id uuid,
  ip text,
  action text not null,
  target_type text not null,
  target_id uuid not null,
  before json,
  after json,
  request_id text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- The door that a change came through. Null on rows from before, and on changes that the service makes on its own.
  via text check (via in ('API', 'DASHBOARD', 'MCP', 'SCIM', 'RULE', 'IMPORT', 'CLI')),
  primary key (tenant_id, created_at, id)
);
create index audit_logs_action on audit_logs (tenant_id, action, created_at, id);
create index audit_logs_actor on audit_logs (tenant_id, actor_id, created_at, id);
create index audit_logs_target on audit_logs (tenant_id, target_id, created_at, id);

-- Automatic replies that were sent, for their caps.
create table automatic_replies (
  tenant_id uuid not null,
  message_id uuid not null,
  thread_id uuid not null,
  inbox_id uuid not null,
  address text not null,
  sent_at timestamptz(3) not null default now(),
  source text not null default 'INBOX' check (source in ('INBOX', 'RULE', 'SATISFACTION')),
  primary key (tenant_id, message_id)
);
create index automatic_replies_by_address on automatic_replies (tenant_id, address, sent_at);
create index automatic_replies_by_inbox on automatic_replies (tenant_id, inbox_id, sent_at);
select keep_no_values('automatic_replies', '{address}');

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
  events_read integer not null default 0,
  matched integer not null default 0,
  threads integer not null default 0,
  would_change integer not null default 0,
  no_effect integer not null default 0,
  guarded integer not null default 0,
  failed integer not null default 0,
  as_of_now text[] not null default '{}',
  by_day jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index automation_dry_runs_in_order on automation_dry_runs (tenant_id, created_at, id);

-- Automatic mails that rules sent to a customer, by day (UTC).
create table automation_mails (
  tenant_id uuid not null,
  customer_id uuid not null,
  day date not null,
  mails integer not null,
  primary key (tenant_id, customer_id, day)
);

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

-- Enabled rules that run at a time. Tenants without such rules have no row, so looking for what is due costs nothing for them.
create table automation_rule_times (
  tenant_id uuid not null,
  rule_id uuid not null,
  -- When the rule began to run at times. What was due before does not make it run.
  started_at timestamptz(3) not null,
  -- Everything that was due up to this time has been run.
  looked_until timestamptz(3) not null,
  -- A worker that looks moves it, so that others do not look at the same time.
  next_look_at timestamptz(3) not null,
  -- Looks in succession that did not end.
  failures integer not null default 0,
  primary key (tenant_id, rule_id),
  foreign key (tenant_id, rule_id) references automation_rules (tenant_id, id) on delete cascade
);
create index automation_rule_times_next on automation_rule_times (next_look_at);

-- Rules as they were after each change of what an editor shows.
create table automation_rule_versions (
  tenant_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  id uuid not null,
  author_id uuid,
  rule jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, rule_id, version),
  foreign key (tenant_id, rule_id) references automation_rules (tenant_id, id) on delete cascade
);
create index automation_rule_versions_in_order on automation_rule_versions (tenant_id, rule_id, created_at, id);

-- Rules that change threads when something happens or a time is reached.
create table automation_rules (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  description text,
  enabled boolean not null,
  "order" integer not null,
  trigger jsonb not null,
  filter jsonb not null,
  changed jsonb not null,
  message jsonb,
  actions jsonb not null,
  stops_later boolean not null,
  once_per_thread boolean not null,
  paused_reason text check (paused_reason = 'FAILURES'),
  -- All objects that the rule names, wherever it names them. They cannot be deleted.
  named_ids uuid[] not null,
  -- The last event before the rule was enabled: it runs on later ones.
  from_sequence bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index automation_rules_in_order on automation_rules (tenant_id, created_at, id);

-- What became of a rule on one event, or at one time. The two unique keys are why an effect happens once, whatever is killed.
create table automation_runs (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  rule_version integer not null,
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
  depth integer not null,
  duration_ms integer not null,
  created_at timestamptz(3) not null default now(),
  -- A run has an event, a time, or the job by which a user applied the rule to threads of now.
  job_id uuid,
  primary key (tenant_id, id),
  constraint automation_runs_occasion check (num_nonnulls(event_id, began_at, job_id) = 1)
);
create index automation_runs_by_outcome on automation_runs (tenant_id, outcome, created_at, id);
create unique index automation_runs_event on automation_runs (tenant_id, rule_id, event_id) where event_id is not null;
create index automation_runs_in_order on automation_runs (tenant_id, created_at, id);
-- Why a rule is applied to a thread once, whatever interrupts the job.
create unique index automation_runs_job on automation_runs (tenant_id, job_id, thread_id) where job_id is not null;
create index automation_runs_of_job on automation_runs (tenant_id, job_id, created_at, id) where job_id is not null;
create index automation_runs_of_rule on automation_runs (tenant_id, rule_id, created_at, id);
create index automation_runs_of_thread on automation_runs (tenant_id, thread_id, created_at, id);
create unique index automation_runs_time on automation_runs (tenant_id, rule_id, thread_id, began_at) where began_at is not null;

-- Changes of many things at once, whose progress callers read. The rows that a job is about are in a table of the room that owns them.
create table bulk_jobs (
  tenant_id uuid not null,
  id uuid not null,
  type text not null check (type in ('THREAD_BATCH', 'MAIL_ROUND_TRIP', 'REPORT_REBUILD', 'AUTOMATION_RULE')),
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  input json not null,
  result json,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  -- Who ordered a job that the API shows; its events name that person.
  actor json,
  primary key (tenant_id, id)
);
create index bulk_jobs_finished on bulk_jobs (tenant_id, finished_at) where finished_at is not null;

create table business_hours (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  timezone text not null,
  weekly jsonb not null,
  holidays jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id)
);
create index business_hours_list on business_hours (tenant_id, created_at, id);

-- The private calendar of a person. Its URL follows from the seed and the service's secret, so that neither alone gives it.
create table calendar_feeds (
  tenant_id uuid not null,
  user_id uuid not null,
  seed bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id)
);

create table canned_responses (
  tenant_id uuid not null,
  id uuid not null,
  shortcut text not null,
  shortcut_key text not null,
  title text not null,
  title_key text not null,
  body text,
  body_format text not null check (body_format in ('text', 'html')),
  visibility text not null check (visibility in ('SHARED', 'PERSONAL')),
  owner_id uuid not null,
  inbox_ids uuid[] not null default '{}',
  team_ids uuid[] not null default '{}',
  actions jsonb not null default '[]',
  usage_count bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize((shortcut_key || ' ') || title_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create index canned_responses_list on canned_responses (tenant_id, created_at, id);
create unique index canned_responses_own_key on canned_responses (tenant_id, owner_id, shortcut_key) where visibility = 'PERSONAL';
create index canned_responses_owner on canned_responses (tenant_id, owner_id);
create unique index canned_responses_shared_key on canned_responses (tenant_id, shortcut_key) where visibility = 'SHARED';

create table custom_fields (
  tenant_id uuid not null,
  id uuid not null,
  key text not null,
  name text not null,
  name_key text not null,
  applies_to text not null check (applies_to in ('THREAD', 'CUSTOMER')),
  type text not null check (type in ('TEXT', 'NUMBER', 'BOOLEAN', 'DATE', 'SELECT', 'MULTISELECT', 'URL')),
  options jsonb not null default '[]',
  required text not null check (required in ('NEVER', 'ON_CREATE', 'ON_RESOLVE')),
  "order" bigint not null,
  archived_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize((name_key || ' ') || key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id),
  constraint custom_fields_key_key unique (tenant_id, applies_to, key)
);
create index custom_fields_list on custom_fields (tenant_id, created_at, id);
create index custom_fields_target on custom_fields (tenant_id, applies_to, created_at, id);

-- More addresses and numbers of a customer; the first e-mail address stays in customers.email.
create table customer_identities (
  tenant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  type text not null check (type in ('EMAIL', 'PHONE', 'WHATSAPP', 'SLACK', 'WIDGET', 'EXTERNAL')),
  value text not null,
  verified boolean not null default false,
  inbox_id uuid,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index customer_identities_of_customer on customer_identities (tenant_id, customer_id);
create unique index customer_identities_value on customer_identities (tenant_id, type, value);
select keep_no_values('customer_identities', '{value}');

create table customers (
  tenant_id uuid not null,
  id uuid not null,
  email text not null,
  name text,
  external_id text,
  custom_fields jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Who has everything now: always a customer who is not merged.
  merged_into uuid,
  name_words text not null default '',
  address_words text not null default '',
  alias_words text not null default '',
  -- An erased customer is a row without anything personal, which nothing can be added to.
  erased_at timestamptz(3),
  -- An erasure must also find copies of former addresses of a customer, and of attendees who were removed from a meeting.
  former_emails text[] not null default '{}',
  -- The rows of customer_identities as the API shows them, so that reading a customer needs no join.
  identities jsonb not null default '[]',
  email_failed_at timestamptz(3),
  opted_out text[] not null default '{}',
  satisfaction_opt_out boolean not null default false,
  primary key (tenant_id, id),
  constraint customers_email_key unique (tenant_id, email)
);
create unique index customers_external_id_key on customers (tenant_id, external_id) where external_id is not null;
create index customers_grams on customers using gin (customer_grams(tenant_id, (name_words || address_words) || alias_words)) where merged_into is null;
alter index customers_grams alter column 1 set statistics 0;
create index customers_list on customers (tenant_id, created_at, id) where merged_into is null;
create index customers_merged on customers (tenant_id, merged_into) where merged_into is not null;
-- The order `updatedAt` of the list of customers, and its filters by that time. Merged customers are not listed.
create index customers_updated on customers (tenant_id, updated_at, id) where merged_into is null;
select keep_no_values('customers', '{email,name,external_id,custom_fields,name_words,address_words,alias_words,former_emails,identities,opted_out}');

-- Counts of events by type up to a sequence; the feed counts only what came after.
create table event_rollups (
  tenant_id uuid not null,
  sequence bigint not null,
  primary key (tenant_id)
);

create table event_type_totals (
  tenant_id uuid not null,
  type text not null,
  count bigint not null,
  primary key (tenant_id, type)
);

-- The outbox. sequence runs without gaps in commit order within a tenant, because tenant_counters' row is held
-- from the numbering to the commit: a reader that has seen n will never find a lower one later.
create table events (
  tenant_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  type text not null,
  object_id uuid not null,
  object json not null,
  previous json,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Who made a change and why: on events, both null on events from before. Read with the event, never searched.
  actor json,
  cause json,
  primary key (tenant_id, sequence),
  unique (tenant_id, id)
);
-- The feed filters by type in order of sequence.
create index events_type on events (tenant_id, type, sequence);

-- One row for each thing that happened. Rows name others by id only and outlive them.
create table facts (
  tenant_id uuid not null,
  kind text not null check (kind in ('CREATED', 'RECEIVED', 'ANSWERED', 'AUTOMATIC',
    'NOTED', 'WAIT_DROPPED', 'RESOLVED', 'REOPENED', 'CLOSED', 'MERGED', 'UNMERGED', 'ERASED',
    'MOVED', 'CHANGED', 'STATUS', 'MESSAGES_MOVED', 'SLA_MET', 'SLA_BREACHED', 'ASKED',
    'RATED', 'RULE_RAN')) not valid,
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
  backlog smallint not null default 0 check (backlog between '-1' and 1),
  -- Of MOVED and CHANGED: which field, and its values (ids as text; null for none). Of changes of status: the states. Of SLA facts: which clock.
  field text check (field in ('assignee', 'team', 'inbox', 'priority', 'policy', 'status',
    'snooze', 'FIRST_RESPONSE', 'NEXT_RESPONSE', 'RESOLUTION', 'STARS', 'THUMBS', 'rule')) not valid,
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
  primary key (tenant_id, kind, at, sequence, n) include (thread_id, person_id, assignee_id,
    team_id, inbox_id, priority, channel, is_first, step, value_ms)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
-- Exact percentiles: day sums say in which step the rank lies, these find the value in the step.
create index facts_durations on facts (tenant_id, kind, is_first, step, at) include (value_ms) where step is not null;
create index facts_first_resolutions on facts (tenant_id, first_step, at) include (first_ms) where first_step is not null;
create index facts_of_thread on facts (tenant_id, thread_id);
create index facts_open_times on facts (tenant_id, open_step, at) include (open_ms) where open_step is not null;

create table idempotency_keys (
  tenant_id uuid not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  status smallint not null,
  record json not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, key_hash)
);
create index idempotency_keys_created on idempotency_keys using brin (created_at);

-- Mails that came in. The raw mail is in the file store under the row's id. A row is inserted as a reservation before its file is written.
create table inbound_mails (
  tenant_id uuid not null,
  id uuid not null,
  inbox_id uuid,
  transport text not null check (transport in ('SMTP', 'IMAP', 'API', 'PROVIDER')),
  outcome text not null check (outcome in ('RESERVED', 'RECEIVED', 'MESSAGE', 'BOUNCE', 'SUSPENDED', 'DUPLICATE', 'OWN')),
  cause text,
  sender text,
  recipients text[] not null default '{}',
  subject text not null default '',
  message_id text,
  size bigint not null default 0,
  thread_id uuid,
  result_id uuid,
  duplicate_of uuid,
  differs boolean not null default false,
  body_digest bytea,
  -- True when the mail began a thread.
  starts_thread boolean not null default false,
  attempts integer not null default 0,
  last_error text,
  -- What the transport knows: envelope, client address, results of authentication, options of an import or a release.
  envelope jsonb not null default '{}',
  received_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  -- A suspended mail, or a duplicate that differs, is deleted at this time.
  expires_at timestamptz(3),
  -- False when the raw mail has been deleted.
  has_raw boolean not null default true,
  created_at timestamptz(3) not null default now(),
  -- Decisions about an address count only mails of one origin: VERIFIED if the domain of the address has vouched for the mail, otherwise the
  -- network of the SMTP client, or nothing for other transports. `identity` is that of mail_identities without its origin.
  identity bytea,
  origin text not null default '',
  primary key (tenant_id, id)
);
create index inbound_mails_by_cause on inbound_mails (tenant_id, cause, created_at, id) where cause is not null;
create index inbound_mails_by_inbox on inbound_mails (tenant_id, inbox_id, created_at, id);
create index inbound_mails_by_message_id on inbound_mails (tenant_id, message_id, created_at, id) where message_id is not null;
create index inbound_mails_by_outcome on inbound_mails (tenant_id, outcome, created_at, id);
create index inbound_mails_by_sender on inbound_mails (tenant_id, sender, created_at, id);
-- Erasing a mail also erases its duplicates.
create index inbound_mails_duplicates on inbound_mails (tenant_id, duplicate_of) where duplicate_of is not null;
create index inbound_mails_expiring on inbound_mails (tenant_id, expires_at) where expires_at is not null;
-- The oldest raw mails that no thread shows, for the job that makes room for newer ones.
create index inbound_mails_held on inbound_mails (tenant_id, created_at, id) where has_raw and (outcome in ('SUSPENDED', 'DUPLICATE'));
create index inbound_mails_list on inbound_mails (tenant_id, created_at, id) where outcome <> 'RESERVED';
create index inbound_mails_of_message on inbound_mails (tenant_id, result_id) where result_id is not null;
create index inbound_mails_of_thread on inbound_mails (tenant_id, thread_id, created_at) where thread_id is not null;
-- Raw mails, the oldest first, for the job that deletes them.
create index inbound_mails_with_raw on inbound_mails (tenant_id, created_at) where has_raw and processed_at is not null;
select keep_no_values('inbound_mails', '{sender,recipients,subject,message_id,last_error,envelope,origin}');

-- All addresses that lead to an inbox: its own, its aliases and its forwarding address. Lower case, domain in Unicode.
create table inbox_addresses (
  tenant_id uuid not null,
  address text not null,
  inbox_id uuid not null,
  kind text not null check (kind in ('ADDRESS', 'ALIAS', 'FORWARD')),
  primary key (tenant_id, address, inbox_id)
);
-- The SMTP port finds the tenants of a recipient.
create index inbox_addresses_by_address on inbox_addresses (address);
create index inbox_addresses_of_inbox on inbox_addresses (tenant_id, inbox_id);

-- The state of an inbox's connections: IMAP with its checkpoint and lease, and sending with its pause.
create table inbox_connections (
  tenant_id uuid not null,
  inbox_id uuid not null,
  receive_state text not null default 'NOT_USED' check (receive_state in ('NOT_USED', 'CONNECTING', 'CONNECTED', 'FAILING', 'NEEDS_AUTH', 'PAUSED')),
  receive_since timestamptz(3) not null default now(),
  receive_error jsonb,
  receive_attempts integer not null default 0,
  receive_next_at timestamptz(3),
  send_state text not null default 'NOT_USED' check (send_state in ('NOT_USED', 'CONNECTING', 'CONNECTED', 'FAILING', 'NEEDS_AUTH', 'PAUSED')),
  send_since timestamptz(3) not null default now(),
  send_error jsonb,
  send_attempts integer not null default 0,
  -- No message of the inbox is sent before this time.
  send_next_at timestamptz(3),
  last_mail_at timestamptz(3),
  -- How many seconds the latest fetched mail had waited on the server.
  lag_seconds double precision,
  folder text,
  uid_validity bigint,
  uid bigint,
  -- The worker that holds the inbox. Its commits carry the token, so a worker that lost the lease commits nothing.
  lease_token uuid,
  leased_until timestamptz(3),
  plus_addressing boolean,
  -- Mails that arrived in a mailbox before this time are not fetched.
  fetch_from timestamptz(3),
  -- When a worker had fetched all mails of a mailbox, so that system health can report mailboxes that no worker reads.
  receive_read_at timestamptz,
  -- Whether the MX records of an inbox's domain lead to this service. Null until they were looked up.
  mx_leads_here boolean,
  primary key (tenant_id, inbox_id)
);
create index inbox_connections_due on inbox_connections (receive_next_at) where receive_next_at is not null;

-- Secrets of inboxes, encrypted under the service's key.
create table inbox_secrets (
  tenant_id uuid not null,
  inbox_id uuid not null,
  kind text not null check (kind in ('IMAP_PASSWORD', 'SMTP_PASSWORD', 'OAUTH', 'DKIM')),
  secret text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, inbox_id, kind)
);

create table inboxes (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null check (type in ('EMAIL', 'API', 'WIDGET', 'SLACK', 'WHATSAPP', 'SMS', 'VOICE')),
  address text,
  is_default boolean not null default false,
  active boolean not null default true,
  auto_reply text,
  signature text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  team_id uuid,
  sla_policy_id uuid,
  name_key text not null,
  -- Settings of an EMAIL inbox, without secrets; null for other types.
  email jsonb,
  -- The automatic reply outside business hours, in place of auto_reply.
  auto_reply_outside_hours text,
  -- Replaces the tenant's settings as a whole; null for an inbox that uses them.
  satisfaction jsonb,
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id),
  constraint inboxes_team_fkey foreign key (tenant_id, team_id) references teams (tenant_id, id)
);
-- The SMTP port finds the inbox of a forwarding address, which contains the inbox's id and no tenant.
create index inboxes_by_id on inboxes (id);
create index inboxes_list on inboxes (tenant_id, created_at, id);
create unique index inboxes_one_default on inboxes (tenant_id) where is_default;
create index inboxes_team on inboxes (tenant_id, team_id) where team_id is not null;

-- When a tenant has something of a name to do next: the one small index that idle workers ask.
create table job_queues (
  tenant_id uuid not null,
  name text not null,
  due_at timestamptz(3),
  primary key (tenant_id, name)
) with (fillfactor = 50);
create index job_queues_due on job_queues (due_at) where due_at is not null;

-- When periodic work is next enqueued. One row a declaration, for the whole service.
create table job_schedules (
  name text not null,
  due_at timestamptz(3) not null,
  primary key (name)
);

-- One row for each piece of work that waits, runs or was given up; what is done is deleted. While it runs due_at is the end of
-- its lease: a worker that dies gives it back by doing nothing.
create table jobs (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  -- What it is about: there is one of each name and key.
  key text not null,
  input json not null default '{}',
  state text not null default 'WAITING' check (state in ('WAITING', 'DEAD')),
  attempt integer not null default 0,
  due_at timestamptz(3),
  leased_until timestamptz(3),
  error text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint jobs_key unique (tenant_id, name, key)
) with (fillfactor = 80);
create index jobs_dead on jobs (tenant_id, name) where state = 'DEAD';
create index jobs_due on jobs (tenant_id, name, due_at, id) where due_at is not null;
create index jobs_leased on jobs (tenant_id, name) where leased_until is not null;
select keep_no_values('jobs', '{error}');

-- Not in the row of the article: readers must not wait for who edits it, nor change its version.
create table kb_article_counts (
  tenant_id uuid not null,
  article_id uuid not null,
  views bigint not null default 0,
  helpful bigint not null default 0,
  not_helpful bigint not null default 0,
  primary key (tenant_id, article_id)
);

-- Each change of an article: what its draft was from then on, and who made it. Never changed.
create table kb_article_versions (
  tenant_id uuid not null,
  article_id uuid not null,
  version bigint not null,
  id uuid not null,
  change text not null check (change in ('CREATED', 'EDITED', 'PUBLISHED', 'UNPUBLISHED', 'ARCHIVED', 'RESTORED')),
  title text not null,
  body text not null,
  body_format text not null,
  author_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, article_id, version)
);

-- Title and body are the draft's. What is published is the version that published_version names.
create table kb_articles (
  tenant_id uuid not null,
  id uuid not null,
  collection_id uuid,
  title text not null,
  title_key text not null,
  slug text not null,
  body text not null,
  body_format text not null check (body_format in ('markdown', 'html', 'text')),
  status text not null check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  visibility text not null check (visibility in ('PUBLIC', 'INTERNAL')),
  locale text not null,
  translation_of uuid,
  "order" bigint not null,
  author_id uuid not null,
  published_version bigint,
  published_at timestamptz(3),
  publish_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(title_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id),
  check ((status = 'PUBLISHED') = (published_version is not null))
);
create index kb_articles_collection on kb_articles (tenant_id, collection_id, created_at, id);
create index kb_articles_list on kb_articles (tenant_id, created_at, id);
create index kb_articles_locale on kb_articles (tenant_id, locale, created_at, id);
create index kb_articles_status on kb_articles (tenant_id, status, created_at, id);
create index kb_articles_translations on kb_articles (tenant_id, translation_of) where translation_of is not null;
create index kb_articles_visibility on kb_articles (tenant_id, visibility, created_at, id);

create table kb_collections (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  slug text not null,
  description text,
  parent_id uuid,
  "order" bigint not null,
  visibility text not null check (visibility in ('PUBLIC', 'INTERNAL')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id)
);
create index kb_collections_list on kb_collections (tenant_id, created_at, id);
create index kb_collections_parent on kb_collections (tenant_id, parent_id, created_at, id);

-- What visitors searched and did not find.
create table kb_missed_searches (
  tenant_id uuid not null,
  id uuid not null,
  words text not null,
  query text not null,
  locale text not null,
  count bigint not null default 1,
  last_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index kb_missed_searches_last on kb_missed_searches (tenant_id, last_at);
create index kb_missed_searches_list on kb_missed_searches (tenant_id, created_at, id);
create unique index kb_missed_searches_words_key on kb_missed_searches (tenant_id, words, locale);

-- Present and former slugs, each of one thing: a former one leads to where the thing is now.
create table kb_slugs (
  tenant_id uuid not null,
  -- `collection`, or the locale of articles.
  space text not null,
  slug text not null,
  object_id uuid not null,
  is_current boolean not null,
  primary key (tenant_id, space, slug)
);
create index kb_slugs_object on kb_slugs (tenant_id, object_id);

-- What the search reads of published articles: the text for people, and rows of words.
create table kb_texts (
  tenant_id uuid not null,
  article_id uuid not null,
  title text not null,
  body text not null,
  title_words text not null,
  body_words text not null,
  primary key (tenant_id, article_id)
);

-- Whether an article helped, once for each visitor: a keyed hash, forgotten after some months.
create table kb_votes (
  tenant_id uuid not null,
  article_id uuid not null,
  visitor bytea not null,
  helpful boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, article_id, visitor)
);
create index kb_votes_created on kb_votes (tenant_id, created_at);

create table labels (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  color text,
  description text,
  archived_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- Lists find a name by the beginning of any of its words, without accents. The expression is foldName of server/kit/name-key.ts.
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id),
  constraint labels_name_key unique (tenant_id, name_key)
);
create index labels_list on labels (tenant_id, created_at, id);

-- Keyed hashes of the mails that were accepted. They are kept after the message, the thread or the customer is deleted or erased, so that
-- nothing comes back.
create table mail_identities (
  tenant_id uuid not null,
  identity bytea not null,
  mail_id uuid not null,
  body_digest bytea not null,
  created_at timestamptz(3) not null default now(),
  -- Digest of the whole mail. A mail that comes again unchanged need not be verified again.
  copy_digest bytea,
  primary key (tenant_id, identity)
);
create index mail_identities_by_age on mail_identities (tenant_id, created_at);

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
  -- Of durations of all facts (dimension all), in the row of the whole day (step -1). Null: unknown, so that reports compute them.
  median_ms bigint,
  p90_ms bigint,
  max_ms bigint,
  primary key (tenant_id, metric, dimension, value, day, step)
);

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

-- The names of users, teams, inboxes and SLA policies that were deleted, which reports still show.
create table measure_names (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  primary key (tenant_id, id)
);

-- One row a tenant that has facts: the zone of its day sums, and the rebuild to which the rows of rebuilt_facts belong.
create table measure_tenants (
  tenant_id uuid not null,
  timezone text not null default 'UTC',
  rebuild_id uuid,
  primary key (tenant_id)
);

create table meetings (
  tenant_id uuid not null,
  id uuid not null,
  -- The thread that it was scheduled in. When that is merged, thread_merges says which thread shows the meeting.
  origin_id uuid not null,
  title text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  timezone text not null,
  host_id uuid not null,
  -- [{"email", "name", "timezone", "rsvp", "status"}]
  attendees jsonb not null,
  -- {"type", "url", "address"}
  location jsonb,
  status text not null default 'SCHEDULED' check (status in ('SCHEDULED', 'CANCELLED', 'COMPLETED', 'NO_SHOW')),
  ics_uid text not null,
  ics_sequence bigint not null default 0,
  -- {"uploadId", "url", "filename", "contentType", "size", "deleted"}
  recording jsonb,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  former_attendees text[] not null default '{}',
  primary key (tenant_id, id)
);
-- What a host has at a time, so that nothing else is put there.
create index meetings_at_a_time on meetings (tenant_id, host_id, starts_at) where status = 'SCHEDULED';
create index meetings_by_start on meetings (tenant_id, status, starts_at, id);
create index meetings_held on meetings (tenant_id, host_id, starts_at, id);
create index meetings_list on meetings (tenant_id, status, created_at, id);
create index meetings_of_hosts on meetings (tenant_id, host_id, created_at, id);
create index meetings_of_threads on meetings (tenant_id, origin_id, created_at, id);
select keep_no_values('meetings', '{title,attendees,location,recording,former_attendees}');

-- Hashes of the Message-IDs that lead to a message: its own (SELF), another name of it (ALIAS), or an earlier mail of the conversation that
-- never came here (ANCESTOR). The message has the thread, so merges and splits change nothing here.
create table message_references (
  tenant_id uuid not null,
  id_hash bytea not null,
  message_id uuid not null,
  kind text not null check (kind in ('SELF', 'ALIAS', 'ANCESTOR')),
  primary key (tenant_id, id_hash, message_id)
);
create index message_references_of_message on message_references (tenant_id, message_id);

create table messages (
  tenant_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  author_type message_author not null,
  author_id uuid,
  author_name text,
  body text not null,
  body_format message_format not null,
  body_text text not null,
  internal boolean not null default false,
  external_id text,
  created_at timestamptz(3) not null default now(),
  -- The threads that a message was merged out of, the first one first; null for those that are where they were written.
  merged_from uuid[],
  -- What a message shows of its files: [{"id", "filename", "contentType", "size"}], with "deleted" when the file is gone. Null for none.
  attachments jsonb,
  -- Whom an internal note mentions. Null for the messages that mention nobody, which are most: they store nothing for it.
  mentions uuid[],
  -- What the API shows of a message's mail and of its delivery. Null for messages that are no mail.
  email jsonb,
  delivery jsonb,
  channel text,
  in_reply_to_id uuid,
  client_id text,
  -- Messages that a program wrote. Older rows of BOT and SYSTEM authors are automatic too, whatever this column says.
  automatic boolean not null default false,
  -- The teams that a note mentions. Null for none.
  mentioned_team_ids uuid[],
  -- A message's external id is unique in its thread, so that a repeated request finds the first message. Messages of mail are excluded, because the
  -- service decides itself which mails are duplicates. `external_repeated` excludes duplicates of earlier versions, and messages of merged threads,
  -- whose target may have the same external id. External ids can be longer than an index entry, so the indexes contain hashes.
  external_repeated boolean not null default false,
  primary key (tenant_id, thread_id, created_at, id)
);
create index messages_external_id on messages (tenant_id, md5(external_id)) where external_id is not null;
alter index messages_external_id alter column 2 set statistics 0;
create unique index messages_external_id_key on messages (tenant_id, thread_id, md5(external_id)) where external_id is not null and email is null and not external_repeated;
alter index messages_external_id_key alter column 3 set statistics 0;
-- Mails are found by the ids that they refer to, and deliveries by their message. The primary key begins with the thread, so without this
-- index each of these look-ups read all of a tenant's messages.
create index messages_of_mail on messages (tenant_id, id) where email is not null;
select keep_no_values('messages', '{author_name,body,body_text,external_id,attachments,email,delivery,client_id}');

-- Unread notifications by type. The version rises with every change of the user's notifications of this type, for the user's streams.
create table notification_counts (
  tenant_id uuid not null,
  user_id uuid not null,
  type text not null,
  unread integer not null,
  version bigint not null default 1,
  primary key (tenant_id, user_id, type),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
) with (fillfactor = 50);

-- The mails about notifications that a user got since a time, at most an hour ago.
create table notification_mailings (
  tenant_id uuid not null,
  user_id uuid not null,
  since timestamptz(3) not null,
  mails integer not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- What users are told. The texts of a notification (subject, excerpt, names) are read from the objects that it names, so erasing those
-- erases the notification's texts.
create table notifications (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  type text not null,
  thread_id uuid,
  message_id uuid,
  job_id uuid,
  actor_type text,
  actor_id uuid,
  count integer not null,
  -- The latest events, oldest first.
  event_ids uuid[] not null,
  -- The sequence of the latest event.
  sequence bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  -- The time of the latest event, or at which a snooze ended: lists order by created_at.
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  archived_at timestamptz(3),
  snoozed_until timestamptz(3),
  -- False when the user wants the type by mail alone: then no list and no total shows the row.
  in_app boolean not null,
  -- Whether the browser is to alert the user.
  desktop boolean not null,
  -- How much of count was mailed.
  mailed integer not null default 0,
  -- The text of a notification of type RULE, with its variables filled in. Null for other types, whose texts are read from the objects that they name.
  text text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index notifications_age on notifications (tenant_id, created_at);
create index notifications_list on notifications (tenant_id, user_id, created_at, id);
create index notifications_thread on notifications (tenant_id, thread_id, user_id);
-- A user has one unread row for each type and thread. Rows without a thread stand alone.
create unique index notifications_unread on notifications (tenant_id, user_id, type, thread_id) where read_at is null;
create index notifications_unread_list on notifications (tenant_id, user_id, created_at, id) where read_at is null;

-- Mails to customers, with what their bytes are composed from. A row stays for a month after its mail was sent, so that people can send it again.
create table outgoing_mails (
  tenant_id uuid not null,
  message_id uuid not null,
  inbox_id uuid not null,
  -- The frozen mail (server/resources/mail/snapshot.ts).
  snapshot jsonb not null,
  -- STARTED: an attempt has begun. DATA: the server may have the mail. Null between attempts.
  phase text check (phase in ('STARTED', 'DATA')),
  attempts integer not null default 0,
  -- How many attempts ended without the server's answer to the mail.
  uncertain integer not null default 0,
  created_at timestamptz(3) not null default now(),
  -- The result of an attempt, from the moment that the mail server has replied until the message shows it. A worker that cannot write the
  -- message's state uses it later, instead of sending the mail a second time.
  result jsonb,
  -- How many attempts have failed for reasons of the mail itself. The next retry follows from it; pauses of the inbox do not count.
  failures integer not null default 0,
  -- Whether a recipient still waits. Settled mails stay for a month, so that people can send them again.
  waits boolean not null default true,
  primary key (tenant_id, message_id)
);
create index outgoing_mails_by_age on outgoing_mails (tenant_id, created_at);
create index outgoing_mails_waiting on outgoing_mails (tenant_id, inbox_id) where waits;
select keep_no_values('outgoing_mails', '{snapshot,result}');

-- Requests to export or erase what is held of a customer, and the erasure of threads that were closed long ago.
create table privacy_requests (
  tenant_id uuid not null,
  id uuid not null,
  type text not null check (type in ('EXPORT', 'ERASURE', 'RETENTION')),
  mode text check (mode in ('ANONYMIZE', 'DELETE')),
  dry_run boolean not null default false,
  keep_subjects boolean not null default false,
  -- Null for threads that were closed long ago.
  customer_id uuid,
  requested_by uuid,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  -- Where the work is: the place, and how far in it. It changes in the transaction of each portion.
  place text,
  "position" text,
  -- How much was found, by place.
  found jsonb not null default '{}',
  -- Addresses of the customer as hashes with the service's key, so that mails to them are found after the addresses are gone.
  address_hashes text[] not null default '{}',
  receipt jsonb,
  error text,
  file jsonb,
  expires_at timestamptz(3),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index privacy_requests_customer on privacy_requests (tenant_id, customer_id, created_at, id);
create index privacy_requests_list on privacy_requests (tenant_id, created_at, id);

-- What a request is about: the customer with those merged into it, the threads, and threads of others that have messages of theirs.
create table privacy_subjects (
  tenant_id uuid not null,
  request_id uuid not null,
  object_id uuid not null,
  kind text not null check (kind in ('CUSTOMER', 'THREAD', 'ELSEWHERE', 'FILE', 'MEETING', 'MAIL', 'RATING')),
  primary key (tenant_id, request_id, object_id)
);
create index privacy_subjects_object on privacy_subjects (tenant_id, object_id);

-- The functions that running processes call (server/platform/postgres/ensure-procedures.ts). Each process renews `needed_at` of its own. A
-- function that no process has needed for a day is dropped.
create table procedures (
  name text not null,
  needed_at timestamptz(3) not null default now(),
  primary key (name)
);

-- Domains whose ownership a tenant has proved by a TXT record.
create table proved_domains (
  tenant_id uuid not null,
  domain text not null,
  proved_at timestamptz(3) not null default now(),
  primary key (tenant_id, domain)
);
create index proved_domains_by_domain on proved_domains (domain);

-- How far each reader of the outbox has read the events of a tenant. A tenant without a row has been read up to 0 by readers of all tenants.
-- `alone_through` is the end of a batch that failed: up to it, events are read one at a time. `failures` are those of the next event.
create table reader_cursors (
  tenant_id uuid not null,
  reader text not null,
  sequence bigint not null default 0,
  alone_through bigint not null default 0,
  failures integer not null default 0,
  retry_at timestamptz(3),
  error text,
  primary key (tenant_id, reader)
);

-- Facts and states that a rebuild has made so far. One transaction puts them in the place of the others.
create table rebuilt_facts (
  tenant_id uuid not null,
  kind text not null constraint facts_kind_check check (kind in ('CREATED', 'RECEIVED',
    'ANSWERED', 'AUTOMATIC', 'NOTED', 'WAIT_DROPPED', 'RESOLVED', 'REOPENED', 'CLOSED',
    'MERGED', 'UNMERGED', 'ERASED', 'MOVED', 'CHANGED', 'STATUS', 'MESSAGES_MOVED', 'SLA_MET',
    'SLA_BREACHED', 'ASKED', 'RATED', 'RULE_RAN')) not valid,
  at timestamptz(3) not null,
  sequence bigint not null,
  n smallint not null,
  event_id uuid not null,
  thread_id uuid not null,
  message_id uuid,
  person_id uuid,
  actor_id uuid,
  assignee_id uuid,
  team_id uuid,
  inbox_id uuid not null,
  priority text not null,
  channel text not null,
  policy_id uuid,
  cause text,
  is_first boolean not null default false,
  backlog smallint not null default 0 constraint facts_backlog_check check (backlog between '-1' and 1),
  field text constraint facts_field_check check (field in ('assignee', 'team', 'inbox',
    'priority', 'policy', 'status', 'snooze', 'FIRST_RESPONSE', 'NEXT_RESPONSE', 'RESOLUTION',
    'STARS', 'THUMBS', 'rule')) not valid,
  from_value text,
  to_value text,
  started_at timestamptz(3),
  of_sequence bigint,
  value_ms bigint,
  business_ms bigint,
  step smallint,
  first_ms bigint,
  first_business_ms bigint,
  first_step smallint,
  open_ms bigint,
  open_business_ms bigint,
  open_step smallint,
  answers_before integer,
  detail json,
  primary key (tenant_id, kind, at, sequence, n)
);
create index rebuilt_facts_of_thread on rebuilt_facts (tenant_id, thread_id);

create table rebuilt_thread_measures (
  tenant_id uuid not null,
  thread_id uuid not null,
  sequence bigint not null,
  from_rows boolean not null default false,
  recount boolean not null default false,
  state json not null,
  primary key (tenant_id, thread_id)
);

-- The mails of tests that have not ended, by the id that their Message-ID contains.
create table round_trip_mails (
  tenant_id uuid not null,
  id uuid not null,
  inbox_id uuid not null,
  job_id uuid not null,
  -- PLUS: to the inbox's address with a token after a plus sign, as reply addresses are.
  form text not null check (form in ('PLAIN', 'PLUS')),
  recipient text not null,
  -- When the latest attempt to send it began.
  sent_at timestamptz(3),
  primary key (tenant_id, id)
);
create index round_trip_mails_of_inbox on round_trip_mails (tenant_id, inbox_id);

create table satisfaction_requests (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  thread_id uuid not null,
  customer_id uuid not null,
  -- The author of the last answer before the request, who is credited with the rating.
  person_id uuid,
  assignee_id uuid,
  team_id uuid,
  resolved_by_id uuid,
  episode integer not null,
  -- True for requests that the service planned itself. Only these follow the settings.
  planned boolean not null default false,
  state text not null check (state in ('PLANNED', 'SENT', 'ANSWERED', 'EXPIRED', 'CANCELLED')),
  channel text not null check (channel in ('MAIL', 'LINK', 'API')),
  scale text not null check (scale in ('STARS', 'THUMBS')),
  question text,
  cancel_reason text,
  send_at timestamptz(3) not null,
  sent_at timestamptz(3),
  remind_at timestamptz(3),
  reminded_at timestamptz(3),
  expires_at timestamptz(3),
  expires_after_days integer not null,
  -- Random bytes from which the token of the page is derived, together with SECRET_KEY.
  seed bytea not null,
  score smallint,
  comment text,
  reasons text[] not null default '{}',
  source text check (source in ('LINK', 'API')),
  answered_at timestamptz(3),
  answer_changes integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- True for requests that an automation rule made. They follow the limits of the settings, on threads in any state.
  by_rule boolean not null default false,
  primary key (tenant_id, id)
);
create index satisfaction_requests_answered on satisfaction_requests (tenant_id, answered_at) where answered_at is not null;
create index satisfaction_requests_by_score on satisfaction_requests (tenant_id, score, created_at, id) where score is not null;
create index satisfaction_requests_by_state on satisfaction_requests (tenant_id, state, created_at, id);
-- A customer is asked at most once in an episode, under any concurrency. Requests that were cancelled before they were sent do not count.
create unique index satisfaction_requests_episode_key on satisfaction_requests (tenant_id,
    thread_id, episode) where state <> 'CANCELLED' or sent_at is not null;
create index satisfaction_requests_in_order on satisfaction_requests (tenant_id, created_at, id);
create index satisfaction_requests_of_customer on satisfaction_requests (tenant_id, customer_id, created_at, id);
create index satisfaction_requests_of_person on satisfaction_requests (tenant_id, person_id, created_at, id);
create index satisfaction_requests_of_team on satisfaction_requests (tenant_id, team_id, created_at, id);
create index satisfaction_requests_of_thread on satisfaction_requests (tenant_id, thread_id, created_at, id);
select keep_no_values('satisfaction_requests', '{question,seed,comment,reasons}');

create table saved_reports (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  name_key text not null,
  shared boolean not null,
  query jsonb not null,
  chart text not null,
  owner_id uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id)
);
create index saved_reports_in_order on saved_reports (tenant_id, created_at, id);
create index saved_reports_of_owner on saved_reports (tenant_id, owner_id, created_at, id);

-- Replies that wait to be sent. They are no messages yet: what counts and orders the messages of a thread does not see them. A row stays for a
-- while after it was sent, without its text, to tell who wants to take it back that it is too late.
create table scheduled_messages (
  tenant_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  author_id uuid not null,
  author_name text not null,
  body text not null,
  body_format text not null check (body_format in ('text', 'html')),
  body_text text not null,
  send_at timestamptz(3) not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'FAILED')),
  error text,
  created_at timestamptz(3) not null default now(),
  -- Scheduled replies go where the messages of their thread go when it is merged, and back when that is taken back.
  merged_from uuid[],
  attachments jsonb,
  -- The changes of the thread that are made together with a scheduled reply, in the form of the API; null for none.
  changes jsonb,
  -- The mail of a scheduled reply, frozen when the reply was made.
  email jsonb,
  mail jsonb,
  primary key (tenant_id, id)
);
create index scheduled_messages_list on scheduled_messages (tenant_id, thread_id, created_at, id) where state <> 'SENT';
create index scheduled_messages_sent on scheduled_messages (tenant_id, send_at) where state = 'SENT';
select keep_no_values('scheduled_messages', '{author_name,body,body_text,error,attachments,changes,email,mail}');

-- How far the index has followed a tenant's events. Threads that were there before the first look are read in order of their numbers, from
-- built + 1 to upto.
create table search_cursors (
  tenant_id uuid not null,
  sequence bigint not null,
  built bigint not null,
  upto bigint not null,
  moved_at timestamptz(3) not null,
  primary key (tenant_id)
);

-- Threads whose text was changed other than by a new message. Written in the transaction of the change, so that a search asks the thread itself
-- from then on; the worker deletes the marks when it has read the thread anew. Each change has a mark of its own.
create table search_marks (
  tenant_id uuid not null,
  thread_id uuid not null,
  mark uuid not null,
  -- Of a thread that was deleted the index needs to know the number.
  number bigint,
  primary key (tenant_id, thread_id, mark)
);

-- What the index has read: for each thread its head (part is the nil id) and its messages, as rows of words. Phrases are looked for here, and
-- from here follows what to take out of the index when a text changes.
create table search_texts (
  tenant_id uuid not null,
  number bigint not null,
  part uuid not null,
  written_at timestamptz(3) not null,
  words text not null,
  primary key (tenant_id, number, part)
);
select keep_no_values('search_texts', '{words}');

-- Which threads have a word: in their head (subject, reference, customer) and in their messages. A block is 65,536 numbers; its value is a
-- list of them, two bytes each, or a map of bits. The empty word stands in every thread.
create table search_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  block integer not null,
  head bytea storage external not null,
  body bytea storage external not null,
  -- Phrases in the search index: rows of neighbouring words stand beside words where their parts are common (kit/search/grams.ts).
  common boolean not null default false,
  primary key (tenant_id, word, block)
) with (fillfactor = 80);
select keep_no_values('search_words', '{word}');

-- A second factor of people: codes of an authenticator (RFC 6238). Its secret is sealed, its recovery codes are hashes.
create table second_factors (
  tenant_id uuid not null,
  user_id uuid not null,
  -- Null until a code of the secret that waits was shown; the one before it works meanwhile.
  sealed text,
  pending_sealed text,
  -- The time step of the last code that was used: none is used twice.
  last_step bigint not null default 0,
  recovery_hashes text[] not null default '{}',
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

create table sender_rules (
  tenant_id uuid not null,
  id uuid not null,
  -- An address, or @ and a domain; lower case.
  pattern text not null,
  action text not null check (action in ('BLOCK', 'ALLOW')),
  inbox_id uuid,
  note text,
  created_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index sender_rules_list on sender_rules (tenant_id, created_at, id);
create unique index sender_rules_pattern on sender_rules (tenant_id, pattern, coalesce(inbox_id, '00000000-0000-0000-0000-000000000000'));
select keep_no_values('sender_rules', '{pattern,note}');

-- Tokens are not stored: they follow from the secret key, the row's seed and the generation, so that two tabs which refresh at the same
-- moment get the same next token.
create table sessions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  seed bytea not null,
  -- Of the refresh token that is good now. The one before it is accepted for ten seconds after rotated_at.
  generation integer not null default 1,
  rotated_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  ip text,
  user_agent text,
  ended_at timestamptz(3),
  ended_reason text check (ended_reason in ('SIGNED_OUT', 'REVOKED', 'TOKEN_REUSED', 'PASSWORD_CHANGED', 'USER_SUSPENDED', 'EMAIL_CHANGED')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index sessions_rotated on sessions (tenant_id, rotated_at);
create index sessions_user on sessions (tenant_id, user_id, created_at, id);

-- Mailed, or shown to the operator: whoever has the token may choose the person's password. The address is that which it was sent to, so
-- that a link ends when the address changes.
create table sign_in_links (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('INVITATION', 'PASSWORD', 'EMAIL')),
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  -- It stays until its time is over, so that a retry of the request that used it finds its answer.
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- A link that confirms an address. Who asked for it decides whether the sessions of the person end.
  requested_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index sign_in_links_user on sign_in_links (tenant_id, user_id);

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
  -- The part of a target whose rest brings a warning.
  warning_percent integer not null default 20 check (warning_percent between 1 and 99),
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id)
);
create index sla_policies_hours on sla_policies (tenant_id, business_hours_id) where business_hours_id is not null;
create index sla_policies_list on sla_policies (tenant_id, created_at, id);
create unique index sla_policies_name_key on sla_policies (tenant_id, name_key);

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
  thread_created_at timestamptz(3) not null,
  state text check (state in ('BREACHED', 'WARNING', 'PENDING', 'PAUSED', 'MET', 'MISSED')),
  -- The nearest deadline of what is still to be done.
  due_at timestamptz(3),
  -- The clocks before each of the last changes, the oldest first.
  former jsonb,
  primary key (tenant_id, thread_id)
);
create index sla_threads_due on sla_threads (tenant_id, due_at, thread_id) where due_at is not null;
create index sla_threads_next on sla_threads (next_at) where next_at is not null;
create index sla_threads_state on sla_threads (tenant_id, state, thread_created_at, thread_id) where state is not null;

create table team_members (
  tenant_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, team_id, user_id),
  foreign key (tenant_id, team_id) references teams (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index team_members_user on team_members (tenant_id, user_id, team_id);

create table teams (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  assignment text not null check (assignment in ('MANUAL', 'ROUND_ROBIN', 'LEAST_LOADED')),
  max_open_per_agent bigint,
  business_hours_id uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  last_assigned_to uuid,
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id),
  constraint teams_name_key unique (tenant_id, name_key)
);
create index teams_list on teams (tenant_id, created_at, id);

-- One row a tenant, taken last in every write: it numbers threads and events without gaps in commit order,
-- and keeps the totals that lists show.
create table tenant_counters (
  tenant_id uuid not null,
  last_public_number bigint not null default 0,
  event_sequence bigint not null default 0,
  audit_logs bigint not null default 0,
  customers bigint not null default 0,
  threads_open bigint not null default 0,
  threads_pending bigint not null default 0,
  threads_resolved bigint not null default 0,
  threads_closed bigint not null default 0,
  -- The bytes of a tenant's files together, for its quota.
  upload_bytes bigint not null default 0,
  -- How many meetings a tenant has, for the total of their list.
  meetings bigint not null default 0,
  -- The total that the list of inbound mails shows.
  inbound_mails bigint not null default 0,
  -- Counts changes that reads show but no event announces. With event_sequence it is the revision of the tenant.
  silent_changes bigint not null default 0,
  -- Raw mails count in the storage of their tenant. Those that no thread shows have a share of their own.
  mail_bytes bigint not null default 0,
  held_mail_bytes bigint not null default 0,
  primary key (tenant_id)
) with (fillfactor = 10);

-- Global look-ups: small, never joined from.
create table tenant_slugs (
  slug text not null,
  tenant_id uuid not null,
  primary key (slug),
  unique (tenant_id)
);

create table tenants (
  tenant_id uuid not null,
  slug text not null,
  name text not null,
  ticket_prefix text not null check (ticket_prefix ~ '^[A-Z][A-Z0-9]{1,7}$'),
  assign_on_first_reply boolean not null default true,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  created_at timestamptz(3) not null default now(),
  -- Resolved threads are closed after a tenant's number of days; 0 is never.
  auto_close_days integer not null default 7 check (auto_close_days between 0 and 3650),
  timezone text not null default 'UTC',
  locale text not null default 'en',
  default_priority text not null default 'normal' check (default_priority in ('low', 'normal', 'high', 'urgent')),
  reopen_within_days integer check (reopen_within_days between 0 and 3650),
  allowed_sign_in_domains text[] not null default '{}',
  second_factor_roles text[] not null default '{}',
  keep_events_days integer check (keep_events_days between 8 and 3650),
  keep_deliveries_days integer check (keep_deliveries_days between 8 and 3650),
  keep_audit_rows_days integer check (keep_audit_rows_days between 30 and 3650),
  keep_uploads_days integer check (keep_uploads_days between 1 and 3650),
  keep_closed_threads_days integer check (keep_closed_threads_days between 1 and 3650),
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  ai_url text,
  ai_model text,
  ai_key_sealed text,
  ai_timeout_seconds integer not null default 12,
  ai_tokens_per_day bigint,
  ai_at_once integer not null default 4,
  -- Days for which raw mails are kept; null for always.
  keep_raw_mails_days integer default 30 check (keep_raw_mails_days between 1 and 3650),
  -- How reports divide time and whether they name people. Null for the time zone means the tenant's own.
  reporting jsonb not null default '{"people": "ALL", "timezone": null, "weekStartsOn": "MONDAY", "businessHoursId": null}',
  -- Days for which runs are kept.
  keep_automation_runs_days integer default 90,
  -- Mails that rules may send to one customer on one day.
  automatic_mails_per_day integer not null default 5,
  satisfaction jsonb not null default '{"scale": "STARS", "enabled": false, "question": null,
    "delayMinutes": 60, "onlyAnswered": true, "samplePercent": 100, "exceptLabelIds": [],
    "minDaysBetween": 14, "remindAfterDays": null, "expiresAfterDays": 28, "notAfterAutomatic": true}',
  suspended_mail_mib integer not null default 1024 check (suspended_mail_mib between 1 and 1000000),
  primary key (tenant_id)
);
-- Workers ask twice a second which tenants are suspended: few, or none.
create index tenants_suspended on tenants (tenant_id) where status = 'SUSPENDED';

-- waiting_since is 'infinity' for who does not wait: they sort after those who do.
create table thread_activity (
  tenant_id uuid not null,
  thread_id uuid not null,
  status thread_status not null,
  updated_at timestamptz(3) not null,
  last_message_at timestamptz(3) not null,
  waiting_since timestamptz(3) not null,
  primary key (tenant_id, status, updated_at, thread_id)
);
create index thread_activity_last_message on thread_activity (tenant_id, status, last_message_at, thread_id);
create index thread_activity_waiting on thread_activity (tenant_id, status, waiting_since, thread_id);

-- The threads that a batch has still to change: those that matched when it was made.
create table thread_batch_items (
  tenant_id uuid not null,
  job_id uuid not null,
  thread_id uuid not null,
  primary key (tenant_id, job_id, thread_id)
);

create table thread_drafts (
  tenant_id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  kind text not null check (kind in ('reply', 'note')),
  body text not null,
  body_format text not null check (body_format in ('text', 'html')),
  attachments jsonb not null default '[]',
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id, thread_id, kind),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
-- Files that drafts name are not deleted as long as the drafts are there: the few drafts that name any are found at once.
create index thread_drafts_files on thread_drafts (tenant_id) where attachments <> '[]';
select keep_no_values('thread_drafts', '{body,attachments}');

-- Who follows which thread. thread_created_at is the thread's, for lists of the threads that a user follows.
create table thread_followers (
  tenant_id uuid not null,
  user_id uuid not null,
  thread_created_at timestamptz(3) not null,
  thread_id uuid not null,
  id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id, thread_created_at, thread_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index thread_followers_list on thread_followers (tenant_id, thread_id, created_at, id);
create unique index thread_followers_thread on thread_followers (tenant_id, thread_id, user_id);

create table thread_labels (
  tenant_id uuid not null,
  label_id uuid not null,
  thread_created_at timestamptz(3) not null,
  thread_id uuid not null,
  primary key (tenant_id, label_id, thread_created_at, thread_id)
);

-- The secret in the reply address of a thread.
create table thread_mail_keys (
  tenant_id uuid not null,
  thread_id uuid not null,
  token text not null,
  primary key (tenant_id, thread_id)
);
create unique index thread_mail_keys_token on thread_mail_keys (tenant_id, token);

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
  -- The sequences of events that the reader could not follow, for the job that counts the thread again.
  missed bigint[] not null default '{}',
  primary key (tenant_id, thread_id)
);
create index thread_measures_to_recount on thread_measures (tenant_id, thread_id) where recount;

-- Which threads were merged, and what is needed to take them apart again. A row for each thread that is merged now.
-- 
-- threads.merged_into is the thread that a source was merged into. When that one is merged in turn, the source stays as it is; root_id alone
-- says where it leads now, so that a message to any source finds its thread in one look-up.
create table thread_merges (
  tenant_id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  root_id uuid not null,
  -- How the source was before.
  status text not null,
  snoozed_until timestamptz(3),
  -- Labels that the target got from this source.
  label_ids uuid[] not null,
  created_at timestamptz(3) not null default now(),
  target_status text,
  target_snoozed_until timestamptz(3),
  given_status text,
  given_snoozed_until timestamptz(3),
  primary key (tenant_id, source_id)
);
create index thread_merges_root on thread_merges (tenant_id, root_id, target_id, source_id);

-- The addresses that take part in a thread by mail.
create table thread_participants (
  tenant_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  address text not null,
  name text,
  customer_id uuid,
  user_id uuid,
  role text not null check (role in ('CUSTOMER', 'CC', 'AGENT', 'SIDE')),
  -- False when a stranger wrote with the secret address: such a participant is in no default recipients.
  verified boolean not null,
  added_by text not null check (added_by in ('MAIL', 'AGENT', 'API')),
  created_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  primary key (tenant_id, id)
);
create unique index thread_participants_address on thread_participants (tenant_id, thread_id, address);
create index thread_participants_by_address on thread_participants (tenant_id, address);
create index thread_participants_list on thread_participants (tenant_id, thread_id, created_at, id) where removed_at is null;
create index thread_participants_of_customer on thread_participants (tenant_id, customer_id) where customer_id is not null;
select keep_no_values('thread_participants', '{address,name}');

-- Who looks at which thread. Lost with a crash, which ends all presence anyway.
create table thread_presence (
  tenant_id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  state text not null check (state in ('VIEWING', 'TYPING')),
  seen_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id, thread_id)
) with (fillfactor = 50);

-- The latest message that somebody has read of a thread, as its time: messages of a thread are in the order of their times.
create table thread_reads (
  tenant_id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  read_through timestamptz(3) not null,
  primary key (tenant_id, user_id, thread_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
) with (fillfactor = 85);

-- label_ids repeats thread_labels so that a page of threads needs no join; both change in the same statement.
create table threads (
  tenant_id uuid not null,
  id uuid not null,
  public_number bigint not null,
  ticket_number text not null,
  subject text not null,
  status thread_status not null default 'open',
  priority thread_priority not null,
  channel thread_channel not null,
  inbox_id uuid not null,
  team_id uuid,
  assignee_id uuid,
  customer_id uuid not null,
  external_ref text,
  label_ids uuid[] not null default '{}',
  custom_fields jsonb not null default '{}',
  snoozed_until timestamptz(3),
  follow_up_of uuid,
  merged_into uuid,
  last_message_id uuid not null,
  message_count integer not null,
  version integer not null default 1,
  resolved_at timestamptz(3),
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  last_message_at timestamptz(3) not null,
  last_message_author_type message_author not null,
  -- Since when the customer has waited for an answer, by the messages alone, whatever the status is.
  waiting_since timestamptz(3),
  queued_for assignment_strategy,
  -- The thread that a thread was split off, whose customer may not be the author of all its messages.
  split_from uuid,
  -- Whether the thread has a row in sla_threads: threads without a policy must not look for one.
  timed boolean not null default false,
  reopened_at timestamptz(3),
  former_resolved_at timestamptz(3),
  former_closed_at timestamptz(3),
  -- The time of resolution that a closed thread had before it was reopened. former_resolved_at alone would be replaced when the open thread is
  -- resolved and opened again, and closing the thread once more would then show that resolution.
  former_closed_resolved_at timestamptz(3),
  -- At most five threads that a mail referred to without belonging to them.
  related_to uuid[] not null default '{}',
  -- The number of times that the thread was reopened after it had been resolved, plus one. Threads from before this column count from here.
  episode integer not null default 1,
  -- The latest reply of a thread if its mail reached nobody, so that lists can show it.
  not_sent_id uuid,
  primary key (tenant_id, id),
  constraint threads_public_number_key unique (tenant_id, public_number)
) with (fillfactor = 85);
create index threads_assignee on threads (tenant_id, assignee_id, status, created_at, id) where assignee_id is not null;
-- Closed threads by age, for those that are erased after the tenant's number of days. Merged ones go with their target.
create index threads_closed on threads (tenant_id, closed_at, id) where status = 'closed' and merged_into is null;
create index threads_customer on threads (tenant_id, customer_id, created_at, id);
-- One index for each filter with the list's order.
create unique index threads_external_ref_key on threads (tenant_id, external_ref) where external_ref is not null;
-- Most threads have no custom fields and no entries here.
create index threads_fields on threads using gin (thread_field_hashes(tenant_id, custom_fields)) where custom_fields <> '{}';
alter index threads_fields alter column 1 set statistics 0;
create index threads_inbox on threads (tenant_id, inbox_id, status, created_at, id) include (public_number);
create index threads_priority_channel on threads (tenant_id, priority, channel, created_at, id) include (public_number);
create index threads_queue on threads (tenant_id, team_id, created_at, id) where queued_for is not null and assignee_id is null and status = 'open';
-- One entry for a thread while it is resolved. Replies do not change resolved_at but by opening the thread.
create index threads_resolved on threads (tenant_id, resolved_at, id) where status = 'resolved';
-- Lists of snoozed threads: few of all, so that the index is written by snoozing and waking alone.
create index threads_snoozed on threads (tenant_id, created_at, id) where snoozed_until is not null;
create index threads_split on threads (tenant_id, id) where split_from is not null;
create index threads_status_created on threads (tenant_id, status, created_at, id) include (public_number);
create index threads_team on threads (tenant_id, team_id, status, created_at, id) include (public_number) where team_id is not null;
create index threads_unassigned on threads (tenant_id, status, created_at, id) include (public_number) where assignee_id is null;
select keep_no_values('threads', '{subject,external_ref,custom_fields}');

-- Files. The bytes are in the store (UPLOADS_URL), under the tenant's and the upload's id. The row is there before the file, and goes with
-- the job that deletes the file, so that no file is without either.
create table uploads (
  tenant_id uuid not null,
  id uuid not null,
  filename text not null,
  content_type text not null,
  size bigint not null check (size >= 0),
  -- Hexadecimal; of a file that has not arrived what was announced, if it was.
  sha256 text,
  state text not null check (state in ('PENDING', 'READY', 'REJECTED')),
  created_by uuid,
  -- The message that it is attached to.
  message_id uuid,
  created_at timestamptz(3) not null default now(),
  -- The meeting that a file is the recording of. A file has either this or a message.
  meeting_id uuid,
  -- The article that a picture was uploaded for. A file has either this, a message or a meeting.
  article_id uuid,
  primary key (tenant_id, id)
);
create index uploads_by_age on uploads (tenant_id, created_at);
create index uploads_of_articles on uploads (tenant_id, article_id) where article_id is not null;
create index uploads_of_messages on uploads (tenant_id, message_id) where message_id is not null;
-- For the deletion of what nothing was done with, and of what is old.
create index uploads_unattached on uploads (tenant_id, created_at) where message_id is null;
select keep_no_values('uploads', '{filename}');

create table user_passwords (
  tenant_id uuid not null,
  user_id uuid not null,
  hash text not null,
  changed_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- What people choose for themselves, to have it wherever they sign in. Without a row nothing was chosen.
create table user_preferences (
  tenant_id uuid not null,
  user_id uuid not null,
  theme text not null check (theme in ('SYSTEM', 'LIGHT', 'DARK')),
  keys jsonb not null,
  -- The language of the dashboard that a person has chosen. Null: the language of their browser.
  language text check (language in ('en', 'de')),
  -- What a user chose to be told, and how. Null until the user chooses.
  notifications jsonb,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

create table users (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  email text not null,
  role text not null check (role in ('OWNER', 'ADMIN', 'AGENT', 'VIEWER')),
  created_at timestamptz(3) not null default now(),
  name_key text not null,
  availability text not null default 'AVAILABLE' check (availability in ('AVAILABLE', 'BUSY', 'AWAY', 'OFFLINE')),
  status text not null default 'ACTIVE' check (status in ('INVITED', 'ACTIVE', 'SUSPENDED')),
  last_seen_at timestamptz(3),
  version integer not null default 1,
  -- The address that a person was given and has yet to confirm. Until then they sign in with the one before.
  pending_email text,
  -- Since when mail to a user's address is returned for good.
  email_failed_at timestamptz(3),
  -- A service user is a program with keys, such as a bot: it never signs in, and its messages are automatic.
  kind text not null default 'PERSON' check (kind in ('PERSON', 'SERVICE')),
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize((name_key || ' ') || email,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id),
  constraint users_email_key unique (tenant_id, email)
);
create index users_list on users (tenant_id, created_at, id);
-- Who signs in without naming the tenant is looked for in all of them.
create index users_sign_in on users (email);

create table views (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  shared boolean not null,
  owner_id uuid not null,
  filters jsonb not null,
  sort text not null,
  columns text[] not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id)
);
create index views_list on views (tenant_id, created_at, id);
create index views_owner on views (tenant_id, owner_id, created_at, id);

-- How far a tenant's events have been turned into deliveries. Only tenants with webhooks have a row.
create table webhook_cursors (
  tenant_id uuid not null,
  sequence bigint not null,
  primary key (tenant_id)
);

-- The queue itself: a delivery is one event on its way to one endpoint. What is sent is made from the event, so the
-- body is not stored again. While an attempt is under way next_attempt_at is the end of its lease: a worker that dies
-- gives its deliveries back by doing nothing.
create table webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_sequence bigint not null,
  event_id uuid not null,
  event_type text not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'SUCCEEDED', 'FAILED', 'DEAD')),
  test boolean not null default false,
  attempt integer not null default 0,
  next_attempt_at timestamptz(3),
  leased_until timestamptz(3),
  request_headers json,
  response_status integer,
  response_body text,
  duration_ms integer,
  error text,
  created_at timestamptz(3) not null default now(),
  -- When the latest attempt began, and the failed ones as the API shows them: at most ten, bounded in bytes. Neither is
  -- indexed, and a delivery that succeeds at once keeps no history but its latest attempt.
  attempted_at timestamptz(3),
  failed_attempts jsonb,
  -- Attempts of a delivery before its webhook was last enabled. They do not count towards its limit of ten attempts, so that a delivery whose
  -- last attempt disabled the webhook is retried after `enable`.
  attempts_before integer not null default 0,
  primary key (tenant_id, id)
) with (fillfactor = 80);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, webhook_id, next_attempt_at, event_sequence) where next_attempt_at is not null;
-- The filter `eventId` of the lists of deliveries.
create index webhook_deliveries_event on webhook_deliveries (tenant_id, event_id, created_at, id);
create index webhook_deliveries_leased on webhook_deliveries (tenant_id, webhook_id) where leased_until is not null;
create index webhook_deliveries_list on webhook_deliveries (tenant_id, created_at, id);
create index webhook_deliveries_state on webhook_deliveries (tenant_id, state, created_at, id);
-- Tests reach a paused or disabled webhook too: they are found among what it holds back, however much that is.
create index webhook_deliveries_tests on webhook_deliveries (tenant_id, webhook_id, next_attempt_at) where test and next_attempt_at is not null;
create index webhook_deliveries_type on webhook_deliveries (tenant_id, event_type, created_at, id);
create index webhook_deliveries_webhook on webhook_deliveries (tenant_id, webhook_id, created_at, id);
create index webhook_deliveries_webhook_state on webhook_deliveries (tenant_id, webhook_id, state, created_at, id);
select keep_no_values('webhook_deliveries', '{response_body,error,failed_attempts}');

-- Totals for the lists of deliveries: a sum over few rows whatever the filter.
create table webhook_delivery_totals (
  tenant_id uuid not null,
  webhook_id uuid not null,
  event_type text not null,
  state text not null,
  count bigint not null default 0,
  primary key (tenant_id, webhook_id, event_type, state)
) with (fillfactor = 50);

create table webhooks (
  tenant_id uuid not null,
  id uuid not null,
  url text not null,
  description text,
  events text[] not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'DISABLED')),
  secret_sealed text not null,
  -- Consecutive failed attempts, of whatever event.
  failure_count integer not null default 0,
  disabled_at timestamptz(3),
  disabled_reason text,
  -- Events up to this one happened before the webhook existed.
  from_sequence bigint not null,
  -- When a delivery of it is due next; null when none is.
  due_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- A secret that was rotated out signs on until its own overlap ends, also when the next one is rotated out meanwhile: a list of
  -- {"sealed", "until"}, newest first.
  previous_secrets jsonb not null default '[]',
  -- What was due before this moment waited while the webhook was away.
  held_until timestamptz(3),
  -- Headers that a webhook's receiver requires, such as the key of a gateway: their names, and one encrypted JSON object with their values.
  header_names text[] not null default '{}',
  headers_sealed text,
  primary key (tenant_id, id)
);
-- The few that the service has disabled.
create index webhooks_disabled on webhooks (tenant_id) where status = 'DISABLED';
create index webhooks_due on webhooks (due_at) where due_at is not null;
create index webhooks_list on webhooks (tenant_id, created_at, id);
