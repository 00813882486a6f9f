-- A job may also be the test of an inbox by a mail to itself.
alter table bulk_jobs drop constraint bulk_jobs_type_check,
  add constraint bulk_jobs_type_check check (type in ('THREAD_BATCH', 'MAIL_ROUND_TRIP'));

-- The mails of tests that have not ended, by the id that their Message-ID contains.
create table round_trip_mails (
  tenant_id uuid not null,
  id uuid not null,
  inbox_id uuid not null,
  job_id uuid not null,
  -- PLUS: to the inbox's address with a token after a plus sign, as reply addresses are.
  form text not null check (form in ('PLAIN', 'PLUS')),
  recipient text not null,
  -- When the latest attempt to send it began.
  sent_at timestamptz(3),
  primary key (tenant_id, id)
);
create index round_trip_mails_of_inbox on round_trip_mails (tenant_id, inbox_id);
