-- Settings of a website chat, without secrets. Null for other types, and for inboxes of earlier versions, which have the defaults.
alter table inboxes add column widget jsonb;
alter table inbox_secrets drop constraint inbox_secrets_kind_check,
  add constraint inbox_secrets_kind_check check (kind in ('IMAP_PASSWORD', 'SMTP_PASSWORD', 'OAUTH', 'DKIM', 'HOOK', 'WIDGET'));
