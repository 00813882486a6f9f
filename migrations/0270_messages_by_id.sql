-- Finds any message by its id alone. Messages that neither came from nor go to a channel had no such index, and statements that do not name the
-- channel could not use the index of the others, so they read the tenant's part of the primary key.
create index messages_by_id on messages (tenant_id, id);
drop index messages_of_channel;
