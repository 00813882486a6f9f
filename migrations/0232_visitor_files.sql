-- The visitor of a website who sent the file, and who alone may attach it. Null for files of others.
alter table uploads add column visitor_id uuid;
create index uploads_of_visitor on uploads (tenant_id, visitor_id, created_at, id) where visitor_id is not null;

-- When transcripts were sent, within the last hour.
alter table visitors add column transcripts_at timestamptz(3)[] not null default '{}';
select keep_no_values('visitors', '{transcripts_at}');

-- When a mail with replies that the visitor has not seen was sent, and the time of the latest of them. Null before the first mail.
alter table thread_conversations add column mailed_at timestamptz(3), add column mailed_through timestamptz(3);
