-- The files of canned responses. Messages that use a canned response get copies of their own.
alter table canned_responses add column attachments jsonb not null default '[]';
-- True for a file that canned responses may have. It is never attached itself: each message gets a copy.
alter table uploads add column shared boolean not null default false;
-- The shared upload that this row is a copy of. The store has one file for both, under the name of the shared upload. No foreign key: tenants
-- are deleted in batches of rows. Writers lock the shared upload instead.
alter table uploads add column content_of uuid;
create index uploads_copies on uploads (tenant_id, content_of) where content_of is not null;
