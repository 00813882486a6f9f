-- Mails that arrived in a mailbox before this time are not fetched.
alter table inbox_connections add column fetch_from timestamptz(3);
