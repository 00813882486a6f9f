-- What people choose for themselves, to have it wherever they sign in. Without a row nothing was chosen.
create table user_preferences (
  tenant_id uuid not null,
  user_id uuid not null,
  theme text not null check (theme in ('SYSTEM', 'LIGHT', 'DARK')),
  keys jsonb not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
