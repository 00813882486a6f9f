-- Parts of a message that a provider has accepted, with its ids of them, so that none is sent again.
alter table outgoing_messages add column accepted_parts jsonb not null default '{}';
select keep_no_values('outgoing_messages', '{accepted_parts}');
