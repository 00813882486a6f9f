-- Links by which people prove their address, to see their requests. Deleted a day after they have expired.
create table portal_links (
  tenant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  -- The address that the link was sent to.
  email text not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- A used link stays, so that it is known as used.
  used_at timestamptz(3),
  primary key (tenant_id, id)
);
create index portal_links_of_customer on portal_links (tenant_id, customer_id, created_at);
select keep_no_values('portal_links', '{email}');
