-- The total that the list of inbound mails shows.
alter table tenant_counters add column inbound_mails bigint not null default 0;
update tenant_counters k set inbound_mails = (select count(*) from inbound_mails m where m.tenant_id = k.tenant_id and m.outcome <> 'RESERVED');

create index inbound_mails_by_cause on inbound_mails (tenant_id, cause, created_at, id) where cause is not null;
-- Erasing a mail also erases its duplicates.
create index inbound_mails_duplicates on inbound_mails (tenant_id, duplicate_of) where duplicate_of is not null;
-- Raw mails, the oldest first, for the job that deletes them.
create index inbound_mails_with_raw on inbound_mails (tenant_id, created_at) where has_raw and processed_at is not null;

select keep_no_values('inbound_mails', '{sender,recipients,subject,message_id,last_error,envelope}');
select keep_no_values('sender_rules', '{pattern,note}');

-- Erasures also find copies of mails and of sender rules.
alter table privacy_subjects drop constraint privacy_subjects_kind_check,
  add constraint privacy_subjects_kind_check check (kind in ('CUSTOMER', 'THREAD', 'ELSEWHERE', 'FILE', 'MEETING', 'MAIL'));
