-- Whether the draft of an article differs from its published version, so that a list can filter by it, and the thread whose answer became
-- the article.
alter table kb_articles add column has_unpublished_changes boolean not null default false, add column source_thread_id uuid;
update kb_articles a set has_unpublished_changes = true from kb_article_versions p
  where p.tenant_id = a.tenant_id and p.article_id = a.id and p.version = a.published_version
    and (p.title, p.body, p.body_format) is distinct from (a.title, a.body, a.body_format);
create index kb_articles_unpublished on kb_articles (tenant_id, has_unpublished_changes, created_at, id);
create index kb_articles_source_thread on kb_articles (tenant_id, source_thread_id, created_at, id) where source_thread_id is not null;
