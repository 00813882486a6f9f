-- Mails are found by the ids that they refer to, and deliveries by their message. The primary key begins with the thread, so without this
-- index each of these look-ups read all of a tenant's messages.
create index messages_of_mail on messages (tenant_id, id) where email is not null;
