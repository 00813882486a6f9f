-- How many meetings a tenant has, for the total of their list.
alter table tenant_counters add column meetings bigint not null default 0;
update tenant_counters k set meetings = (select count(*) from meetings m where m.tenant_id = k.tenant_id);

-- The private calendar of a person. Its URL follows from the seed and the service's secret, so that neither alone gives it.
create table calendar_feeds (
  tenant_id uuid not null,
  user_id uuid not null,
  seed bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id)
);

create index meetings_held on meetings (tenant_id, host_id, starts_at, id);
