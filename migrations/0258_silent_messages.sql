-- Messages of the service that need no attention, such as a request for a rating. They do not become their thread's latest message. Messages
-- from before this migration keep counting.
alter table messages add column silent boolean not null default false;
-- When the latest silent message was written, if it is later than the thread's latest message. Later messages get a later time.
alter table threads add column silent_message_at timestamptz(3);
