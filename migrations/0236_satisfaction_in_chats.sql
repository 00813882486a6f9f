-- The service asks for a rating in a chat.
alter table satisfaction_requests drop constraint satisfaction_requests_channel_check,
  add constraint satisfaction_requests_channel_check check (channel in ('MAIL', 'LINK', 'API', 'CHAT'));
