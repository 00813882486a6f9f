-- The sample company has articles, in collections.
alter table sample_objects drop constraint sample_objects_kind_check;
alter table sample_objects add constraint sample_objects_kind_check
  check (kind in ('CUSTOMER', 'THREAD', 'LABEL', 'INBOX', 'USER', 'COLLECTION', 'ARTICLE', 'ERASURE'));
