-- Fields that tenants define for threads and customers. Their values stay in custom_fields of threads and customers, by key.

create table custom_fields (
  tenant_id uuid not null,
  id uuid not null,
  key text not null,
  name text not null,
  name_key text not null,
  applies_to text not null check (applies_to in ('THREAD', 'CUSTOMER')),
  type text not null check (type in ('TEXT', 'NUMBER', 'BOOLEAN', 'DATE', 'SELECT', 'MULTISELECT', 'URL')),
  options jsonb not null default '[]',
  required text not null check (required in ('NEVER', 'ON_CREATE', 'ON_RESOLVE')),
  "order" bigint not null,
  archived_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint custom_fields_key_key unique (tenant_id, applies_to, key)
);
create index custom_fields_list on custom_fields (tenant_id, created_at, id);
create index custom_fields_target on custom_fields (tenant_id, applies_to, created_at, id);
create index custom_fields_name_prefix on custom_fields (tenant_id, name_key text_pattern_ops);
create index custom_fields_key_prefix on custom_fields (tenant_id, key text_pattern_ops);
