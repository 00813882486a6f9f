-- The lists of all scheduled replies of a tenant, and of one author, in the order in which they will be sent.
create index scheduled_messages_waiting on scheduled_messages (tenant_id, send_at, id) where state <> 'SENT';
create index scheduled_messages_waiting_of_author on scheduled_messages (tenant_id, author_id, send_at, id) where state <> 'SENT';
