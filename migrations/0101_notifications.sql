-- Who follows which thread. thread_created_at is the thread's, for lists of the threads that a user follows.
create table thread_followers (
  tenant_id uuid not null,
  user_id uuid not null,
  thread_created_at timestamptz(3) not null,
  thread_id uuid not null,
  id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id, thread_created_at, thread_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index thread_followers_thread on thread_followers (tenant_id, thread_id, user_id);
create index thread_followers_list on thread_followers (tenant_id, thread_id, created_at, id);

-- The teams that a note mentions. Null for none.
alter table messages add column mentioned_team_ids uuid[];

-- What users are told. The texts of a notification (subject, excerpt, names) are read from the objects that it names, so erasing those
-- erases the notification's texts.
create table notifications (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  type text not null,
  thread_id uuid,
  message_id uuid,
  job_id uuid,
  actor_type text,
  actor_id uuid,
  count integer not null,
  -- The latest events, oldest first.
  event_ids uuid[] not null,
  -- The sequence of the latest event.
  sequence bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  -- The time of the latest event, or at which a snooze ended: lists order by created_at.
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  archived_at timestamptz(3),
  snoozed_until timestamptz(3),
  -- False when the user wants the type by mail alone: then no list and no total shows the row.
  in_app boolean not null,
  -- Whether the browser is to alert the user.
  desktop boolean not null,
  -- How much of count was mailed.
  mailed integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
-- A user has one unread row for each type and thread. Rows without a thread stand alone.
create unique index notifications_unread on notifications (tenant_id, user_id, type, thread_id) where read_at is null;
create index notifications_list on notifications (tenant_id, user_id, created_at, id);
create index notifications_unread_list on notifications (tenant_id, user_id, created_at, id) where read_at is null;
create index notifications_thread on notifications (tenant_id, thread_id, user_id);
create index notifications_age on notifications (tenant_id, created_at);

-- Unread notifications by type. The version rises with every change of the user's notifications of this type, for the user's streams.
create table notification_counts (
  tenant_id uuid not null,
  user_id uuid not null,
  type text not null,
  unread integer not null,
  version bigint not null default 1,
  primary key (tenant_id, user_id, type),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
) with (fillfactor = 50);

-- The mails about notifications that a user got since a time, at most an hour ago.
create table notification_mailings (
  tenant_id uuid not null,
  user_id uuid not null,
  since timestamptz(3) not null,
  mails integer not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- What a user chose to be told, and how. Null until the user chooses.
alter table user_preferences add column notifications jsonb;
