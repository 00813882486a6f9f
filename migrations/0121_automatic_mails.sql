-- Replies of rules and satisfaction requests count beside those of inboxes in the hourly limit of an inbox. `message_id` of a satisfaction
-- request is the id of the request.
alter table automatic_replies
  add column source text not null default 'INBOX' check (source in ('INBOX', 'RULE', 'SATISFACTION'));
