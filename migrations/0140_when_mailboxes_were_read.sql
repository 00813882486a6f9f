-- When a worker had fetched all mails of a mailbox, so that system health can report mailboxes that no worker reads.
alter table inbox_connections add column receive_read_at timestamptz;
