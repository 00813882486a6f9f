-- What people work with and nobody else needs later: drafts, what they have read, what they look at. And views: saved lists.

create table thread_drafts (
  tenant_id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  kind text not null check (kind in ('reply', 'note')),
  body text not null,
  body_format text not null check (body_format in ('text', 'html')),
  attachments jsonb not null default '[]',
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id, thread_id, kind),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- The latest message that somebody has read of a thread, as its time: messages of a thread are in the order of their times.
create table thread_reads (
  tenant_id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  read_through timestamptz(3) not null,
  primary key (tenant_id, user_id, thread_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
) with (fillfactor = 85);

-- Who looks at which thread. Lost with a crash, which ends all presence anyway.
create unlogged table thread_presence (
  tenant_id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  state text not null check (state in ('VIEWING', 'TYPING')),
  seen_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id, thread_id)
) with (fillfactor = 50);

create table views (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  shared boolean not null,
  owner_id uuid not null,
  filters jsonb not null,
  sort text not null,
  columns text[] not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index views_list on views (tenant_id, created_at, id);
create index views_owner on views (tenant_id, owner_id, created_at, id);
create index views_name_prefix on views (tenant_id, name_key text_pattern_ops);
