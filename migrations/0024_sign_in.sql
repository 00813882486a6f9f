-- People sign in: passwords, sessions, and links that open an account once. All of it goes with the person.

create table user_passwords (
  tenant_id uuid not null,
  user_id uuid not null,
  hash text not null,
  changed_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- Tokens are not stored: they follow from the secret key, the row's seed and the generation, so that two tabs which refresh at the same
-- moment get the same next token.
create table sessions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  seed bytea not null,
  -- Of the refresh token that is good now. The one before it is accepted for ten seconds after rotated_at.
  generation integer not null default 1,
  rotated_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  ip text,
  user_agent text,
  ended_at timestamptz(3),
  ended_reason text check (ended_reason in ('SIGNED_OUT', 'REVOKED', 'TOKEN_REUSED', 'PASSWORD_CHANGED', 'USER_SUSPENDED')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index sessions_user on sessions (tenant_id, user_id, created_at, id);
create index sessions_rotated on sessions (tenant_id, rotated_at);

-- Mailed, or shown to the operator: whoever has the token may choose the person's password. The address is that which it was sent to, so
-- that a link ends when the address changes.
create table sign_in_links (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('INVITATION', 'PASSWORD')),
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  -- It stays until its time is over, so that a retry of the request that used it finds its answer.
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index sign_in_links_user on sign_in_links (tenant_id, user_id);

-- Who signs in without naming the tenant is looked for in all of them.
create index users_sign_in on users (email);
