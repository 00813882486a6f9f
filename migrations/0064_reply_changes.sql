-- The changes of the thread that are made together with a scheduled reply, in the form of the API; null for none.
alter table scheduled_messages add column changes jsonb;
