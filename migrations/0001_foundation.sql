-- Tenants, people, keys, customers, inboxes, labels, threads, messages, and the ledger of every write:
-- counters, events, audit rows, idempotency records.
-- Every tenant table's keys start with tenant_id, so that a tenant lives on one shard.

-- Global look-ups: small, never joined from.
create table tenant_slugs (
  slug text primary key,
  tenant_id uuid not null unique
);
create table api_key_hashes (
  key_hash bytea primary key,
  tenant_id uuid not null,
  key_id uuid not null
);

create table tenants (
  tenant_id uuid primary key,
  slug text not null,
  name text not null,
  ticket_prefix text not null check (ticket_prefix ~ '^[A-Z][A-Z0-9]{1,7}$'),
  assign_on_first_reply boolean not null default false,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  created_at timestamptz(3) not null default now()
);

-- One row a tenant, taken last in every write: it numbers threads and events without gaps in commit order,
-- and keeps the totals that lists show.
create table tenant_counters (
  tenant_id uuid primary key,
  last_public_number bigint not null default 0,
  event_sequence bigint not null default 0,
  audit_logs bigint not null default 0,
  customers bigint not null default 0,
  threads_open bigint not null default 0,
  threads_pending bigint not null default 0,
  threads_resolved bigint not null default 0,
  threads_closed bigint not null default 0
) with (fillfactor = 10);

create table users (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  email text not null,
  role text not null check (role in ('OWNER', 'ADMIN', 'AGENT', 'VIEWER')),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, email)
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
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index api_keys_list on api_keys (tenant_id, created_at, id);

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
  primary key (tenant_id, id)
);
create unique index inboxes_one_default on inboxes (tenant_id) where is_default;
create index inboxes_list on inboxes (tenant_id, created_at, id);

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
  primary key (tenant_id, id),
  constraint customers_email_key unique (tenant_id, email)
);
create index customers_list on customers (tenant_id, created_at, id);
create unique index customers_external_id_key on customers (tenant_id, external_id) where external_id is not null;

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
  primary key (tenant_id, id),
  constraint labels_name_key unique (tenant_id, name_key)
);
create index labels_list on labels (tenant_id, created_at, id);

-- label_ids repeats thread_labels so that a page of threads needs no join; both change in the same statement.
create table threads (
  tenant_id uuid not null,
  id uuid not null,
  public_number bigint not null,
  ticket_number text not null,
  subject text not null,
  status text not null default 'open' check (status in ('open', 'pending', 'resolved', 'closed')),
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  channel text not null check (channel in ('email', 'api', 'widget', 'slack', 'whatsapp', 'sms', 'voice')),
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
  primary key (tenant_id, id),
  constraint threads_public_number_key unique (tenant_id, public_number)
);
-- One index for each filter with the list's order.
create unique index threads_external_ref_key on threads (tenant_id, external_ref) where external_ref is not null;
create index threads_created on threads (tenant_id, created_at, id);
create index threads_updated on threads (tenant_id, updated_at, id);
create index threads_status_created on threads (tenant_id, status, created_at, id);
create index threads_status_updated on threads (tenant_id, status, updated_at, id);
create index threads_customer on threads (tenant_id, customer_id, created_at, id);
create index threads_assignee on threads (tenant_id, assignee_id, created_at, id);
create index threads_inbox on threads (tenant_id, inbox_id, created_at, id);
create index threads_team on threads (tenant_id, team_id, created_at, id) where team_id is not null;
create index threads_priority on threads (tenant_id, priority, created_at, id);
create index threads_channel on threads (tenant_id, channel, created_at, id);

create table thread_labels (
  tenant_id uuid not null,
  label_id uuid not null,
  thread_created_at timestamptz(3) not null,
  thread_id uuid not null,
  primary key (tenant_id, label_id, thread_created_at, thread_id)
);

create table messages (
  tenant_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  author_type text not null check (author_type in ('AGENT', 'CUSTOMER', 'BOT', 'SYSTEM')),
  author_id uuid,
  author_name text,
  body text not null,
  body_format text not null check (body_format in ('text', 'html')),
  body_text text not null,
  internal boolean not null default false,
  external_id text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index messages_thread on messages (tenant_id, thread_id, created_at, id);

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
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, sequence),
  unique (tenant_id, id)
);

create table audit_logs (
  tenant_id uuid not null,
  id uuid not null,
  actor_type text not null check (actor_type in ('API_KEY', 'USER', 'SYSTEM')),
  actor_id uuid,
  key_id uuid,
  ip text,
  action text not null,
  target_type text not null,
  target_id uuid not null,
  before json,
  after json,
  request_id text not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index audit_logs_list on audit_logs (tenant_id, created_at, id);
create index audit_logs_action on audit_logs (tenant_id, action, created_at, id);
create index audit_logs_target on audit_logs (tenant_id, target_id, created_at, id);
create index audit_logs_actor on audit_logs (tenant_id, actor_id, created_at, id);

create table idempotency_keys (
  tenant_id uuid not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  status smallint not null,
  record json not null,
  created_at timestamptz(3) not null default now(),
  constraint idempotency_keys_pkey primary key (tenant_id, key_hash)
);
create index idempotency_keys_created on idempotency_keys using brin (created_at);
