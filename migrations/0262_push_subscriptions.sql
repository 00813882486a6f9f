-- Browsers to which a user's notifications are pushed. A subscription lasts as long as the session that made it.
create table push_subscriptions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  -- The URL of the browser's push service for this subscription.
  endpoint text not null check (length(endpoint) between 1 and 1000),
  -- The browser's public key and secret (base64url), with which messages are encrypted.
  p256dh text not null check (length(p256dh) between 80 and 100),
  auth text not null check (length(auth) between 20 and 30),
  device text check (length(device) between 1 and 100),
  created_at timestamptz(3) not null default now(),
  -- When the push service accepted a message last.
  sent_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create unique index push_subscriptions_endpoint on push_subscriptions (tenant_id, endpoint);
create index push_subscriptions_user on push_subscriptions (tenant_id, user_id, created_at, id);
create index push_subscriptions_session on push_subscriptions (tenant_id, session_id);
