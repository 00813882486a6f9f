-- The limit of open chats of a member. Other threads have `max_open_per_agent`.
alter table teams add column max_chats_per_agent bigint;
