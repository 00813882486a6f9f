-- People become a resource of the API: whether they take part, whether they take new threads, when they were last seen.
-- Lists of the catalog find names by their beginning.

alter table users
  add column name_key text,
  add column availability text not null default 'AVAILABLE' check (availability in ('AVAILABLE', 'BUSY', 'AWAY', 'OFFLINE')),
  add column status text not null default 'ACTIVE' check (status in ('INVITED', 'ACTIVE', 'SUSPENDED')),
  add column last_seen_at timestamptz(3),
  add column version integer not null default 1;
update users set name_key = lower(normalize(name));
alter table users alter column name_key set not null;
alter table users rename constraint users_tenant_id_email_key to users_email_key;
create index users_list on users (tenant_id, created_at, id);

alter table inboxes add column name_key text;
update inboxes set name_key = lower(normalize(name));
alter table inboxes alter column name_key set not null;

-- text_pattern_ops compares bytes, so that a beginning is a range of the index whatever the database's collation.
create index users_name_prefix on users (tenant_id, name_key text_pattern_ops);
create index users_email_prefix on users (tenant_id, email text_pattern_ops);
create index inboxes_name_prefix on inboxes (tenant_id, name_key text_pattern_ops);
create index labels_name_prefix on labels (tenant_id, name_key text_pattern_ops);
create index teams_name_prefix on teams (tenant_id, name_key text_pattern_ops);

-- Deleting a person asks what keys act for them.
create index api_keys_user on api_keys (tenant_id, user_id);
