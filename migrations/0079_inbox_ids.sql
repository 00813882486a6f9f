-- The SMTP port finds the inbox of a forwarding address, which contains the inbox's id and no tenant.
create index inboxes_by_id on inboxes (id);
