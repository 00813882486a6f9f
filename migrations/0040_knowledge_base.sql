-- The knowledge base: collections, articles with their versions, what the search reads, and what readers do.

create table kb_collections (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  slug text not null,
  description text,
  parent_id uuid,
  "order" bigint not null,
  visibility text not null check (visibility in ('PUBLIC', 'INTERNAL')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index kb_collections_list on kb_collections (tenant_id, created_at, id);
create index kb_collections_name_prefix on kb_collections (tenant_id, name_key text_pattern_ops);
create index kb_collections_parent on kb_collections (tenant_id, parent_id, created_at, id);

-- Title and body are the draft's. What is published is the version that published_version names.
create table kb_articles (
  tenant_id uuid not null,
  id uuid not null,
  collection_id uuid,
  title text not null,
  title_key text not null,
  slug text not null,
  body text not null,
  body_format text not null check (body_format in ('markdown', 'html', 'text')),
  status text not null check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  visibility text not null check (visibility in ('PUBLIC', 'INTERNAL')),
  locale text not null,
  translation_of uuid,
  "order" bigint not null,
  author_id uuid not null,
  published_version bigint,
  published_at timestamptz(3),
  publish_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  check ((status = 'PUBLISHED') = (published_version is not null))
);
create index kb_articles_list on kb_articles (tenant_id, created_at, id);
create index kb_articles_title_prefix on kb_articles (tenant_id, title_key text_pattern_ops);
create index kb_articles_collection on kb_articles (tenant_id, collection_id, created_at, id);
create index kb_articles_status on kb_articles (tenant_id, status, created_at, id);
create index kb_articles_locale on kb_articles (tenant_id, locale, created_at, id);
create index kb_articles_visibility on kb_articles (tenant_id, visibility, created_at, id);
create index kb_articles_translations on kb_articles (tenant_id, translation_of) where translation_of is not null;

-- Each change of an article: what its draft was from then on, and who made it. Never changed.
create table kb_article_versions (
  tenant_id uuid not null,
  article_id uuid not null,
  version bigint not null,
  id uuid not null,
  change text not null check (change in ('CREATED', 'EDITED', 'PUBLISHED', 'UNPUBLISHED', 'ARCHIVED', 'RESTORED')),
  title text not null,
  body text not null,
  body_format text not null,
  author_id uuid,
  created_at timestamptz(3) not null default now(),
  -- Lists sort the versions of an article, some hundreds at most: with an index for that the planner would not look up a single one by this key.
  primary key (tenant_id, article_id, version)
);

-- Present and former slugs, each of one thing: a former one leads to where the thing is now.
create table kb_slugs (
  tenant_id uuid not null,
  -- `collection`, or the locale of articles.
  space text not null,
  slug text not null,
  object_id uuid not null,
  is_current boolean not null,
  primary key (tenant_id, space, slug)
);
create index kb_slugs_object on kb_slugs (tenant_id, object_id);

-- What the search reads of published articles: the text for people, and rows of words.
create table kb_texts (
  tenant_id uuid not null,
  article_id uuid not null,
  title text not null,
  body text not null,
  title_words text not null,
  body_words text not null,
  primary key (tenant_id, article_id)
);

-- Not in the row of the article: readers must not wait for who edits it, nor change its version.
create table kb_article_counts (
  tenant_id uuid not null,
  article_id uuid not null,
  views bigint not null default 0,
  helpful bigint not null default 0,
  not_helpful bigint not null default 0,
  primary key (tenant_id, article_id)
);

-- Whether an article helped, once for each visitor: a keyed hash, forgotten after some months.
create table kb_votes (
  tenant_id uuid not null,
  article_id uuid not null,
  visitor bytea not null,
  helpful boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, article_id, visitor)
);
create index kb_votes_created on kb_votes (tenant_id, created_at);

-- What visitors searched and did not find.
create table kb_missed_searches (
  tenant_id uuid not null,
  id uuid not null,
  words text not null,
  query text not null,
  locale text not null,
  count bigint not null default 1,
  last_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index kb_missed_searches_words_key on kb_missed_searches (tenant_id, words, locale);
create index kb_missed_searches_list on kb_missed_searches (tenant_id, created_at, id);
create index kb_missed_searches_last on kb_missed_searches (tenant_id, last_at);
