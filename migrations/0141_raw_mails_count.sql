-- Raw mails count in the storage of their tenant. Those that no thread shows have a share of their own.
alter table tenant_counters add column mail_bytes bigint not null default 0, add column held_mail_bytes bigint not null default 0;
update tenant_counters k set mail_bytes = s.kept, held_mail_bytes = s.held
from (
  select m.tenant_id, sum(m.size) as kept, coalesce(sum(m.size) filter (where m.outcome in ('SUSPENDED', 'DUPLICATE')), 0) as held
  from inbound_mails m where m.has_raw and m.outcome <> 'RESERVED' group by m.tenant_id) s
where k.tenant_id = s.tenant_id;

alter table tenants add column suspended_mail_mib integer not null default 1024 check (suspended_mail_mib between 1 and 1000000);

-- The oldest raw mails that no thread shows, for the job that makes room for newer ones.
create index inbound_mails_held on inbound_mails (tenant_id, created_at, id) where has_raw and outcome in ('SUSPENDED', 'DUPLICATE');
