-- Replies in a website chat are sent by storing them.
update inboxes set sends = true where type = 'WIDGET';

-- Finds the message that a visitor's program has sent before.
create index messages_client_id on messages (tenant_id, client_id) where client_id is not null;

-- Two visitors may type the same address. Only a verified identity leads to its customer.
drop index customer_identities_value;
create unique index customer_identities_value on customer_identities (tenant_id, type, value, inbox_id) nulls not distinct where verified;
