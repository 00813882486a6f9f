-- Background work that no room keeps in rows of its own (server/kit/jobs.ts). Work of the whole service has the nil tenant.

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
create index jobs_due on jobs (tenant_id, name, due_at, id) where due_at is not null;
create index jobs_leased on jobs (tenant_id, name) where leased_until is not null;
create index jobs_dead on jobs (tenant_id, name) where state = 'DEAD';

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
  name text primary key,
  due_at timestamptz(3) not null
);
