-- Held mails show the name of their sender.
alter table inbound_mails add column sender_name text;
alter table inbound_mails alter column sender_name set statistics 0;
