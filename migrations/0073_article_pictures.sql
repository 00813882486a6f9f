-- The article that a picture was uploaded for. A file has either this, a message or a meeting.
alter table uploads add column article_id uuid;
create index uploads_of_articles on uploads (tenant_id, article_id) where article_id is not null;
