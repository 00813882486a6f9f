-- Scheduled replies go where the messages of their thread go when it is merged, and back when that is taken back.
alter table scheduled_messages add column merged_from uuid[];
