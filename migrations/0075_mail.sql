-- E-mail in and out.

-- Settings of an EMAIL inbox, without secrets; null for other types.
alter table inboxes add column email jsonb;
update inboxes set email = '{"receive": {"mode": "SMTP", "aliases": [], "forwardTo": null, "imap": null},
  "send": {"mode": "DEFAULT", "smtp": null, "fromName": "{{agent.name}} ({{inbox.name}})", "plusAddressing": "AUTO", "quoteHistory": "LAST",
    "copyToSent": false, "bccTo": null},
  "rules": {"bulk": "ACCEPT", "failedAuthentication": "SUSPEND", "trustedAuthserv": [], "replyToOf": [], "agentMail": "NOTE"},
  "dkim": null}' where type = 'EMAIL';

-- Secrets of inboxes, encrypted under the service's key.
create table inbox_secrets (
  tenant_id uuid not null,
  inbox_id uuid not null,
  kind text not null check (kind in ('IMAP_PASSWORD', 'SMTP_PASSWORD', 'OAUTH', 'DKIM')),
  secret text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, inbox_id, kind)
);

-- All addresses that lead to an inbox: its own, its aliases and its forwarding address. Lower case, domain in Unicode.
create table inbox_addresses (
  tenant_id uuid not null,
  address text not null,
  inbox_id uuid not null,
  kind text not null check (kind in ('ADDRESS', 'ALIAS', 'FORWARD')),
  primary key (tenant_id, address, inbox_id)
);
create index inbox_addresses_of_inbox on inbox_addresses (tenant_id, inbox_id);
-- The SMTP port finds the tenants of a recipient.
create index inbox_addresses_by_address on inbox_addresses (address);
insert into inbox_addresses (tenant_id, inbox_id, address, kind)
  select tenant_id, id, lower(address), 'ADDRESS' from inboxes where type = 'EMAIL' and address is not null;

-- Domains whose ownership a tenant has proved by a TXT record.
create table proved_domains (
  tenant_id uuid not null,
  domain text not null,
  proved_at timestamptz(3) not null default now(),
  primary key (tenant_id, domain)
);
create index proved_domains_by_domain on proved_domains (domain);

-- The state of an inbox's connections: IMAP with its checkpoint and lease, and sending with its pause.
create table inbox_connections (
  tenant_id uuid not null,
  inbox_id uuid not null,
  receive_state text not null default 'NOT_USED' check (receive_state in ('NOT_USED', 'CONNECTING', 'CONNECTED', 'FAILING', 'NEEDS_AUTH', 'PAUSED')),
  receive_since timestamptz(3) not null default now(),
  receive_error jsonb,
  receive_attempts integer not null default 0,
  receive_next_at timestamptz(3),
  send_state text not null default 'NOT_USED' check (send_state in ('NOT_USED', 'CONNECTING', 'CONNECTED', 'FAILING', 'NEEDS_AUTH', 'PAUSED')),
  send_since timestamptz(3) not null default now(),
  send_error jsonb,
  send_attempts integer not null default 0,
  -- No message of the inbox is sent before this time.
  send_next_at timestamptz(3),
  last_mail_at timestamptz(3),
  -- How many seconds the latest fetched mail had waited on the server.
  lag_seconds double precision,
  folder text,
  uid_validity bigint,
  uid bigint,
  -- The worker that holds the inbox. Its commits carry the token, so a worker that lost the lease commits nothing.
  lease_token uuid,
  leased_until timestamptz(3),
  plus_addressing boolean,
  primary key (tenant_id, inbox_id)
);
create index inbox_connections_due on inbox_connections (receive_next_at) where receive_next_at is not null;

-- Mails that came in. The raw mail is in the file store under the row's id. A row is inserted as a reservation before its file is written.
create table inbound_mails (
  tenant_id uuid not null,
  id uuid not null,
  inbox_id uuid,
  transport text not null check (transport in ('SMTP', 'IMAP', 'API', 'PROVIDER')),
  outcome text not null check (outcome in ('RESERVED', 'RECEIVED', 'MESSAGE', 'BOUNCE', 'SUSPENDED', 'DUPLICATE', 'OWN')),
  cause text,
  sender text,
  recipients text[] not null default '{}',
  subject text not null default '',
  message_id text,
  size bigint not null default 0,
  thread_id uuid,
  result_id uuid,
  duplicate_of uuid,
  differs boolean not null default false,
  body_digest bytea,
  -- True when the mail began a thread.
  starts_thread boolean not null default false,
  attempts integer not null default 0,
  last_error text,
  -- What the transport knows: envelope, client address, results of authentication, options of an import or a release.
  envelope jsonb not null default '{}',
  received_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  -- A suspended mail, or a duplicate that differs, is deleted at this time.
  expires_at timestamptz(3),
  -- False when the raw mail has been deleted.
  has_raw boolean not null default true,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index inbound_mails_list on inbound_mails (tenant_id, created_at, id) where outcome <> 'RESERVED';
create index inbound_mails_by_outcome on inbound_mails (tenant_id, outcome, created_at, id);
create index inbound_mails_by_inbox on inbound_mails (tenant_id, inbox_id, created_at, id);
create index inbound_mails_by_sender on inbound_mails (tenant_id, sender, created_at, id);
create index inbound_mails_by_message_id on inbound_mails (tenant_id, message_id, created_at, id) where message_id is not null;
create index inbound_mails_of_message on inbound_mails (tenant_id, result_id) where result_id is not null;
create index inbound_mails_expiring on inbound_mails (tenant_id, expires_at) where expires_at is not null;
create index inbound_mails_of_thread on inbound_mails (tenant_id, thread_id, created_at) where thread_id is not null;

-- Keyed hashes of the mails that were accepted. They are kept after the message, the thread or the customer is deleted or erased, so that
-- nothing comes back.
create table mail_identities (
  tenant_id uuid not null,
  identity bytea not null,
  mail_id uuid not null,
  body_digest bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, identity)
);
create index mail_identities_by_age on mail_identities (tenant_id, created_at);

-- Hashes of the Message-IDs that lead to a message: its own (SELF), another name of it (ALIAS), or an earlier mail of the conversation that
-- never came here (ANCESTOR). The message has the thread, so merges and splits change nothing here.
create table message_references (
  tenant_id uuid not null,
  id_hash bytea not null,
  message_id uuid not null,
  kind text not null check (kind in ('SELF', 'ALIAS', 'ANCESTOR')),
  primary key (tenant_id, id_hash, message_id)
);
create index message_references_of_message on message_references (tenant_id, message_id);

-- The secret in the reply address of a thread.
create table thread_mail_keys (
  tenant_id uuid not null,
  thread_id uuid not null,
  token text not null,
  primary key (tenant_id, thread_id)
);
create unique index thread_mail_keys_token on thread_mail_keys (tenant_id, token);

-- The addresses that take part in a thread by mail.
create table thread_participants (
  tenant_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  address text not null,
  name text,
  customer_id uuid,
  user_id uuid,
  role text not null check (role in ('CUSTOMER', 'CC', 'AGENT', 'SIDE')),
  -- False when a stranger wrote with the secret address: such a participant is in no default recipients.
  verified boolean not null,
  added_by text not null check (added_by in ('MAIL', 'AGENT', 'API')),
  added_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  primary key (tenant_id, id)
);
create unique index thread_participants_address on thread_participants (tenant_id, thread_id, address);
create index thread_participants_by_address on thread_participants (tenant_id, address);

-- What the API shows of a message's mail and of its delivery. Null for messages that are no mail.
alter table messages add column email jsonb;
alter table messages add column delivery jsonb;
alter table messages add column channel text;
alter table messages add column in_reply_to_id uuid;
alter table messages add column client_id text;
-- The mail of a scheduled reply, frozen when the reply was made.
alter table scheduled_messages add column email jsonb, add column mail jsonb;

-- Mails to customers, with what their bytes are composed from. A row stays for a month after its mail was sent, so that people can send it again.
create table outgoing_mails (
  tenant_id uuid not null,
  message_id uuid not null,
  inbox_id uuid not null,
  -- The frozen mail (server/resources/mail/snapshot.ts).
  snapshot jsonb not null,
  -- STARTED: an attempt has begun. DATA: the server may have the mail. Null between attempts.
  phase text check (phase in ('STARTED', 'DATA')),
  attempts integer not null default 0,
  -- How many attempts ended without the server's answer to the mail.
  uncertain integer not null default 0,
  next_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, message_id)
);
create index outgoing_mails_by_age on outgoing_mails (tenant_id, created_at);

-- Automatic replies that were sent, for their caps.
create table automatic_replies (
  tenant_id uuid not null,
  message_id uuid not null,
  thread_id uuid not null,
  inbox_id uuid not null,
  address text not null,
  sent_at timestamptz(3) not null default now(),
  primary key (tenant_id, message_id)
);
create index automatic_replies_by_address on automatic_replies (tenant_id, address, sent_at);
create index automatic_replies_by_inbox on automatic_replies (tenant_id, inbox_id, sent_at);

create table sender_rules (
  tenant_id uuid not null,
  id uuid not null,
  -- An address, or @ and a domain; lower case.
  pattern text not null,
  action text not null check (action in ('BLOCK', 'ALLOW')),
  inbox_id uuid,
  note text,
  created_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index sender_rules_pattern on sender_rules (tenant_id, pattern, coalesce(inbox_id, '00000000-0000-0000-0000-000000000000'));
create index sender_rules_list on sender_rules (tenant_id, created_at, id);

-- More addresses and numbers of a customer; the first e-mail address stays in customers.email.
create table customer_identities (
  tenant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  type text not null check (type in ('EMAIL', 'PHONE', 'WHATSAPP', 'SLACK', 'WIDGET', 'EXTERNAL')),
  value text not null,
  verified boolean not null default false,
  inbox_id uuid,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index customer_identities_value on customer_identities (tenant_id, type, value);
create index customer_identities_of_customer on customer_identities (tenant_id, customer_id);
-- The rows of customer_identities as the API shows them, so that reading a customer needs no join.
alter table customers add column identities jsonb not null default '[]';
alter table customers add column email_failed_at timestamptz(3);
alter table customers add column opted_out text[] not null default '{}';

-- At most five threads that a mail referred to without belonging to them.
alter table threads add column related_to uuid[] not null default '{}';

-- Attachments of mails are uploads that no user created.
alter table uploads alter column created_by drop not null;

-- Days for which raw mails are kept; null for always.
alter table tenants add column keep_raw_mails_days integer default 30 check (keep_raw_mails_days between 1 and 3650);
