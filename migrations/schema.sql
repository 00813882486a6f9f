-- The schema of a migrated database, to be read and not to be run. `npm run generate` writes this file.
-- SHA-256 of the migrations and of tools/schema-file.ts: 5cfbde05b5ea65f8fb2a93abca9ea9f84bea4a76832f29147ebf570efae204f5

create domain assignment_strategy as text check (value in ('ROUND_ROBIN', 'LEAST_LOADED'));

create domain audit_actor as text check (value in ('API_KEY', 'USER', 'SYSTEM'));

create domain message_author as text check (value in ('AGENT', 'CUSTOMER', 'BOT', 'SYSTEM'));

create domain message_format as text check (value in ('text', 'html'));

create domain thread_channel as text check (value in ('email', 'api', 'widget', 'telegram', 'slack', 'whatsapp', 'sms', 'voice')) not valid;

create domain thread_priority as text check (value in ('low', 'normal', 'high', 'urgent'));

-- Columns of hot tables have domains instead of CHECK constraints. PostgreSQL parses each CHECK of a table again for every statement that writes
-- to the table, an eighth of the time of a reply. It caches the check of a domain, and runs it only for columns that the statement writes.
create domain thread_status as text check (value in ('open', 'pending', 'resolved', 'closed'));

-- Returns the index entries of a row of words: a hash of every three neighbouring characters and of the first letter of every word, each with the
-- tenant, so that entries of different tenants are apart. Different pieces may have the same hash, so statements also compare the words.
create function customer_grams(tenant uuid, words text)
returns bigint[]
language sql
immutable parallel safe strict cost 10000
return (select array_agg(hashtextextended((grams.gram collate "C"), uuid_hash_extended(customer_grams.tenant, (0)::bigint))) as array_agg
  from (select substr(customer_grams.words, n.n, 3) as gram from generate_series(1, (length(customer_grams.words) - 2)) n(n)
  union all select (' ' || "left"(u.word, 1)) from string_to_table(customer_grams.words, ' ') with ordinality u(word, n)
  where ((u.n > 1) and (u.word <> ''))) grams);

-- Returns the index entries of a row of words: a hash of each word's first one, two, three and four letters, and one for the text itself, each
-- with the tenant, so that entries of different tenants are apart. Different pieces may have the same hash, so statements also compare the words.
create function kb_word_starts(tenant uuid, words text)
returns bigint[]
language sql
immutable parallel safe strict cost 10000
return (select array_agg(hashtextextended((starts.start collate "C"), uuid_hash_extended(kb_word_starts.tenant, (0)::bigint))) as array_agg
  from (select '' as start union select "left"(u.word, n.n) as "left"
  from (string_to_table(kb_word_starts.words, ' ') u(word)
  cross join generate_series(1, 4) n(n))
  where (u.word <> '')) starts);

-- Stops PostgreSQL from keeping values of these columns in its statistics, which no erasure reaches, and deletes the values that are there. It
-- can be repeated; `distribute` calls it for the shards.
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
    execute format('alter table %s %s', relation, (select string_agg(format('alter column %I type %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ')
      from pg_attribute a where a.attrelid = relation and a.attname = any(fresh)));
  end if;
  perform set_config('citus.enable_ddl_propagation', 'on', true);
end $$;

-- Returns a hash for each value of the custom fields, and for each entry of a list, with the tenant, so that entries of different tenants are
-- apart. Different values may have the same hash, so statements also compare the values.
create function thread_field_hashes(tenant uuid, fields jsonb)
returns bigint[]
language sql
immutable parallel safe strict cost 1000
return (select array_agg(hashtextextended(((f.key || ' ') || (v.text collate "C")), uuid_hash_extended(thread_field_hashes.tenant, (0)::bigint))) as array_agg
  from (jsonb_each(thread_field_hashes.fields) f(key, value)
  cross join lateral (select (f.value #>> '{}') as text
  where (jsonb_typeof(f.value) = any (array['string', 'number', 'boolean']))
  union all select e.text from jsonb_array_elements_text(case jsonb_typeof(f.value) when 'array' then f.value else '[]' end) e(text)) v));

-- The sort key of threads by priority: urgent ones first, and newer ones first among equals. It is a time because all orders of lists are
-- times: the priority shifts it by about ten thousand years, so that all keys have five-digit years, whose text sorts like the times.
create function thread_priority_order(priority text, created_at timestamptz)
returns timestamptz
language sql
immutable parallel safe
return to_timestamp(((((case priority when 'urgent' then 1 when 'high' then 2 when 'normal' then 3 else 4 end)::numeric * '300000000000'))::double precision - (extract(epoch
  from (created_at - to_timestamp((0)::double precision))))::double precision));

-- The threads whose texts a run contains: its own and those that it cites.
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
  -- When the key was last used.
  last_used_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index api_keys_list on api_keys (tenant_id, created_at, id);
-- Deleting a user reads the user's keys.
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
  -- The way that the change came. Null on older rows, and for changes that the service makes itself.
  via text check (via in ('API', 'DASHBOARD', 'MCP', 'SCIM', 'RULE', 'IMPORT', 'CLI')),
  primary key (tenant_id, created_at, id)
);
create index audit_logs_action on audit_logs (tenant_id, action, created_at, id);
create index audit_logs_actor on audit_logs (tenant_id, actor_id, created_at, id);
create index audit_logs_target on audit_logs (tenant_id, target_id, created_at, id);

-- Automatic replies that were sent, for their limits. `message_id` of a satisfaction request is the id of the request.
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

-- The state of a thread between two chunks of a dry run.
create table automation_dry_run_threads (
  tenant_id uuid not null,
  dry_run_id uuid not null,
  thread_id uuid not null,
  -- The latest event that shows the whole thread. Null if none was read.
  sequence bigint,
  -- The messages since then, and the rule's own matches, for its guards.
  memory jsonb not null default '{}',
  primary key (tenant_id, dry_run_id, thread_id),
  constraint dry_run_threads_run foreign key (tenant_id, dry_run_id) references automation_dry_runs (tenant_id, id) on delete cascade
);
create index automation_dry_run_threads_of_thread on automation_dry_run_threads (tenant_id, thread_id);

-- Dry runs: what a rule would have done on stored events. They are deleted after seven days.
create table automation_dry_runs (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid,
  -- The rule that was tried.
  rule jsonb not null,
  state text not null check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  -- Events up to `sequence` have been read. The rule is evaluated on those from `from_sequence` to `end_sequence`; earlier events only show how
  -- threads were.
  sequence bigint not null default 0,
  from_sequence bigint not null default 0,
  end_sequence bigint not null default 0,
  -- For a rule with a time: the times up to which it was evaluated.
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

-- When a rule was last applied to a thread, and when it replied. Runs are deleted earlier.
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

-- Enabled rules that run at a time. Tenants without such rules have no row, so that finding due rules costs them nothing.
create table automation_rule_times (
  tenant_id uuid not null,
  rule_id uuid not null,
  -- When the rule was enabled. The rule does not run for what was due earlier.
  started_at timestamptz(3) not null,
  -- The rule has run for everything that was due up to this time.
  looked_until timestamptz(3) not null,
  -- When the next scan is due. A worker that starts a scan moves it, so that no other worker scans at the same time.
  next_look_at timestamptz(3) not null,
  -- Consecutive failed scans.
  failures integer not null default 0,
  primary key (tenant_id, rule_id),
  foreign key (tenant_id, rule_id) references automation_rules (tenant_id, id) on delete cascade
);
create index automation_rule_times_next on automation_rule_times (next_look_at);

-- Versions of a rule: the rule after each change, and its author.
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
  -- All objects that the rule names. They cannot be deleted.
  named_ids uuid[] not null,
  -- The last event before the rule was enabled.
  from_sequence bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index automation_rules_in_order on automation_rules (tenant_id, created_at, id);

-- Runs of rules. Their unique keys make each effect happen once, also after a crash.
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
  -- The job by which a user applied the rule to present threads.
  job_id uuid,
  primary key (tenant_id, id),
  constraint automation_runs_occasion check (num_nonnulls(event_id, began_at, job_id) = 1)
);
create index automation_runs_by_outcome on automation_runs (tenant_id, outcome, created_at, id);
create unique index automation_runs_event on automation_runs (tenant_id, rule_id, event_id) where event_id is not null;
create index automation_runs_in_order on automation_runs (tenant_id, created_at, id);
-- The job applies a rule to a thread once, also after a crash.
create unique index automation_runs_job on automation_runs (tenant_id, job_id, thread_id) where job_id is not null;
create index automation_runs_of_job on automation_runs (tenant_id, job_id, created_at, id) where job_id is not null;
create index automation_runs_of_rule on automation_runs (tenant_id, rule_id, created_at, id);
create index automation_runs_of_thread on automation_runs (tenant_id, thread_id, created_at, id);
create unique index automation_runs_time on automation_runs (tenant_id, rule_id, thread_id, began_at) where began_at is not null;

-- Changes of many objects, with the progress that callers read. The rows that a job changes are in a table of the module that declares the job.
create table bulk_jobs (
  tenant_id uuid not null,
  id uuid not null,
  type text not null check (type in ('THREAD_BATCH', 'MAIL_ROUND_TRIP', 'REPORT_REBUILD',
    'AUTOMATION_RULE', 'SAMPLE_COMPANY', 'SAMPLE_COMPANY_REMOVAL')),
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  input json not null,
  result json,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  -- The user who started the job. Its events name that user.
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

-- Private calendars of users. A calendar's URL is derived from the seed and the secret key, so neither is enough alone.
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
  -- The files of canned responses. Messages that use a canned response get copies of their own.
  attachments jsonb not null default '[]',
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

-- More addresses and numbers of a customer. The first e-mail address is in customers.email.
create table customer_identities (
  tenant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  type text not null check (type in ('EMAIL', 'PHONE', 'WHATSAPP', 'SLACK', 'TELEGRAM', 'WIDGET', 'EXTERNAL')),
  value text not null,
  verified boolean not null default false,
  inbox_id uuid,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index customer_identities_of_customer on customer_identities (tenant_id, customer_id);
create unique index customer_identities_value on customer_identities (tenant_id, type, value, inbox_id) nulls not distinct where verified;
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
  -- The customer that this one was merged into, which is never merged itself.
  merged_into uuid,
  -- Words of the name; of the address and external id; of the addresses and external ids of customers that were merged into this one
  -- (server/kit/search/tokenizer.ts).
  name_words text not null default '',
  address_words text not null default '',
  alias_words text not null default '',
  -- When the customer was erased. The row has no personal data any more, and nothing is added to it.
  erased_at timestamptz(3),
  -- Former addresses, because an erasure must also find copies of them.
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
-- The order `updatedAt` of the list of customers, and its filters by that time.
create index customers_updated on customers (tenant_id, updated_at, id) where merged_into is null;
select keep_no_values('customers', '{email,name,external_id,custom_fields,name_words,address_words,alias_words,former_emails,identities,opted_out}');

-- Sessions that visitors ended before they expired. Tokens of visitors are not stored.
create table ended_visitor_sessions (
  tenant_id uuid not null,
  id uuid not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id)
);

-- The sequence up to which event_type_totals counts. The event feed counts only later events.
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

-- The outbox. Sequences have no gaps and are in commit order within a tenant, because the writer keeps the row of tenant_counters locked until it
-- commits: a reader that has seen a sequence never finds a lower one later.
create table events (
  tenant_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  type text not null,
  object_id uuid not null,
  object json not null,
  previous json,
  -- Not now(), the start of the transaction: the row is inserted while tenant_counters is locked, so these times are in commit order.
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Who made the change, and why. Null on older events.
  actor json,
  cause json,
  primary key (tenant_id, sequence),
  unique (tenant_id, id)
);
-- The event feed filters by type.
create index events_type on events (tenant_id, type, sequence);

-- Facts that reports count (decision 88), one row for each thing that happened to a thread. Rows name other objects by id and outlive them.
create table facts (
  tenant_id uuid not null,
  kind text not null check (kind in ('CREATED', 'RECEIVED', 'ANSWERED', 'AUTOMATIC',
    'NOTED', 'WAIT_DROPPED', 'RESOLVED', 'REOPENED', 'CLOSED', 'MERGED', 'UNMERGED', 'ERASED',
    'MOVED', 'CHANGED', 'STATUS', 'MESSAGES_MOVED', 'SLA_MET', 'SLA_BREACHED', 'ASKED',
    'RATED', 'RULE_RAN')),
  at timestamptz(3) not null,
  -- The event of the fact, and the number of the fact among those of the event.
  sequence bigint not null,
  n smallint not null,
  event_id uuid not null,
  thread_id uuid not null,
  message_id uuid,
  -- The user who is credited.
  person_id uuid,
  -- The user who acted, credited or not.
  actor_id uuid,
  -- The thread's fields at that time. A MOVED row has the fields after the change.
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
  -- MOVED and CHANGED: the field and its values (ids as text; null for none). Changes of status: the states. SLA facts: the clock. RATED: the
  -- scale, and the score in `to_value`. RULE_RAN: the rule in `to_value`.
  field text check (field in ('assignee', 'team', 'inbox', 'priority', 'policy', 'status',
    'snooze', 'FIRST_RESPONSE', 'NEXT_RESPONSE', 'RESOLUTION', 'STARS', 'THUMBS', 'rule')),
  from_value text,
  to_value text,
  -- ANSWERED and WAIT_DROPPED: the wait. RESOLVED: the episode. REOPENED: the time since the RESOLVED fact (RESOLVED, started_at, of_sequence).
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
  -- RESOLVED: earlier replies of the thread.
  answers_before integer,
  -- Further facts from which the thread's rows can be counted again.
  detail json,
  primary key (tenant_id, kind, at, sequence, n) include (thread_id, person_id, assignee_id,
    team_id, inbox_id, priority, channel, is_first, step, value_ms)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
-- For exact percentiles: the day sums show the step that contains the rank, these indexes find the value in the step.
create index facts_durations on facts (tenant_id, kind, is_first, step, at) include (value_ms) where step is not null;
-- The config of a website chat has the median of an inbox's latest first answers.
create index facts_first_answers_of_inbox on facts (tenant_id, inbox_id, at) where kind = 'ANSWERED' and is_first and step is not null;
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

create table inbound_identities (
  tenant_id uuid not null,
  identity bytea not null,
  mail_id uuid not null,
  body_digest bytea not null,
  created_at timestamptz(3) not null default now(),
  copy_digest bytea,
  primary key (tenant_id, identity)
);
create index inbound_identities_by_age on inbound_identities (tenant_id, created_at);

create table inbound_items (
  tenant_id uuid not null,
  id uuid not null,
  inbox_id uuid not null,
  -- Value of `hook.provider` and the provider's name of the event.
  provider text not null,
  kind text not null,
  outcome text not null check (outcome in ('RECEIVED', 'MESSAGE', 'STATUS', 'CHANGE', 'IGNORED', 'SUSPENDED', 'DUPLICATE')),
  -- Why an item was suspended or ignored, as one word and in a sentence.
  cause text,
  reason text,
  external_id text,
  -- Address of the person who wrote.
  sender text,
  -- The bytes as they came in, until the retention of raw mails ends.
  payload bytea,
  size integer not null default 0,
  thread_id uuid,
  result_id uuid,
  duplicate_of uuid,
  differs boolean not null default false,
  attempts integer not null default 0,
  last_error text,
  received_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
-- Filters of the list of items, and copies that an erasure finds with their first item.
create index inbound_items_by_cause on inbound_items (tenant_id, cause, created_at, id) where cause is not null;
create index inbound_items_by_external_id on inbound_items (tenant_id, inbox_id, external_id) where external_id is not null;
create index inbound_items_by_inbox on inbound_items (tenant_id, inbox_id, created_at, id);
create index inbound_items_by_outcome on inbound_items (tenant_id, outcome, created_at, id);
create index inbound_items_by_sender on inbound_items (tenant_id, inbox_id, sender, created_at) where sender is not null;
create index inbound_items_duplicates on inbound_items (tenant_id, duplicate_of) where duplicate_of is not null;
create index inbound_items_expiring on inbound_items (tenant_id, expires_at) where expires_at is not null;
create index inbound_items_list on inbound_items (tenant_id, created_at, id);
create index inbound_items_of_thread on inbound_items (tenant_id, thread_id) where thread_id is not null;
create index inbound_items_with_external_id on inbound_items (tenant_id, external_id, created_at, id) where external_id is not null;
create index inbound_items_with_payload on inbound_items (tenant_id, created_at) where payload is not null and processed_at is not null;
-- Items that an erasure has to read, because no thread has them.
create index inbound_items_without_thread on inbound_items (tenant_id, id) where thread_id is null and payload is not null;
select keep_no_values('inbound_items', '{reason,external_id,sender,payload,last_error}');

-- Inbound mails. The raw mail is in the file store under the row's id. The row is inserted as a reservation before the file is written.
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
  -- True when the mail started a thread.
  starts_thread boolean not null default false,
  attempts integer not null default 0,
  last_error text,
  -- Facts of the transport: envelope, client address, results of authentication, options of an import or a release.
  envelope jsonb not null default '{}',
  received_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  -- When a suspended mail, or a duplicate with another text, is deleted.
  expires_at timestamptz(3),
  -- False after the raw mail was deleted.
  has_raw boolean not null default true,
  created_at timestamptz(3) not null default now(),
  -- Decisions about an address count only mails of one origin: VERIFIED if the domain of the address has authenticated the mail, otherwise the
  -- network of the SMTP client, or nothing for other transports. `identity` is that of mail_identities without its origin.
  identity bytea,
  origin text not null default '',
  -- Held mails show the name of their sender.
  sender_name text,
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
-- The oldest raw mails that no thread shows, for the job that deletes them when they use too much storage.
create index inbound_mails_held on inbound_mails (tenant_id, created_at, id) where has_raw and (outcome in ('SUSPENDED', 'DUPLICATE'));
create index inbound_mails_list on inbound_mails (tenant_id, created_at, id) where outcome <> 'RESERVED';
create index inbound_mails_of_message on inbound_mails (tenant_id, result_id) where result_id is not null;
create index inbound_mails_of_thread on inbound_mails (tenant_id, thread_id, created_at) where thread_id is not null;
-- For the job that deletes old raw mails.
create index inbound_mails_with_raw on inbound_mails (tenant_id, created_at) where has_raw and processed_at is not null;
select keep_no_values('inbound_mails', '{sender,recipients,subject,message_id,last_error,envelope,origin,sender_name}');

-- All addresses of an inbox: its own, its aliases and its forwarding address. Lower case, with the domain in Unicode.
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

-- The connections of an inbox: receiving, with the checkpoint of IMAP and a lease, and sending.
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
  -- Seconds that the latest fetched mail had waited on its server.
  lag_seconds double precision,
  folder text,
  uid_validity bigint,
  uid bigint,
  -- Lease of the worker that fetches the mailbox. Its commits check the token, so a worker that has lost its lease commits nothing.
  lease_token uuid,
  leased_until timestamptz(3),
  plus_addressing boolean,
  -- Mails that arrived in the mailbox before this time are not fetched.
  fetch_from timestamptz(3),
  -- When a worker last had fetched all mails of the mailbox. System health shows mailboxes that no worker reads.
  receive_read_at timestamptz,
  -- Whether the MX records of the inbox's domain lead to this service. Null before the first look-up.
  mx_leads_here boolean,
  primary key (tenant_id, inbox_id)
);
create index inbox_connections_due on inbox_connections (receive_next_at) where receive_next_at is not null;

-- Secrets of inboxes, encrypted with the secret key.
create table inbox_secrets (
  tenant_id uuid not null,
  inbox_id uuid not null,
  kind text not null check (kind in ('IMAP_PASSWORD', 'SMTP_PASSWORD', 'OAUTH', 'DKIM', 'HOOK', 'WIDGET')),
  secret text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, inbox_id, kind)
);

create table inboxes (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null check (type in ('EMAIL', 'API', 'WIDGET', 'TELEGRAM', 'SLACK', 'WHATSAPP', 'SMS', 'VOICE')),
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
  -- Settings of an EMAIL inbox, without secrets. Null for other types.
  email jsonb,
  -- The automatic reply outside business hours, instead of `auto_reply`.
  auto_reply_outside_hours text,
  -- Settings of ratings that replace all of the tenant's. Null for the tenant's.
  satisfaction jsonb,
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  -- Settings of a provider, such as the tenant's own program, without secrets. Null for none.
  hook jsonb,
  -- Whether the service sends the replies of the inbox.
  sends boolean not null default false,
  -- Whether the inbox gets threads without an inbox when the tenant has no default inbox.
  takes_threads boolean not null default false,
  -- Settings of a website chat, without secrets. Null for other types, and for inboxes of earlier versions, which have the defaults.
  widget jsonb,
  primary key (tenant_id, id),
  constraint inboxes_team_fkey foreign key (tenant_id, team_id) references teams (tenant_id, id)
);
-- The SMTP port finds the inbox of a forwarding address, which has the inbox's id and no tenant.
create index inboxes_by_id on inboxes (id);
create index inboxes_list on inboxes (tenant_id, created_at, id);
create unique index inboxes_one_default on inboxes (tenant_id) where is_default;
create index inboxes_team on inboxes (tenant_id, team_id) where team_id is not null;

-- When the next job of a tenant and name is due. Idle workers read only this table.
create table job_queues (
  tenant_id uuid not null,
  name text not null,
  due_at timestamptz(3),
  primary key (tenant_id, name)
) with (fillfactor = 50);
create index job_queues_due on job_queues (due_at) where due_at is not null;

-- When the next job of a periodic declaration is enqueued, for the whole service.
create table job_schedules (
  name text not null,
  due_at timestamptz(3) not null,
  primary key (name)
);

-- Background work of modules without a table of their own for it. A finished job is deleted. While a job runs, `due_at` is the end of its lease,
-- so the job of a killed worker becomes due again. Work of the whole service has the nil tenant.
create table jobs (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  -- The object of the job. There is one job for each name and key.
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

-- Counts of an article. They are not in kb_articles, because readers must not wait for an author's transaction, nor change the article's version.
create table kb_article_counts (
  tenant_id uuid not null,
  article_id uuid not null,
  views bigint not null default 0,
  helpful bigint not null default 0,
  not_helpful bigint not null default 0,
  primary key (tenant_id, article_id)
);

-- Versions of an article: the draft after each change, and its author. Rows never change.
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
  -- Versions that an editor stored while its user typed. Most are deleted when the same user's next one is stored.
  autosaved boolean not null default false,
  primary key (tenant_id, article_id, version)
);

-- Articles. Title and body are those of the draft. `published_version` is the version that readers see.
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
  -- Whether the draft of an article differs from its published version, so that a list can filter by it, and the thread whose answer became
  -- the article.
  has_unpublished_changes boolean not null default false,
  source_thread_id uuid,
  primary key (tenant_id, id),
  check ((status = 'PUBLISHED') = (published_version is not null))
);
create index kb_articles_collection on kb_articles (tenant_id, collection_id, created_at, id);
create index kb_articles_list on kb_articles (tenant_id, created_at, id);
create index kb_articles_locale on kb_articles (tenant_id, locale, created_at, id);
create index kb_articles_source_thread on kb_articles (tenant_id, source_thread_id, created_at, id) where source_thread_id is not null;
create index kb_articles_status on kb_articles (tenant_id, status, created_at, id);
create index kb_articles_translations on kb_articles (tenant_id, translation_of) where translation_of is not null;
create index kb_articles_unpublished on kb_articles (tenant_id, has_unpublished_changes, created_at, id);
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

-- Searches of visitors without a result.
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

-- Present and former slugs. A former slug redirects to the object's present one.
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

-- The searchable texts of published articles: the plain text, and rows of words.
create table kb_texts (
  tenant_id uuid not null,
  article_id uuid not null,
  title text not null,
  body text not null,
  title_words text not null,
  body_words text not null,
  primary key (tenant_id, article_id)
);
create index kb_texts_word_starts on kb_texts using gin (kb_word_starts(tenant_id, title_words || body_words));

-- Votes on articles, one per visitor. `visitor` is a keyed hash; rows are deleted after some months.
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
  -- The name as lists search it: by the beginning of any word, without accents. The expression is `foldName` of server/kit/name-key.ts.
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id),
  constraint labels_name_key unique (tenant_id, name_key)
);
create index labels_list on labels (tenant_id, created_at, id);

-- Sums of facts by local day and one dimension. They can be computed again from facts at any time.
create table measure_days (
  tenant_id uuid not null,
  metric text not null,
  dimension text not null check (dimension in ('all', 'person', 'assignee', 'team', 'inbox', 'priority', 'channel', 'policy')),
  -- The dimension's value; empty for none, and for the dimension `all`.
  value text not null,
  day date not null,
  -- Durations are counted by their step, 0 to 95. Other metrics have -1.
  step smallint not null,
  count bigint not null,
  -- Milliseconds of durations, or replies of ANSWERS_TO_RESOLUTION.
  sum bigint not null,
  business_sum bigint not null,
  -- Percentiles of durations, in rows of the dimension `all` with step -1. When null, reports compute them.
  median_ms bigint,
  p90_ms bigint,
  max_ms bigint,
  primary key (tenant_id, metric, dimension, value, day, step)
);

-- Business hours, and those of teams and the tenant, as they were from an event on.
create table measure_hours (
  tenant_id uuid not null,
  subject text not null check (subject in ('HOURS', 'TEAM', 'TENANT')),
  subject_id uuid not null,
  sequence bigint not null,
  -- HOURS: {timezone, weekly, holidays}. TEAM, TENANT: {businessHoursId}.
  value json not null,
  primary key (tenant_id, subject, subject_id, sequence)
);

-- Names of deleted users, teams, inboxes and SLA policies, which reports still show.
create table measure_names (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  primary key (tenant_id, id)
);

-- The time zone of a tenant's day sums, and the rebuild that the rows of rebuilt_facts belong to.
create table measure_tenants (
  tenant_id uuid not null,
  timezone text not null default 'UTC',
  rebuild_id uuid,
  primary key (tenant_id)
);

create table meetings (
  tenant_id uuid not null,
  id uuid not null,
  -- The thread in which the meeting was scheduled. If that thread is merged, thread_merges has the thread that shows the meeting.
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
-- Finds conflicting meetings of a host.
create index meetings_at_a_time on meetings (tenant_id, host_id, starts_at) where status = 'SCHEDULED';
create index meetings_by_start on meetings (tenant_id, status, starts_at, id);
create index meetings_held on meetings (tenant_id, host_id, starts_at, id);
create index meetings_list on meetings (tenant_id, status, created_at, id);
create index meetings_of_hosts on meetings (tenant_id, host_id, created_at, id);
create index meetings_of_threads on meetings (tenant_id, origin_id, created_at, id);
select keep_no_values('meetings', '{title,attendees,location,recording,former_attendees}');

-- Hashes of the Message-IDs that lead to a message: its own (SELF), another one of it (ALIAS), or that of an earlier mail of the conversation
-- that never came here (ANCESTOR). The message has the thread, so merges and splits change no row here.
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
  -- The threads that the message was merged out of, the first one first. Null for messages in their original thread.
  merged_from uuid[],
  -- The files of the message: [{"id", "filename", "contentType", "size"}], with "deleted" when the file is gone. Null for none.
  attachments jsonb,
  -- Users that an internal note mentions. Null for none, so that most messages store nothing.
  mentions uuid[],
  -- The mail of the message and its delivery, as the API shows them. Null for messages that are no mail.
  email jsonb,
  delivery jsonb,
  channel text,
  in_reply_to_id uuid,
  client_id text,
  -- True for messages that a program wrote. Older messages of BOT and SYSTEM authors are automatic too, whatever the column says.
  automatic boolean not null default false,
  -- Teams that an internal note mentions. Null for none.
  mentioned_team_ids uuid[],
  -- The external id of a message is unique in its thread, so that a repeated request finds the first message. Messages of mail are excluded,
  -- because the service itself decides which mails are duplicates. `external_repeated` excludes older duplicates, and messages of merged
  -- threads, whose target may have the same external id. External ids can be longer than an index entry, so the indexes contain hashes.
  external_repeated boolean not null default false,
  -- When the customer changed or deleted the message in their own program.
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  -- Contents of a message besides its text, as the API shows them. Null for none.
  parts jsonb,
  -- Messages of the service that need no attention, such as a request for a rating. They do not become their thread's latest message. Messages
  -- from before this migration keep counting.
  silent boolean not null default false,
  primary key (tenant_id, thread_id, created_at, id)
);
-- Finds any message by its id alone. Messages that neither came from nor go to a channel had no such index, and statements that do not name the
-- channel could not use the index of the others, so they read the tenant's part of the primary key.
create index messages_by_id on messages (tenant_id, id);
-- Finds the message that a visitor's program has sent before.
create index messages_client_id on messages (tenant_id, client_id) where client_id is not null;
create index messages_external_id on messages (tenant_id, md5(external_id)) where external_id is not null;
alter index messages_external_id alter column 2 set statistics 0;
create unique index messages_external_id_key on messages (tenant_id, thread_id, md5(external_id)) where external_id is not null and email is null and not external_repeated;
alter index messages_external_id_key alter column 3 set statistics 0;
select keep_no_values('messages', '{author_name,body,body_text,external_id,attachments,email,delivery,client_id,parts}');

-- Unread notifications by type. Each change of them raises the version, for the user's streams.
create table notification_counts (
  tenant_id uuid not null,
  user_id uuid not null,
  type text not null,
  unread integer not null,
  version bigint not null default 1,
  primary key (tenant_id, user_id, type),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
) with (fillfactor = 50);

-- How many mails about notifications a user got since a time, at most an hour ago.
create table notification_mailings (
  tenant_id uuid not null,
  user_id uuid not null,
  since timestamptz(3) not null,
  mails integer not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- Notifications of users. Their texts (subject, excerpt, names) are read from the objects that they name, so erasing an object also erases its
-- texts here.
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
  -- The time of the latest event, or at which a snooze ended. Lists order by it.
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  archived_at timestamptz(3),
  snoozed_until timestamptz(3),
  -- False when the user gets this type by mail only: lists and totals leave the row out.
  in_app boolean not null,
  -- Whether the browser is to alert the user.
  desktop boolean not null,
  -- How many of `count` were mailed.
  mailed integer not null default 0,
  -- The text of a notification of type RULE, with its variables filled in. Null for other types.
  text text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index notifications_age on notifications (tenant_id, created_at);
create index notifications_list on notifications (tenant_id, user_id, created_at, id);
create index notifications_thread on notifications (tenant_id, thread_id, user_id);
-- A user has one unread row per type and thread. Rows without a thread are not combined.
create unique index notifications_unread on notifications (tenant_id, user_id, type, thread_id) where read_at is null;
create index notifications_unread_list on notifications (tenant_id, user_id, created_at, id) where read_at is null;

create table outgoing_messages (
  tenant_id uuid not null,
  message_id uuid not null,
  inbox_id uuid not null,
  snapshot jsonb not null,
  phase text constraint outgoing_mails_phase_check check (phase in ('STARTED', 'DATA')),
  attempts integer not null default 0,
  uncertain integer not null default 0,
  created_at timestamptz(3) not null default now(),
  result jsonb,
  failures integer not null default 0,
  waits boolean not null default true,
  -- The sender of the message: EMAIL, or the provider of the inbox.
  sender text not null default 'EMAIL',
  -- Id under which a provider gets the message, the same at every attempt. A new one when an agent sends the message again. Null for mail.
  delivery_id uuid,
  -- Parts of a message that a provider has accepted, with its ids of them, so that none is sent again.
  accepted_parts jsonb not null default '{}',
  primary key (tenant_id, message_id)
);
create index outgoing_messages_by_age on outgoing_messages (tenant_id, created_at);
create index outgoing_messages_by_delivery on outgoing_messages (tenant_id, delivery_id) where delivery_id is not null;
create index outgoing_messages_waiting on outgoing_messages (tenant_id, inbox_id) where waits;
select keep_no_values('outgoing_messages', '{snapshot,result,accepted_parts}');

-- Links by which people prove their address, to see their requests. Deleted a day after they have expired.
create table portal_links (
  tenant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  -- The address that the link was sent to.
  email text not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- A used link stays, so that it is known as used.
  used_at timestamptz(3),
  primary key (tenant_id, id)
);
create index portal_links_of_customer on portal_links (tenant_id, customer_id, created_at);
select keep_no_values('portal_links', '{email}');

-- Requests to export or erase the data of a customer, and erasures of threads that were closed long ago.
create table privacy_requests (
  tenant_id uuid not null,
  id uuid not null,
  type text not null check (type in ('EXPORT', 'ERASURE', 'RETENTION')),
  mode text check (mode in ('ANONYMIZE', 'DELETE')),
  dry_run boolean not null default false,
  keep_subjects boolean not null default false,
  -- Null for erasures of closed threads.
  customer_id uuid,
  requested_by uuid,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  -- The progress of the work: the place and the position in it. Both change in the transaction of each chunk.
  place text,
  "position" text,
  -- Counts of what was found, by place.
  found jsonb not null default '{}',
  -- Keyed hashes of the customer's addresses, so that mails to them are found after the addresses were erased.
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

-- The objects of a request: the customer and those merged into it, their threads, and other threads with messages of theirs.
create table privacy_subjects (
  tenant_id uuid not null,
  request_id uuid not null,
  object_id uuid not null,
  kind text not null check (kind in ('CUSTOMER', 'THREAD', 'ELSEWHERE', 'FILE', 'MEETING', 'MAIL', 'RATING')),
  primary key (tenant_id, request_id, object_id)
);
create index privacy_subjects_object on privacy_subjects (tenant_id, object_id);

-- Database functions that running processes call (server/platform/postgres/ensure-procedures.ts). Each process renews `needed_at` of its own
-- functions. A function that no process has renewed for a day is dropped.
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

-- Browsers to which a user's notifications are pushed. A subscription lasts as long as the session that made it.
create table push_subscriptions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  -- The URL of the browser's push service for this subscription.
  endpoint text not null check (length(endpoint) >= 1 and length(endpoint) <= 1000),
  -- The browser's public key and secret (base64url), with which messages are encrypted.
  p256dh text not null check (length(p256dh) >= 80 and length(p256dh) <= 100),
  auth text not null check (length(auth) >= 20 and length(auth) <= 30),
  device text check (length(device) >= 1 and length(device) <= 100),
  created_at timestamptz(3) not null default now(),
  -- When the push service accepted a message last.
  sent_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index push_subscriptions_endpoint on push_subscriptions (tenant_id, endpoint);
create index push_subscriptions_session on push_subscriptions (tenant_id, session_id);
create index push_subscriptions_user on push_subscriptions (tenant_id, user_id, created_at, id);

-- Position of each reader of the outbox in the events of a tenant. A tenant without a row has been read up to 0 by readers of all tenants.
-- `alone_through` is the end of a chunk that failed: up to it, events are read one at a time. `failures` are those of the next event.
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

-- Facts and states of a rebuild that has not ended. One transaction replaces the others by them.
create table rebuilt_facts (
  tenant_id uuid not null,
  kind text not null constraint facts_kind_check check (kind in ('CREATED', 'RECEIVED',
    'ANSWERED', 'AUTOMATIC', 'NOTED', 'WAIT_DROPPED', 'RESOLVED', 'REOPENED', 'CLOSED',
    'MERGED', 'UNMERGED', 'ERASED', 'MOVED', 'CHANGED', 'STATUS', 'MESSAGES_MOVED', 'SLA_MET',
    'SLA_BREACHED', 'ASKED', 'RATED', 'RULE_RAN')),
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
  backlog smallint not null default 0 constraint facts_backlog_check check (backlog between -1 and 1),
  field text constraint facts_field_check check (field in ('assignee', 'team', 'inbox',
    'priority', 'policy', 'status', 'snooze', 'FIRST_RESPONSE', 'NEXT_RESPONSE', 'RESOLUTION',
    'STARS', 'THUMBS', 'rule')),
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

-- Mails of round-trip tests that have not ended, by the id in their Message-ID.
create table round_trip_mails (
  tenant_id uuid not null,
  id uuid not null,
  inbox_id uuid not null,
  job_id uuid not null,
  -- PLUS: to the inbox's address with a token after a plus sign, as in reply addresses.
  form text not null check (form in ('PLAIN', 'PLUS')),
  recipient text not null,
  -- When the latest attempt to send the mail began.
  sent_at timestamptz(3),
  primary key (tenant_id, id)
);
create index round_trip_mails_of_inbox on round_trip_mails (tenant_id, inbox_id);

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
  kind text not null check (kind in ('CUSTOMER', 'THREAD', 'LABEL', 'INBOX', 'USER', 'COLLECTION', 'ARTICLE', 'ERASURE')),
  id uuid not null,
  primary key (tenant_id, kind, id)
);

create table satisfaction_requests (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  thread_id uuid not null,
  customer_id uuid not null,
  -- The author of the last reply before the request, who is credited with the rating.
  person_id uuid,
  assignee_id uuid,
  team_id uuid,
  resolved_by_id uuid,
  episode integer not null,
  -- True for requests that the service planned itself. Only these follow the settings.
  planned boolean not null default false,
  state text not null check (state in ('PLANNED', 'SENT', 'ANSWERED', 'EXPIRED', 'CANCELLED')),
  channel text not null check (channel in ('MAIL', 'LINK', 'API', 'CHAT')),
  scale text not null check (scale in ('STARS', 'THUMBS')),
  question text,
  cancel_reason text,
  send_at timestamptz(3) not null,
  sent_at timestamptz(3),
  remind_at timestamptz(3),
  reminded_at timestamptz(3),
  expires_at timestamptz(3),
  expires_after_days integer not null,
  -- The token of the page is derived from these bytes and the secret key.
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
-- A customer is asked at most once per episode, also by concurrent requests. Requests that were cancelled before they were sent do not count.
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

-- Replies that are not sent yet, and so are not messages. A sent reply stays for a while without its text, so that an undo gets the right error.
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
  -- The threads that the reply was merged out of, as in messages.
  merged_from uuid[],
  attachments jsonb,
  -- Changes of the thread that are made together with the reply, as in the API. Null for none.
  changes jsonb,
  -- The mail of the reply and its recipients, frozen when the agent sent the reply.
  email jsonb,
  mail jsonb,
  primary key (tenant_id, id)
);
create index scheduled_messages_list on scheduled_messages (tenant_id, thread_id, created_at, id) where state <> 'SENT';
create index scheduled_messages_sent on scheduled_messages (tenant_id, send_at) where state = 'SENT';
-- The lists of all scheduled replies of a tenant, and of one author, in the order in which they will be sent.
create index scheduled_messages_waiting on scheduled_messages (tenant_id, send_at, id) where state <> 'SENT';
create index scheduled_messages_waiting_of_author on scheduled_messages (tenant_id, author_id, send_at, id) where state <> 'SENT';
select keep_no_values('scheduled_messages', '{author_name,body,body_text,error,attachments,changes,email,mail}');

-- The position of the index in the events of a tenant. Threads from before the index are read in order of their numbers, from `built` + 1 to
-- `upto`.
create table search_cursors (
  tenant_id uuid not null,
  sequence bigint not null,
  built bigint not null,
  upto bigint not null,
  moved_at timestamptz(3) not null,
  -- The search index contains values of custom fields. It reads the heads of the threads numbered up to heads_upto again; those up to
  -- heads_built have been read. Both are 0 if there is nothing to read.
  heads_built bigint not null default 0,
  heads_upto bigint not null default 0,
  primary key (tenant_id)
);

-- Threads whose text has changed since it was indexed, other than by a new message. The mark is written in the transaction of the change, so that
-- a search reads the thread itself until a worker has indexed it again. Each change has its own mark.
create table search_marks (
  tenant_id uuid not null,
  thread_id uuid not null,
  mark uuid not null,
  -- The public number of a deleted thread.
  number bigint,
  primary key (tenant_id, thread_id, mark)
);

-- The texts that search_words contains: the head of each thread (`part` is the nil id) and its messages, as rows of words. Phrases are searched
-- here, and a change of a text finds here which words to remove from the index.
create table search_texts (
  tenant_id uuid not null,
  number bigint not null,
  part uuid not null,
  written_at timestamptz(3) not null,
  words text not null,
  primary key (tenant_id, number, part)
);
select keep_no_values('search_texts', '{words}');

-- The search index: which threads have a word in their head (subject, reference, customer) and in their messages (decision 29). Threads are
-- public numbers in blocks of 65,536. A value is a list of numbers of two bytes, or a bitmap. Every thread has the empty word.
create table search_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  block integer not null,
  head bytea storage external not null,
  body bytea storage external not null,
  -- True for rows of neighbouring words, which are indexed when both words are common (kit/search/grams.ts).
  common boolean not null default false,
  primary key (tenant_id, word, block)
) with (fillfactor = 80);
select keep_no_values('search_words', '{word}');

-- Second factors: codes of an authenticator (RFC 6238). The secret is encrypted, the recovery codes are hashed.
create table second_factors (
  tenant_id uuid not null,
  user_id uuid not null,
  -- The encrypted secret. Null until the user has entered a code of the pending one; until then the former secret works.
  sealed text,
  pending_sealed text,
  -- Time step of the last code that was used. No code is accepted twice.
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

-- Sessions. Tokens are not stored: they are derived from the secret key, the row's seed and the generation, so two tabs that refresh at the same
-- time get the same token.
create table sessions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  seed bytea not null,
  -- Generation of the valid refresh token. The one before it is accepted for ten seconds after `rotated_at`.
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

-- Links that are mailed, or shown to the operator: with the token, a user chooses a password or confirms an address. A link stops working when
-- the user's address differs from `email`.
create table sign_in_links (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('INVITATION', 'PASSWORD', 'EMAIL')),
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  -- A used link stays until it expires, so that a retry of its request gets the same response.
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- The user who asked for the change of address. It decides whether the sessions of the other user end.
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
  -- The percentage of a target that is left when the warning comes.
  warning_percent integer not null default 20 check (warning_percent between 1 and 99),
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id)
);
create index sla_policies_hours on sla_policies (tenant_id, business_hours_id) where business_hours_id is not null;
create index sla_policies_list on sla_policies (tenant_id, created_at, id);
create unique index sla_policies_name_key on sla_policies (tenant_id, name_key);

-- Policies with their business hours as they were when they were applied to a thread. Rows never change; the id is a digest of the contents.
create table sla_terms (
  tenant_id uuid not null,
  id uuid not null,
  terms jsonb not null,
  primary key (tenant_id, id)
);

-- Clocks of threads with an SLA policy.
create table sla_threads (
  tenant_id uuid not null,
  thread_id uuid not null,
  terms_id uuid not null,
  -- Whether an agent has replied.
  answered boolean not null,
  clocks jsonb not null,
  -- When the next warning or breach is due.
  next_at timestamptz(3),
  thread_created_at timestamptz(3) not null,
  state text check (state in ('BREACHED', 'WARNING', 'PENDING', 'PAUSED', 'MET', 'MISSED')),
  -- The nearest deadline of the clocks that have not stopped.
  due_at timestamptz(3),
  -- The clocks before each of the last changes, oldest first, so that a thread that is changed back gets its former clocks.
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
  -- The member who got the last thread, for ROUND_ROBIN.
  last_assigned_to uuid,
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  -- The limit of open chats of a member. Other threads have `max_open_per_agent`.
  max_chats_per_agent bigint,
  primary key (tenant_id, id),
  constraint teams_name_key unique (tenant_id, name_key)
);
create index teams_list on teams (tenant_id, created_at, id);

-- One row per tenant, which every write locks last: it numbers threads and events in commit order without gaps, and has the totals that lists
-- show.
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
  -- Bytes of all files of the tenant, for its quota.
  upload_bytes bigint not null default 0,
  -- Total of the list of meetings.
  meetings bigint not null default 0,
  -- Total of the list of inbound mails.
  inbound_mails bigint not null default 0,
  -- Bytes of raw mails, which count towards the tenant's storage, and of the raw mails among them that no thread shows, which have a limit of
  -- their own.
  mail_bytes bigint not null default 0,
  held_mail_bytes bigint not null default 0,
  inbound_items bigint not null default 0,
  primary key (tenant_id)
) with (fillfactor = 10);

-- The tenant of a slug. Not distributed: every node has a copy.
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
  -- Days after which resolved threads are closed; 0 for never.
  auto_close_days integer not null default 7 check (auto_close_days between 0 and 3650),
  timezone text not null default 'UTC',
  locale text not null default 'en',
  default_priority text not null default 'normal' check (default_priority in ('low', 'normal', 'high', 'urgent')),
  reopen_within_days integer check (reopen_within_days between 0 and 3650),
  allowed_sign_in_domains text[] not null default '{}',
  second_factor_roles text[] not null default '{}',
  -- Retention in days. Null when the tenant has no limit of its own.
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
  -- Days for which raw mails are kept; null for ever.
  keep_raw_mails_days integer default 30 check (keep_raw_mails_days between 1 and 3650),
  -- How reports divide time, and whether they show users by name. A null time zone means the time zone of the tenant.
  reporting jsonb not null default '{"people": "ALL", "timezone": null, "weekStartsOn": "MONDAY", "businessHoursId": null}',
  -- Days for which runs of automation rules are kept.
  keep_automation_runs_days integer default 90,
  -- Mails that automation rules may send to one customer in one day.
  automatic_mails_per_day integer not null default 5,
  satisfaction jsonb not null default '{"scale": "STARS", "enabled": false, "question": null,
    "delayMinutes": 60, "onlyAnswered": true, "samplePercent": 100, "exceptLabelIds": [],
    "minDaysBetween": 14, "remindAfterDays": null, "expiresAfterDays": 28, "notAfterAutomatic": true}',
  suspended_mail_mib integer not null default 1024 check (suspended_mail_mib between 1 and 1000000),
  -- The logo and the colour of a tenant, on the pages and mails of its customers and users.
  brand jsonb not null default '{"color": null, "logoUploadId": null}',
  -- Whether push notifications contain the beginning of the message.
  push_shows_text boolean not null default false,
  primary key (tenant_id)
);
-- Workers read the suspended tenants twice a second. There are few.
create index tenants_suspended on tenants (tenant_id) where status = 'SUSPENDED';

-- Orders of lists of threads by columns that change with each message: one narrow row per thread. `waiting_since` is 'infinity' when the customer
-- does not wait, so that these threads come last.
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

-- Threads that a batch has not changed yet.
create table thread_batch_items (
  tenant_id uuid not null,
  job_id uuid not null,
  thread_id uuid not null,
  primary key (tenant_id, job_id, thread_id)
);

-- Where a thread takes place at a provider: the conversation and the customer's address there.
create table thread_conversations (
  tenant_id uuid not null,
  thread_id uuid not null,
  inbox_id uuid not null,
  -- Key of the conversation; null where the provider has none.
  conversation_key text,
  address text not null,
  created_at timestamptz(3) not null default now(),
  -- The time of the latest message that a visitor has seen. Null before the first, and for conversations at a provider.
  read_through timestamptz(3),
  -- When a mail with replies that the visitor has not seen was sent, and the time of the latest of them. Null before the first mail.
  mailed_at timestamptz(3),
  mailed_through timestamptz(3),
  primary key (tenant_id, thread_id)
);
create index thread_conversations_by_address on thread_conversations (tenant_id, inbox_id, address, created_at);
create index thread_conversations_by_key on thread_conversations (tenant_id, inbox_id,
    conversation_key, created_at) where conversation_key is not null;
select keep_no_values('thread_conversations', '{conversation_key,address}');

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
-- Lists a user's drafts, latest first.
create index thread_drafts_by_time on thread_drafts (tenant_id, user_id, updated_at, thread_id, kind);
-- Finds the drafts with files, which are few: files of drafts are not deleted.
create index thread_drafts_files on thread_drafts (tenant_id) where attachments <> '[]';
select keep_no_values('thread_drafts', '{body,attachments}');

-- Followers of threads. `thread_created_at` is the order of the list of threads that a user follows.
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

-- The state that the reader `measures` keeps of a thread.
create table thread_measures (
  tenant_id uuid not null,
  thread_id uuid not null,
  -- The last event that the state contains.
  sequence bigint not null,
  -- True when the thread's first events were deleted already, so that its facts were made from its row and messages. A rebuild keeps these
  -- facts.
  from_rows boolean not null default false,
  -- True when the reader could not follow an event of the thread, so that the thread must be counted again.
  recount boolean not null default false,
  state json not null,
  -- Sequences of the events that the reader could not follow, for the job that counts the thread again.
  missed bigint[] not null default '{}',
  primary key (tenant_id, thread_id)
);
create index thread_measures_to_recount on thread_measures (tenant_id, thread_id) where recount;

-- Merged threads, with what undoing the merge restores. threads.merged_into is the thread that a source was merged into; it stays when that
-- thread is merged in turn. `root_id` is the thread that has the source's messages now.
create table thread_merges (
  tenant_id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  root_id uuid not null,
  -- The source's status before the merge.
  status text not null,
  snoozed_until timestamptz(3),
  -- Labels that the target got from the source.
  label_ids uuid[] not null,
  created_at timestamptz(3) not null default now(),
  -- The target's status before the merge, and the one that the merge gave it. Null when the merge did not change it.
  target_status text,
  target_snoozed_until timestamptz(3),
  given_status text,
  given_snoozed_until timestamptz(3),
  primary key (tenant_id, source_id)
);
create index thread_merges_root on thread_merges (tenant_id, root_id, target_id, source_id);

-- Addresses that take part in a thread by mail.
create table thread_participants (
  tenant_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  address text not null,
  name text,
  customer_id uuid,
  user_id uuid,
  role text not null check (role in ('CUSTOMER', 'CC', 'AGENT', 'SIDE')),
  -- False when a mail to the secret address came from a stranger. Unverified participants are not in the default recipients.
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

-- Which users are viewing which threads.
create table thread_presence (
  tenant_id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  state text not null check (state in ('VIEWING', 'TYPING')),
  seen_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id, thread_id)
) with (fillfactor = 50);

-- The time of the latest message that a user has read in a thread.
create table thread_reads (
  tenant_id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  read_through timestamptz(3) not null,
  primary key (tenant_id, user_id, thread_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
) with (fillfactor = 85);
-- A visitor's chat shows how far the team has read a thread. The mark itself is in no index, so that PostgreSQL updates it in place.
create index thread_reads_by_thread on thread_reads (tenant_id, thread_id);

-- Threads. Columns that change with each message (`updated_at`, `last_message_at`, `waiting_since`) are in no index here, so that PostgreSQL
-- updates the row in place; thread_activity has the orders by them. `label_ids` repeats thread_labels, so that a page of threads needs no join.
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
  -- Since when the customer has waited for a reply, whatever the status is.
  waiting_since timestamptz(3),
  -- The strategy of the team while the thread waits for a member who can take it.
  queued_for assignment_strategy,
  -- The thread that this one was split off. Its customer may not be the author of all messages.
  split_from uuid,
  -- Whether the thread has a row in sla_threads. Statements read that table only for threads that have one.
  timed boolean not null default false,
  -- When the thread was last reopened by a change of its status, and the times that it had before.
  reopened_at timestamptz(3),
  former_resolved_at timestamptz(3),
  former_closed_at timestamptz(3),
  -- The time of resolution that a closed thread had before it was reopened. `former_resolved_at` is replaced when the reopened thread is
  -- resolved and opened again.
  former_closed_resolved_at timestamptz(3),
  -- At most five threads that a mail referred to without belonging to them.
  related_to uuid[] not null default '{}',
  -- One more than the number of times that the thread was reopened after it had been resolved. Older threads count from when the column was
  -- added.
  episode integer not null default 1,
  -- The latest reply if its mail reached no recipient. Lists show it.
  not_sent_id uuid,
  -- When the latest silent message was written, if it is later than the thread's latest message. Later messages get a later time.
  silent_message_at timestamptz(3),
  primary key (tenant_id, id),
  constraint threads_public_number_key unique (tenant_id, public_number)
) with (fillfactor = 85);
-- Each index of threads has a filter, the status if the filter matches many threads, and the order of lists. Lists of several statuses read one
-- range for each. `public_number` is included for searches that are combined with the filter.
create index threads_assignee on threads (tenant_id, assignee_id, status, created_at, id) where assignee_id is not null;
-- Closed threads by age, for their erasure. Merged threads are erased with their target.
create index threads_closed on threads (tenant_id, closed_at, id) where status = 'closed' and merged_into is null;
create index threads_customer on threads (tenant_id, customer_id, created_at, id);
create unique index threads_external_ref_key on threads (tenant_id, external_ref) where external_ref is not null;
-- Most threads have no custom fields and no entries here.
create index threads_fields on threads using gin (thread_field_hashes(tenant_id, custom_fields)) where custom_fields <> '{}';
alter index threads_fields alter column 1 set statistics 0;
create index threads_inbox on threads (tenant_id, inbox_id, status, created_at, id) include (public_number);
create index threads_priority_channel on threads (tenant_id, priority, channel, created_at, id) include (public_number);
create index threads_priority_order on threads (tenant_id, status, thread_priority_order(priority::text, created_at), id);
create index threads_queue on threads (tenant_id, team_id, created_at, id) where queued_for is not null and assignee_id is null and status = 'open';
-- Resolved threads by age, for automatic closing.
create index threads_resolved on threads (tenant_id, resolved_at, id) where status = 'resolved';
-- Only snoozing and waking write to this index.
create index threads_snoozed on threads (tenant_id, created_at, id) where snoozed_until is not null;
create index threads_split on threads (tenant_id, id) where split_from is not null;
create index threads_status_created on threads (tenant_id, status, created_at, id) include (public_number);
create index threads_team on threads (tenant_id, team_id, status, created_at, id) include (public_number) where team_id is not null;
create index threads_unassigned on threads (tenant_id, status, created_at, id) include (public_number) where assignee_id is null;
select keep_no_values('threads', '{subject,external_ref,custom_fields}');

-- Files. The bytes are in the store (UPLOADS_URL), under the ids of tenant and upload. The row is committed before the file is written and
-- deleted by the job that deletes the file, so neither is left without the other.
create table uploads (
  tenant_id uuid not null,
  id uuid not null,
  filename text not null,
  content_type text not null,
  size bigint not null check (size >= 0),
  -- Hexadecimal. The announced digest, if there was one, until the file has arrived.
  sha256 text,
  state text not null check (state in ('PENDING', 'READY', 'REJECTED')),
  created_by uuid,
  -- The message that the file is attached to.
  message_id uuid,
  created_at timestamptz(3) not null default now(),
  -- The meeting that the file is the recording of. At most one of `message_id`, `meeting_id` and `article_id` is set.
  meeting_id uuid,
  -- The article that the picture is in.
  article_id uuid,
  -- The visitor of a website who sent the file, and who alone may attach it. Null for files of others.
  visitor_id uuid,
  -- True for a file that canned responses may have. It is never attached itself: each message gets a copy.
  shared boolean not null default false,
  -- The shared upload that this row is a copy of. The store has one file for both, under the name of the shared upload. No foreign key: tenants
  -- are deleted in batches of rows. Writers lock the shared upload instead.
  content_of uuid,
  primary key (tenant_id, id)
);
create index uploads_by_age on uploads (tenant_id, created_at);
create index uploads_copies on uploads (tenant_id, content_of) where content_of is not null;
create index uploads_of_articles on uploads (tenant_id, article_id) where article_id is not null;
create index uploads_of_messages on uploads (tenant_id, message_id) where message_id is not null;
create index uploads_of_visitor on uploads (tenant_id, visitor_id, created_at, id) where visitor_id is not null;
-- For the deletion of files that were never attached.
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

-- Personal settings. A user without a row has the defaults.
create table user_preferences (
  tenant_id uuid not null,
  user_id uuid not null,
  theme text not null check (theme in ('SYSTEM', 'LIGHT', 'DARK')),
  keys jsonb not null,
  -- Language of the dashboard. Null for the language of the browser.
  language text check (language in ('en', 'de')),
  -- Which notifications the user gets, and how. Null for the defaults.
  notifications jsonb,
  -- The user's own signature, below their replies by mail. Null for the inbox's.
  signature text check (length(signature) >= 1 and length(signature) <= 10000),
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
  -- A new address that the user has not confirmed yet. Until then the user signs in with `email`.
  pending_email text,
  -- When a mail server first refused mail to the user's address for good.
  email_failed_at timestamptz(3),
  -- A service user is a program with API keys, such as a bot: it never signs in, and its messages are automatic.
  kind text not null default 'PERSON' check (kind in ('PERSON', 'SERVICE')),
  search_key text generated always as (' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize((name_key || ' ') || email,
    nfd), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'),
    '[-_./@,;:()"''’ ]+', ' ', 'g')) stored,
  primary key (tenant_id, id),
  constraint users_email_key unique (tenant_id, email)
);
create index users_list on users (tenant_id, created_at, id);
-- A sign-in without a tenant searches the address in all tenants.
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

-- Visitors of websites whose chat is open. `address` is the visitor's id as in thread_conversations.
create table visitor_presence (
  tenant_id uuid not null,
  visitor_id uuid not null,
  address text not null,
  -- The thread in which the visitor types, and since when.
  typing_in uuid,
  typing_at timestamptz(3),
  seen_at timestamptz(3) not null default now(),
  primary key (tenant_id, visitor_id)
) with (fillfactor = 50);
select keep_no_values('visitor_presence', '{address}');

-- Visitors of websites who have written. A visitor without messages has no row.
create table visitors (
  tenant_id uuid not null,
  id uuid not null,
  inbox_id uuid not null,
  customer_id uuid not null,
  -- Whether the website has signed who the visitor is.
  verified boolean not null,
  -- What the visitor typed, or what the website signed. An address that was typed proves nothing.
  email text,
  name text,
  locale text,
  -- The page on which the visitor wrote last, if the inbox records pages: never with its query.
  page_path text,
  page_title text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  -- When transcripts were sent, within the last hour.
  transcripts_at timestamptz(3)[] not null default '{}' with time zone[],
  primary key (tenant_id, id)
);
create index visitors_of_customer on visitors (tenant_id, customer_id);
create index visitors_of_inbox on visitors (tenant_id, inbox_id);
select keep_no_values('visitors', '{email,name,locale,page_path,page_title,transcripts_at}');

-- The position of the fan-out in the events of a tenant. Only tenants with webhooks have a row.
create table webhook_cursors (
  tenant_id uuid not null,
  sequence bigint not null,
  primary key (tenant_id)
);

-- Deliveries of events to webhooks, which are the queue themselves (decision 12). The body is made from the event. During an attempt
-- `next_attempt_at` is the end of its lease, so the deliveries of a killed worker become due again.
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
  -- When the latest attempt began, and the failed attempts as the API shows them: at most ten, with a limit in bytes.
  attempted_at timestamptz(3),
  failed_attempts jsonb,
  -- Attempts before the webhook was last enabled. They do not count towards the limit of ten, so that a delivery whose last attempt disabled
  -- the webhook is retried after `enable`.
  attempts_before integer not null default 0,
  primary key (tenant_id, id)
) with (fillfactor = 80);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, webhook_id, next_attempt_at, event_sequence) where next_attempt_at is not null;
-- The filter `eventId` of the list of deliveries.
create index webhook_deliveries_event on webhook_deliveries (tenant_id, event_id, created_at, id);
create index webhook_deliveries_leased on webhook_deliveries (tenant_id, webhook_id) where leased_until is not null;
create index webhook_deliveries_list on webhook_deliveries (tenant_id, created_at, id);
create index webhook_deliveries_state on webhook_deliveries (tenant_id, state, created_at, id);
-- Finds test deliveries, which paused and disabled webhooks get too, among all others that wait.
create index webhook_deliveries_tests on webhook_deliveries (tenant_id, webhook_id, next_attempt_at) where test and next_attempt_at is not null;
create index webhook_deliveries_type on webhook_deliveries (tenant_id, event_type, created_at, id);
create index webhook_deliveries_webhook on webhook_deliveries (tenant_id, webhook_id, created_at, id);
create index webhook_deliveries_webhook_state on webhook_deliveries (tenant_id, webhook_id, state, created_at, id);
select keep_no_values('webhook_deliveries', '{response_body,error,failed_attempts}');

-- Totals of the list of deliveries for every filter.
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
  -- Consecutive failed attempts, of any delivery.
  failure_count integer not null default 0,
  disabled_at timestamptz(3),
  disabled_reason text,
  -- The last event before the webhook existed.
  from_sequence bigint not null,
  -- When the next delivery of the webhook is due. Null for none.
  due_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- Secrets that still sign after a rotation: a list of {"sealed", "until"}, newest first.
  previous_secrets jsonb not null default '[]',
  -- Deliveries that were due before this time waited while the webhook was paused or disabled.
  held_until timestamptz(3),
  -- Headers that the receiver requires, such as the key of a gateway: their names, and an encrypted JSON object with their values.
  header_names text[] not null default '{}',
  headers_sealed text,
  primary key (tenant_id, id)
);
-- Webhooks that the service has disabled, which are few.
create index webhooks_disabled on webhooks (tenant_id) where status = 'DISABLED';
create index webhooks_due on webhooks (due_at) where due_at is not null;
create index webhooks_list on webhooks (tenant_id, created_at, id);
