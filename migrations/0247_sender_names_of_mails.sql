-- Held mails show the name of their sender.
alter table inbound_mails add column sender_name text;
select keep_no_values('inbound_mails', '{sender_name}');
