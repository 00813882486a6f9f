-- The functions that running processes call (server/platform/postgres/ensure-procedures.ts). Each process renews `needed_at` of its own. A
-- function that no process has needed for a day is dropped.
create table procedures (
  name text primary key,
  needed_at timestamptz(3) not null default now()
);
