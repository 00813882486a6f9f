-- Versions that an editor stored while its user typed. Most are deleted when the same user's next one is stored.
alter table kb_article_versions add column autosaved boolean not null default false;
