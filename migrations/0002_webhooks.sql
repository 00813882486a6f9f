-- Webhooks and their deliveries, the positions of those who read the outbox, and totals of what grows without bound.

create table webhooks (
  tenant_id uuid not null,
  id uuid not null,
  url text not null,
  description text,
  events text[] not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'DISABLED')),
  secret_sealed text not null,
  -- During a rotation deliveries are signed with both secrets.
  previous_secret_sealed text,
  previous_secret_until timestamptz(3),
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
  primary key (tenant_id, id)
);
create index webhooks_list on webhooks (tenant_id, created_at, id);
create index webhooks_due on webhooks (due_at) where due_at is not null;

-- How far a tenant's events have been turned into deliveries. Only tenants with webhooks have a row.
create table webhook_cursors (
  tenant_id uuid primary key,
  sequence bigint not null
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
  primary key (tenant_id, id)
) with (fillfactor = 80);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, webhook_id, next_attempt_at, event_sequence) where next_attempt_at is not null;
create index webhook_deliveries_leased on webhook_deliveries (tenant_id, webhook_id) where leased_until is not null;
create index webhook_deliveries_list on webhook_deliveries (tenant_id, created_at, id);
create index webhook_deliveries_state on webhook_deliveries (tenant_id, state, created_at, id);
create index webhook_deliveries_type on webhook_deliveries (tenant_id, event_type, created_at, id);
create index webhook_deliveries_webhook on webhook_deliveries (tenant_id, webhook_id, created_at, id);
create index webhook_deliveries_webhook_state on webhook_deliveries (tenant_id, webhook_id, state, created_at, id);

-- Totals for the lists of deliveries: a sum over few rows whatever the filter.
create table webhook_delivery_totals (
  tenant_id uuid not null,
  webhook_id uuid not null,
  event_type text not null,
  state text not null,
  count bigint not null default 0,
  primary key (tenant_id, webhook_id, event_type, state)
) with (fillfactor = 50);

-- The feed filters by type in order of sequence.
create index events_type on events (tenant_id, type, sequence);

-- Counts of events by type up to a sequence; the feed counts only what came after.
create table event_rollups (
  tenant_id uuid primary key,
  sequence bigint not null
);
create table event_type_totals (
  tenant_id uuid not null,
  type text not null,
  count bigint not null,
  primary key (tenant_id, type)
);
