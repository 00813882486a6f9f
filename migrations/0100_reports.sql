-- How reports divide time and whether they name people. Null for the time zone means the tenant's own.
alter table tenants add column reporting jsonb not null
  default '{"timezone": null, "weekStartsOn": "MONDAY", "businessHoursId": null, "people": "ALL"}';

create table saved_reports (
  tenant_id uuid not null,
  id uuid not null,
  version int not null default 1,
  name text not null,
  name_key text not null,
  shared boolean not null,
  query jsonb not null,
  chart text not null,
  owner_id uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index saved_reports_in_order on saved_reports (tenant_id, created_at, id);
create index saved_reports_of_owner on saved_reports (tenant_id, owner_id, created_at, id);
create index saved_reports_by_name on saved_reports (tenant_id, name_key text_pattern_ops);
