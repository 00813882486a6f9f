-- Teams and their members; inboxes name a team, and have room for an SLA policy.

create table teams (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  assignment text not null check (assignment in ('MANUAL', 'ROUND_ROBIN', 'LEAST_LOADED')),
  max_open_per_agent bigint,
  business_hours_id uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint teams_name_key unique (tenant_id, name_key)
);
create index teams_list on teams (tenant_id, created_at, id);

create table team_members (
  tenant_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, team_id, user_id),
  foreign key (tenant_id, team_id) references teams (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index team_members_user on team_members (tenant_id, user_id, team_id);

alter table inboxes add column team_id uuid, add column sla_policy_id uuid,
  add constraint inboxes_team_fkey foreign key (tenant_id, team_id) references teams (tenant_id, id);
create index inboxes_team on inboxes (tenant_id, team_id) where team_id is not null;
