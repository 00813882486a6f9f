-- A second factor of people: codes of an authenticator (RFC 6238). Its secret is sealed, its recovery codes are hashes.
create table second_factors (
  tenant_id uuid not null,
  user_id uuid not null,
  -- Null until a code of the secret that waits was shown; the one before it works meanwhile.
  sealed text,
  pending_sealed text,
  -- The time step of the last code that was used: none is used twice.
  last_step bigint not null default 0,
  recovery_hashes text[] not null default '{}',
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
