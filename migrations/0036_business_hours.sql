-- When people work: SLA clocks run within these hours.

create table business_hours (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  timezone text not null,
  weekly jsonb not null,
  holidays jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index business_hours_list on business_hours (tenant_id, created_at, id);
create index business_hours_name_prefix on business_hours (tenant_id, name_key text_pattern_ops);
