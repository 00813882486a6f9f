-- Since when mail to a user's address is returned for good.
alter table users add column email_failed_at timestamptz(3);
