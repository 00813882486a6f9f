import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { readLocale } from '#kit/locale.ts'
import { createPresenter } from '#kit/present.ts'
import { standard } from '#kit/standard.ts'
import { findResource, lockResource } from '#kit/write.ts'
import { catalogInUse } from '#platform/errors.ts'
import { kbCollection } from './collections/collection.ts'
import { KbCollectionFilters } from './collections/schema.ts'
import { removeCollection } from './collections/write-collection.ts'
import { kbArticle } from './articles/article.ts'
import { KbArticleFilters } from './articles/schema.ts'
import { versionList, type VersionRow } from './articles/queries.ts'
import { KbArticlePreview, KbArticleVersion } from './articles/version-schema.ts'
import { renderBody } from './render.ts'
import { missedList, type MissedSearch } from './reader-queries.ts'
import { KbMissedSearch } from './search/schema.ts'

export const listKbCollections = standard.list(kbCollection, {
  summary: 'List collections',
  description: 'All collections of the knowledge base, newest first. `parentId` and `order` form their tree.',
  query: KbCollectionFilters,
})

export const getKbCollection = standard.get(kbCollection, {
  summary: 'Get a collection',
  description: 'Returns one collection of the knowledge base.',
})

export const listKbArticles = standard.list(kbArticle, {
  summary: 'List articles',
  description:
    'All articles of the knowledge base, newest first, drafts and internal ones included. Filters combine; `namePrefix` matches titles.',
  query: KbArticleFilters,
  filters: ({ locale, ...query }) => ({ ...query, locale: locale === undefined ? undefined : (readLocale(locale) ?? locale) }),
})

export const getKbArticle = standard.get(kbArticle, {
  summary: 'Get an article',
  description: 'Returns one article: its draft (`title`, `body`) and its published version (`publishedTitle`, `publishedBody`).',
})

const presentVersion = createPresenter(KbArticleVersion)

export const listKbArticleVersions = endpoint.read({
  operationId: 'listKbArticleVersions',
  path: '/kb/articles/{id}/versions',
  tag: 'kb',
  scope: kbArticle.scopes.read,
  summary: 'List the versions of an article',
  description: 'The versions of an article with author and time, newest first: all published versions, and the latest 200 of all.',
  params: { id: kbArticle.id },
  responds: { 200: list(KbArticleVersion) },
  present: (version: VersionRow) => presentVersion(version),
  async handle(context) {
    const { id: articleId } = await findResource(context, kbArticle)
    return versionList.fetch(context.db, context.principal.tenantId, context.page, { articleId })
  },
})

export const previewKbArticle = endpoint.read({
  operationId: 'previewKbArticle',
  path: '/kb/articles/{id}/preview',
  tag: 'kb',
  scope: kbArticle.scopes.read,
  summary: 'Preview an article',
  description: 'The draft as HTML, as readers would see it.',
  params: { id: kbArticle.id },
  responds: { 200: item(KbArticlePreview, 'The draft as HTML') },
  etag: true,
  present: createPresenter(KbArticlePreview),
  async handle(context) {
    const article = await findResource(context, kbArticle)
    const { id: articleId, title, version } = article
    return { status: 200, record: { articleId, version, title, html: renderBody(article).html } }
  },
})

const presentMissedSearch = createPresenter(KbMissedSearch)

export const listMissedSearches = endpoint.read({
  operationId: 'listMissedSearches',
  path: '/kb/missed-searches',
  tag: 'kb',
  scope: 'kb:read',
  summary: 'List searches without results',
  description:
    'Searches of help-centre visitors that found nothing, with their number, latest first. Stored for three months, at most a thousand.',
  responds: { 200: list(KbMissedSearch) },
  present: (missed: MissedSearch) => presentMissedSearch(missed),
  handle: ({ db, principal: { tenantId }, page }) => missedList.fetch(db, tenantId, page),
})

export const deleteKbCollection = kbCollection.write({
  operationId: 'deleteKbCollection',
  method: 'DELETE',
  deletion: 'final',
  summary: 'Delete a collection',
  description: 'Deletes an empty collection. If articles or other collections are in it, the error has their numbers.',
  result: 'The collection as it was',
  errors: [catalogInUse],
  async handle(context) {
    return removeCollection(context, await lockResource(context, kbCollection))
  },
})
