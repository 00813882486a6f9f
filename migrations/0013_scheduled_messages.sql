-- Replies that wait to be sent. They are no messages yet: what counts and orders the messages of a thread does not see them. A row stays for a
-- while after it was sent, without its text, to tell who wants to take it back that it is too late.
create table scheduled_messages (
  tenant_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  author_id uuid not null,
  author_name text not null,
  body text not null,
  body_format text not null check (body_format in ('text', 'html')),
  body_text text not null,
  send_at timestamptz(3) not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'FAILED')),
  error text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index scheduled_messages_list on scheduled_messages (tenant_id, thread_id, created_at, id) where state <> 'SENT';
create index scheduled_messages_sent on scheduled_messages (tenant_id, send_at) where state = 'SENT';
