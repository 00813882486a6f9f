-- Customers rate how their threads were resolved (decision 91).

alter table tenants add column satisfaction jsonb not null
  default '{"enabled": false, "scale": "STARS", "question": null, "delayMinutes": 60, "remindAfterDays": null, "expiresAfterDays": 28, "minDaysBetween": 14, "samplePercent": 100, "onlyAnswered": true, "notAfterAutomatic": true, "exceptLabelIds": []}';
-- Replaces the tenant's settings as a whole; null for an inbox that uses them.
alter table inboxes add column satisfaction jsonb;
alter table customers add column satisfaction_opt_out boolean not null default false;

-- The number of times that the thread was reopened after it had been resolved, plus one. Threads from before this column count from here.
alter table threads add column episode integer not null default 1;

alter table privacy_subjects drop constraint privacy_subjects_kind_check,
  add constraint privacy_subjects_kind_check check (kind in ('CUSTOMER', 'THREAD', 'ELSEWHERE', 'FILE', 'MEETING', 'MAIL', 'RATING'));

-- RATED facts have the scale in `field` and the score in `to_value`.
alter table facts drop constraint facts_field_check,
  add constraint facts_field_check check (field in ('assignee', 'team', 'inbox', 'priority', 'policy', 'status', 'snooze', 'FIRST_RESPONSE',
    'NEXT_RESPONSE', 'RESOLUTION', 'STARS', 'THUMBS'));
alter table rebuilt_facts drop constraint facts_field_check,
  add constraint facts_field_check check (field in ('assignee', 'team', 'inbox', 'priority', 'policy', 'status', 'snooze', 'FIRST_RESPONSE',
    'NEXT_RESPONSE', 'RESOLUTION', 'STARS', 'THUMBS'));

create table satisfaction_requests (
  tenant_id uuid not null,
  id uuid not null,
  version int not null default 1,
  thread_id uuid not null,
  customer_id uuid not null,
  -- The author of the last answer before the request, who is credited with the rating.
  person_id uuid,
  assignee_id uuid,
  team_id uuid,
  resolved_by_id uuid,
  episode integer not null,
  -- True for requests that the service planned itself. Only these follow the settings.
  planned boolean not null default false,
  state text not null check (state in ('PLANNED', 'SENT', 'ANSWERED', 'EXPIRED', 'CANCELLED')),
  channel text not null check (channel in ('MAIL', 'LINK', 'API')),
  scale text not null check (scale in ('STARS', 'THUMBS')),
  question text,
  cancel_reason text,
  send_at timestamptz(3) not null,
  sent_at timestamptz(3),
  remind_at timestamptz(3),
  reminded_at timestamptz(3),
  expires_at timestamptz(3),
  expires_after_days integer not null,
  -- Random bytes from which the token of the page is derived, together with SECRET_KEY.
  seed bytea not null,
  score smallint,
  comment text,
  reasons text[] not null default '{}',
  source text check (source in ('LINK', 'API')),
  answered_at timestamptz(3),
  answer_changes integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
-- A customer is asked at most once in an episode, under any concurrency. Requests that were cancelled before they were sent do not count.
create unique index satisfaction_requests_episode_key on satisfaction_requests (tenant_id, thread_id, episode)
  where state <> 'CANCELLED' or sent_at is not null;
create index satisfaction_requests_of_thread on satisfaction_requests (tenant_id, thread_id, created_at, id);
select keep_no_values('satisfaction_requests', '{comment,question,reasons,seed}');
create index satisfaction_requests_in_order on satisfaction_requests (tenant_id, created_at, id);
create index satisfaction_requests_by_state on satisfaction_requests (tenant_id, state, created_at, id);
create index satisfaction_requests_of_customer on satisfaction_requests (tenant_id, customer_id, created_at, id);
create index satisfaction_requests_of_person on satisfaction_requests (tenant_id, person_id, created_at, id);
create index satisfaction_requests_of_team on satisfaction_requests (tenant_id, team_id, created_at, id);
create index satisfaction_requests_by_score on satisfaction_requests (tenant_id, score, created_at, id) where score is not null;
create index satisfaction_requests_answered on satisfaction_requests (tenant_id, answered_at) where answered_at is not null;
