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
