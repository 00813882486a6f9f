-- Replies in a website chat are sent by storing them.
update inboxes set sends = true where type = 'WIDGET';

-- Finds the message that a visitor's program has sent before.
create index messages_client_id on messages (tenant_id, client_id) where client_id is not null;

-- Contents of a message besides its text, as the API shows them. Null for none.
alter table messages add column parts jsonb;
select keep_no_values('messages', '{parts}');
select keep_no_values('visitors', '{locale}');

-- The time of the latest message that a visitor has seen. Null before the first, and for conversations at a provider.
alter table thread_conversations add column read_through timestamptz(3);

-- Two visitors may type the same address. Only a verified identity leads to its customer.
drop index customer_identities_value;
create unique index customer_identities_value on customer_identities (tenant_id, type, value, inbox_id) nulls not distinct where verified;
