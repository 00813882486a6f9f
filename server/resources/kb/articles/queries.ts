import { keysetList } from '#kit/list.ts'
import { nameKey } from '#kit/name-key.ts'
import { type RowOf, table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { KbArticle } from './schema.ts'

export type ArticleRow = RowOf<typeof KbArticle>

/** SQL: a column of the published version. */
const publishedColumn = (column: string) => `(select p.${column} from kb_article_versions p
  where p.tenant_id = :tenantId::uuid and p.article_id = a.id and p.version = a.published_version)`
const countColumn = (column: string) => ({
  sql: `coalesce((select c.${column} from kb_article_counts c where c.tenant_id = :tenantId::uuid and c.article_id = a.id), 0)`,
  initially: '0',
})

export const kbArticleTable = table({
  from: 'kb_articles a',
  shape: KbArticle,
  computed: {
    publishedTitle: { sql: publishedColumn('title'), initially: 'null::text' },
    publishedBody: { sql: publishedColumn('body'), initially: 'null::text' },
    publishedBodyFormat: { sql: publishedColumn('body_format'), initially: 'null::text' },
    views: countColumn('views'),
    helpful: countColumn('helpful'),
    notHelpful: countColumn('not_helpful'),
  },
  derived: { titleKey: ({ title }) => nameKey(title) },
  isFoundByName: true,
  filters: {
    collectionId: 'a.collection_id = :collectionId::uuid',
    status: 'a.status = :status::text',
    visibility: 'a.visibility = :visibility::text',
    locale: 'a.locale = :locale::text',
    hasUnpublishedChanges: 'a.has_unpublished_changes = :hasUnpublishedChanges::boolean',
    sourceThreadId: 'a.source_thread_id = :sourceThreadId::uuid',
  },
  rowBytes: { sql: 'octet_length(a.body) * 2', max: 1_048_576 },
})

export const findNextOrder = statement<{ tenantId: Uuid; collectionId: Uuid | null }, { order: number }>(`
  select coalesce(max("order") + 1, 0) as "order" from kb_articles
  where tenant_id = :tenantId::uuid and collection_id is not distinct from :collectionId::uuid`)

/**
 * Returns the original of the named article, or the article itself if it is an original. Locks both, so that a concurrent request cannot
 * make the original a translation.
 */
export const lockOriginal = statement<{ tenantId: Uuid; original: Uuid }, { original: Uuid }>(`
  select coalesce(o.translation_of, o.id) as original from kb_articles o
  where o.tenant_id = :tenantId::uuid and o.id in (:original::uuid, (
    select n.translation_of from kb_articles n where n.tenant_id = :tenantId::uuid and n.id = :original::uuid)) order by o.id for update`)

export const hasTranslations = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'select t.id from kb_articles t where t.tenant_id = :tenantId::uuid and t.translation_of = :id::uuid limit 1',
)

/** Whether a time is in the future, by the database's clock. */
export const readTime = statement<{ at: string }, { isLater: boolean }>('select :at::timestamptz > now() as "isLater"')

export const deletePartStatements = ['kb_article_versions', 'kb_texts', 'kb_article_counts', 'kb_votes'].map((name) =>
  statement<{ tenantId: Uuid; id: Uuid }, object>(`delete from ${name} where tenant_id = :tenantId::uuid and article_id = :id::uuid`),
)

// --- Versions ---------------------------------------------------------------------------------------------------------

export type Change = 'CREATED' | 'EDITED' | 'PUBLISHED' | 'UNPUBLISHED' | 'ARCHIVED' | 'RESTORED'
export type VersionRow = {
  id: Uuid
  articleId: Uuid
  version: number
  change: Change
  title: string
  body: string
  bodyFormat: 'markdown' | 'html' | 'text'
  authorId: Uuid | null
  createdAt: string
}
const versionColumns = `v.id, v.article_id as "articleId", v.version, v.change, v.title, v.body, v.body_format as "bodyFormat",
  v.author_id as "authorId", v.created_at as "createdAt"`

type NewVersion = Omit<VersionRow, 'createdAt'> & { tenantId: Uuid; autosaved: boolean }

export const insertVersion = statement<NewVersion, object>(`
  insert into kb_article_versions (tenant_id, article_id, version, id, change, title, body, body_format, author_id, autosaved)
  values (:tenantId::uuid, :articleId::uuid, :version::bigint, :id::uuid, :change::text, :title::text, :body::text, :bodyFormat::text,
    :authorId::uuid, :autosaved::boolean)`)

/**
 * Deletes the version before `version` if the same user autosaved it and an older version is less than ten minutes old. So one autosaved
 * version for each ten minutes stays.
 */
export const deleteReplacedVersion = statement<{ tenantId: Uuid; articleId: Uuid; version: number; authorId: Uuid | null }, object>(`
  delete from kb_article_versions d where d.tenant_id = :tenantId::uuid and d.article_id = :articleId::uuid
    and d.version = :version::bigint - 1 and d.autosaved and d.change = 'EDITED' and d.author_id = :authorId::uuid
    and exists (select 1 from kb_article_versions k where k.tenant_id = :tenantId::uuid and k.article_id = :articleId::uuid
      and k.version < d.version and k.created_at > now() - interval '10 minutes')`)

/** Deletes versions that were never published, except among the latest `keep`. */
export const deleteOldVersions = statement<{ tenantId: Uuid; articleId: Uuid; keep: number }, object>(`
  delete from kb_article_versions d where d.tenant_id = :tenantId::uuid and d.article_id = :articleId::uuid and d.change <> 'PUBLISHED'
    and d.version < (select min(l.version) from (select k.version from kb_article_versions k
      where k.tenant_id = :tenantId::uuid and k.article_id = :articleId::uuid order by k.version desc limit :keep::int) as l)`)

export const findVersion = statement<{ tenantId: Uuid; articleId: Uuid; version: number }, VersionRow>(`
  select ${versionColumns} from kb_article_versions v
  where v.tenant_id = :tenantId::uuid and v.article_id = :articleId::uuid and v.version = :version::bigint`)

export const findOldest = statement<{ tenantId: Uuid; articleId: Uuid }, { version: number }>(`
  select v.version from kb_article_versions v where v.tenant_id = :tenantId::uuid and v.article_id = :articleId::uuid order by v.version limit 1`)

export const versionList = keysetList<VersionRow>({
  from: 'kb_article_versions v',
  alias: 'v',
  columns: versionColumns,
  filters: { articleId: 'v.article_id = :articleId::uuid' },
  rowBytes: { sql: 'octet_length(v.body)', max: 1_048_576 },
})

// --- Erasure of threads --------------------------------------------------------------------------------------------------

/** Clears the source of articles that came from these threads. */
export const clearSourceThreads = statement<{ tenantId: Uuid; threadIds: Uuid[] }, { id: Uuid }>(`
  update kb_articles a set source_thread_id = null
  where a.tenant_id = :tenantId::uuid and a.source_thread_id = any(:threadIds::uuid[]) returning a.id`)

// --- Texts for the search ----------------------------------------------------------------------------------------------

type TextRow = { tenantId: Uuid; articleId: Uuid; title: string; body: string; titleWords: string; bodyWords: string }

export const upsertText = statement<TextRow, object>(`
  insert into kb_texts (tenant_id, article_id, title, body, title_words, body_words)
  values (:tenantId::uuid, :articleId::uuid, :title::text, :body::text, :titleWords::text, :bodyWords::text)
  on conflict (tenant_id, article_id) do update set title = excluded.title, body = excluded.body, title_words = excluded.title_words,
    body_words = excluded.body_words`)

export const deleteText = statement<{ tenantId: Uuid; articleId: Uuid }, object>(
  'delete from kb_texts where tenant_id = :tenantId::uuid and article_id = :articleId::uuid',
)
