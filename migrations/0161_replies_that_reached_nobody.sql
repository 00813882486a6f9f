-- The latest reply of a thread if its mail reached nobody, so that lists can show it.
alter table threads add column not_sent_id uuid;
