-- Columns of hot tables that have one of a few words are of a type that says which. PostgreSQL reads each CHECK of a table from its text in the
-- catalogue whenever a statement writes to the table, also when the column does not change: an eighth of the time of a reply. The check of a
-- type is kept ready, and made only for columns that are written. The types get their checks after the columns have the types, which spares
-- rewriting the tables.
create domain thread_status as text;
create domain thread_priority as text;
create domain thread_channel as text;
create domain assignment_strategy as text;
create domain message_author as text;
create domain message_format as text;
create domain audit_actor as text;

alter table threads
  drop constraint threads_status_check,
  drop constraint threads_priority_check,
  drop constraint threads_channel_check,
  drop constraint threads_queued_for_check,
  drop constraint threads_last_message_author_type_check,
  alter column status type thread_status,
  alter column priority type thread_priority,
  alter column channel type thread_channel,
  alter column queued_for type assignment_strategy,
  alter column last_message_author_type type message_author;
alter table thread_activity alter column status type thread_status;
alter table messages
  drop constraint messages_author_type_check,
  drop constraint messages_body_format_check,
  alter column author_type type message_author,
  alter column body_format type message_format;
alter table audit_logs
  drop constraint audit_logs_actor_type_check,
  alter column actor_type type audit_actor;

alter domain thread_status add constraint thread_status_check check (value in ('open', 'pending', 'resolved', 'closed'));
alter domain thread_priority add constraint thread_priority_check check (value in ('low', 'normal', 'high', 'urgent'));
alter domain thread_channel add constraint thread_channel_check check (value in ('email', 'api', 'widget', 'slack', 'whatsapp', 'sms', 'voice'));
alter domain assignment_strategy add constraint assignment_strategy_check check (value in ('ROUND_ROBIN', 'LEAST_LOADED'));
alter domain message_author add constraint message_author_check check (value in ('AGENT', 'CUSTOMER', 'BOT', 'SYSTEM'));
alter domain message_format add constraint message_format_check check (value in ('text', 'html'));
alter domain audit_actor add constraint audit_actor_check check (value in ('API_KEY', 'USER', 'SYSTEM'));
