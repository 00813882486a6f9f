-- Replies with variables and actions that agents apply to threads.

create table canned_responses (
  tenant_id uuid not null,
  id uuid not null,
  shortcut text not null,
  shortcut_key text not null,
  title text not null,
  title_key text not null,
  body text,
  body_format text not null check (body_format in ('text', 'html')),
  visibility text not null check (visibility in ('SHARED', 'PERSONAL')),
  owner_id uuid not null,
  inbox_ids uuid[] not null default '{}',
  team_ids uuid[] not null default '{}',
  actions jsonb not null default '[]',
  usage_count bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create unique index canned_responses_shared_key on canned_responses (tenant_id, shortcut_key) where visibility = 'SHARED';
create unique index canned_responses_own_key on canned_responses (tenant_id, owner_id, shortcut_key) where visibility = 'PERSONAL';
create index canned_responses_list on canned_responses (tenant_id, created_at, id);
create index canned_responses_owner on canned_responses (tenant_id, owner_id);
create index canned_responses_shortcut_prefix on canned_responses (tenant_id, shortcut_key text_pattern_ops);
create index canned_responses_title_prefix on canned_responses (tenant_id, title_key text_pattern_ops);
