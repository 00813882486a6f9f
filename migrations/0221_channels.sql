-- The registry of channels (server/channels/) maintains columns that say what an inbox does, so that no statement names a type.
alter table inboxes
  -- Settings of a provider, such as the tenant's own program, without secrets. Null for none.
  add column hook jsonb,
  -- Whether the service sends the replies of the inbox.
  add column sends boolean not null default false,
  -- Whether the inbox gets threads without an inbox when the tenant has no default inbox.
  add column takes_threads boolean not null default false;
update inboxes set sends = type = 'EMAIL' and address is not null and coalesce(email #>> '{send,mode}' <> 'NONE', false),
  takes_threads = type in ('EMAIL', 'API');
alter table inbox_secrets drop constraint inbox_secrets_kind_check,
  add constraint inbox_secrets_kind_check check (kind in ('IMAP_PASSWORD', 'SMTP_PASSWORD', 'OAUTH', 'DKIM', 'HOOK'));

-- Replies of every channel wait here until they are sent.
alter table outgoing_mails rename to outgoing_messages;
alter index outgoing_mails_pkey rename to outgoing_messages_pkey;
alter index outgoing_mails_by_age rename to outgoing_messages_by_age;
alter index outgoing_mails_waiting rename to outgoing_messages_waiting;
-- The sender of the message: EMAIL, or the provider of the inbox.
alter table outgoing_messages add column sender text not null default 'EMAIL',
  -- Id under which a provider gets the message, the same at every attempt. A new one when an agent sends the message again. Null for mail.
  add column delivery_id uuid;
create index outgoing_messages_by_delivery on outgoing_messages (tenant_id, delivery_id) where delivery_id is not null;

-- Messages that came from or go to a channel are found by their id alone.
create index messages_of_channel on messages (tenant_id, id) where channel is not null;
drop index messages_of_mail;
alter table messages
  -- When the customer changed or deleted the message in their own program.
  add column edited_at timestamptz(3),
  add column deleted_at timestamptz(3);

-- Items that providers have posted. The identities of items are among those of mails, where they outlive the item and an erasure.
alter table mail_identities rename to inbound_identities;
alter index mail_identities_pkey rename to inbound_identities_pkey;
alter index mail_identities_by_age rename to inbound_identities_by_age;
create table inbound_items (
  tenant_id uuid not null,
  id uuid not null,
  inbox_id uuid not null,
  -- Value of `hook.provider` and the provider's name of the event.
  provider text not null,
  kind text not null,
  outcome text not null check (outcome in ('RECEIVED', 'MESSAGE', 'STATUS', 'CHANGE', 'IGNORED', 'SUSPENDED', 'DUPLICATE')),
  -- Why an item was suspended or ignored, as one word and in a sentence.
  cause text,
  reason text,
  external_id text,
  -- Address of the person who wrote.
  sender text,
  -- The bytes as they came in, until the retention of raw mails ends.
  payload bytea,
  size integer not null default 0,
  thread_id uuid,
  result_id uuid,
  duplicate_of uuid,
  differs boolean not null default false,
  attempts integer not null default 0,
  last_error text,
  received_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index inbound_items_list on inbound_items (tenant_id, created_at, id);
create index inbound_items_by_inbox on inbound_items (tenant_id, inbox_id, created_at, id);
create index inbound_items_by_outcome on inbound_items (tenant_id, outcome, created_at, id);
create index inbound_items_by_external_id on inbound_items (tenant_id, inbox_id, external_id) where external_id is not null;
create index inbound_items_by_sender on inbound_items (tenant_id, inbox_id, sender, created_at) where sender is not null;
create index inbound_items_of_thread on inbound_items (tenant_id, thread_id) where thread_id is not null;
create index inbound_items_expiring on inbound_items (tenant_id, expires_at) where expires_at is not null;
create index inbound_items_with_payload on inbound_items (tenant_id, created_at) where payload is not null and processed_at is not null;
alter table tenant_counters add column inbound_items bigint not null default 0;

-- Where a thread takes place at a provider: the conversation and the customer's address there.
create table thread_conversations (
  tenant_id uuid not null,
  thread_id uuid not null,
  inbox_id uuid not null,
  -- Key of the conversation; null where the provider has none.
  conversation_key text,
  address text not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, thread_id)
);
create index thread_conversations_by_key on thread_conversations (tenant_id, inbox_id, conversation_key, created_at) where conversation_key is not null;
create index thread_conversations_by_address on thread_conversations (tenant_id, inbox_id, address, created_at);

-- An address at a provider belongs to one inbox, because two programs may use the same one for different people.
drop index customer_identities_value;
create unique index customer_identities_value on customer_identities (tenant_id, type, value, inbox_id) nulls not distinct;
