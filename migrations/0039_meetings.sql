-- Meetings that agents schedule from threads.

create table meetings (
  tenant_id uuid not null,
  id uuid not null,
  -- The thread that it was scheduled in. When that is merged, thread_merges says which thread shows the meeting.
  origin_id uuid not null,
  title text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  timezone text not null,
  host_id uuid not null,
  -- [{"email", "name", "timezone", "rsvp", "status"}]
  attendees jsonb not null,
  -- {"type", "url", "address"}
  location jsonb,
  status text not null default 'SCHEDULED' check (status in ('SCHEDULED', 'CANCELLED', 'COMPLETED', 'NO_SHOW')),
  ics_uid text not null,
  ics_sequence bigint not null default 0,
  -- {"uploadId", "url", "filename", "contentType", "size", "deleted"}
  recording jsonb,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index meetings_list on meetings (tenant_id, status, created_at, id);
create index meetings_by_start on meetings (tenant_id, status, starts_at, id);
create index meetings_of_threads on meetings (tenant_id, origin_id, created_at, id);
create index meetings_of_hosts on meetings (tenant_id, host_id, created_at, id);
-- What a host has at a time, so that nothing else is put there.
create index meetings_at_a_time on meetings (tenant_id, host_id, starts_at) where status = 'SCHEDULED';

-- The meeting that a file is the recording of. A file has either this or a message.
alter table uploads add column meeting_id uuid;

alter table privacy_subjects drop constraint privacy_subjects_kind_check,
  add constraint privacy_subjects_kind_check check (kind in ('CUSTOMER', 'THREAD', 'ELSEWHERE', 'FILE', 'MEETING'));
