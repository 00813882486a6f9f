-- Files are recognised in events, audit rows and stored answers, too.
alter table privacy_subjects drop constraint privacy_subjects_kind_check,
  add constraint privacy_subjects_kind_check check (kind in ('CUSTOMER', 'THREAD', 'ELSEWHERE', 'FILE'));
