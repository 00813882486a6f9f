-- Erasures cannot reach values in PostgreSQL's statistics.
select keep_no_values('messages', '{email,delivery,client_id}');
select keep_no_values('scheduled_messages', '{email,mail}');
select keep_no_values('outgoing_mails', '{snapshot}');
select keep_no_values('automatic_replies', '{address}');
