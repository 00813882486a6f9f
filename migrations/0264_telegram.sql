-- Inboxes of Telegram bots, their threads, and the customers who write to them.
alter table inboxes drop constraint inboxes_type_check,
  add constraint inboxes_type_check check (type in ('EMAIL', 'API', 'WIDGET', 'TELEGRAM', 'SLACK', 'WHATSAPP', 'SMS', 'VOICE'));
alter domain thread_channel drop constraint thread_channel_check;
alter domain thread_channel add constraint thread_channel_check
  check (value in ('email', 'api', 'widget', 'telegram', 'slack', 'whatsapp', 'sms', 'voice')) not valid;
alter table customer_identities drop constraint customer_identities_type_check,
  add constraint customer_identities_type_check check (type in ('EMAIL', 'PHONE', 'WHATSAPP', 'SLACK', 'TELEGRAM', 'WIDGET', 'EXTERNAL'));
