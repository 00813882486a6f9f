-- The result of an attempt, from the moment that the mail server has replied until the message shows it. A worker that cannot write the
-- message's state uses it later, instead of sending the mail a second time.
alter table outgoing_mails add column result jsonb;
-- How many attempts have failed for reasons of the mail itself. The next retry follows from it; pauses of the inbox do not count.
alter table outgoing_mails add column failures integer not null default 0;
-- Whether a recipient still waits. Settled mails stay for a month, so that people can send them again.
alter table outgoing_mails add column waits boolean not null default true;
alter table outgoing_mails drop column next_at;
create index outgoing_mails_waiting on outgoing_mails (tenant_id, inbox_id) where waits;

-- Erasures cannot reach values in PostgreSQL's statistics.
select keep_no_values('outgoing_mails', '{snapshot,result}');
