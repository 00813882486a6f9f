-- Files. The bytes are in the store (UPLOADS_URL), under the tenant's and the upload's id. The row is there before the file, and goes with
-- the job that deletes the file, so that no file is without either.
create table uploads (
  tenant_id uuid not null,
  id uuid not null,
  filename text not null,
  content_type text not null,
  size bigint not null check (size > 0),
  -- Hexadecimal; of a file that has not arrived what was announced, if it was.
  sha256 text,
  state text not null check (state in ('PENDING', 'READY', 'REJECTED')),
  created_by uuid not null,
  -- The message that it is attached to.
  message_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
-- For the deletion of what nothing was done with, and of what is old.
create index uploads_unattached on uploads (tenant_id, created_at) where message_id is null;
create index uploads_by_age on uploads (tenant_id, created_at);
create index uploads_of_messages on uploads (tenant_id, message_id) where message_id is not null;

-- The bytes of a tenant's files together, for its quota.
alter table tenant_counters add column upload_bytes bigint not null default 0;

-- What a message shows of its files: [{"id", "filename", "contentType", "size"}], with "deleted" when the file is gone. Null for none.
alter table messages add column attachments jsonb;
alter table scheduled_messages add column attachments jsonb;
