-- A message's external id is unique in its thread, so that a repeated request finds the first message. Messages of mail are excluded, because the
-- service decides itself which mails are duplicates. `external_repeated` excludes duplicates of earlier versions, and messages of merged threads,
-- whose target may have the same external id. External ids can be longer than an index entry, so the indexes contain hashes.
alter table messages add column external_repeated boolean not null default false;
update messages m set external_repeated = true
from (
  select tenant_id, id, row_number() over (partition by tenant_id, thread_id, external_id order by created_at, id) as place
  from messages where external_id is not null and email is null) d
where m.tenant_id = d.tenant_id and m.id = d.id and d.place > 1;
create unique index messages_external_id_key on messages (tenant_id, thread_id, md5(external_id))
  where external_id is not null and email is null and not external_repeated;
create index messages_external_id on messages (tenant_id, md5(external_id)) where external_id is not null;
-- Statistics would keep hashes of erased ids.
alter index messages_external_id_key alter column 3 set statistics 0;
alter index messages_external_id alter column 2 set statistics 0;
