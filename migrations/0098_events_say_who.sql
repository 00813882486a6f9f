-- Who made a change and why: on events, both null on events from before. Read with the event, never searched.
alter table events add column actor json, add column cause json;

-- The door that a change came through. Null on rows from before, and on changes that the service makes on its own.
alter table audit_logs add column via text check (via in ('API', 'DASHBOARD', 'MCP', 'SCIM', 'RULE', 'IMPORT', 'CLI'));

-- Who ordered a job that the API shows; its events name that person.
alter table bulk_jobs add column actor json;

-- A service user is a program with keys, such as a bot: it never signs in, and its messages are automatic.
alter table users add column kind text not null default 'PERSON' check (kind in ('PERSON', 'SERVICE'));

-- Messages that a program wrote. Older rows of BOT and SYSTEM authors are automatic too, whatever this column says.
alter table messages add column automatic boolean not null default false;

-- How far each reader of the outbox has read the events of a tenant. A tenant without a row has been read up to 0 by readers of all tenants.
-- `alone_through` is the end of a batch that failed: up to it, events are read one at a time. `failures` are those of the next event.
create table reader_cursors (
  tenant_id uuid not null,
  reader text not null,
  sequence bigint not null default 0,
  alone_through bigint not null default 0,
  failures int not null default 0,
  retry_at timestamptz(3),
  error text,
  primary key (tenant_id, reader)
);
