-- Files that drafts name are not deleted as long as the drafts are there: the few drafts that name any are found at once.
create index thread_drafts_files on thread_drafts (tenant_id) where attachments <> '[]';
