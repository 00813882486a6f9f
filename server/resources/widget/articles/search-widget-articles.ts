import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import type { ListResult } from '#platform/http/declared-endpoint.ts'
import type { Static } from '#platform/schema.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { type Found, listHiddenIds, listOpen, listOpenLocales, nameCollections, searchOpen } from '../../kb/index.ts'
import { requireActiveWidget } from '../find-active-widget.ts'
import { orderLocales } from './choose-locale.ts'
import { toExcerpt } from './excerpt.ts'
import { WidgetArticle, WidgetArticleQuery } from './schema.ts'

type Hit = Found & { collection: string | null }
const presentArticle = createPresenter(WidgetArticle)
const empty: ListResult<Hit> = { records: [], total: 0, next: null }

export const searchWidgetArticles = endpoint.anonymousRead({
  operationId: 'searchWidgetArticles',
  path: '/widget/articles',
  tag: 'widget',
  summary: 'Search articles in a chat',
  description:
    'Public articles of the help centre that match, best first, in one language: the visitor’s if there are articles in it, otherwise the ' +
    'tenant’s. Empty if the chat has no help (`widget.helpCenter`).',
  query: WidgetArticleQuery,
  responds: { 200: list(WidgetArticle, 'A page of articles, best first') },
  errors: [widgetNotFound],
  present: presentHit,
  async handle({ db, query, page, hostTenantId }) {
    const { tenantId, settings, locale: own } = await requireActiveWidget(db, query.key, hostTenantId)
    const [locale] = orderLocales(settings.helpCenter ? await listOpenLocales(db, tenantId) : [], [query.locale, own])
    if (locale === undefined) return empty
    const q = (query.q ?? '').replaceAll('\0', '').trim()
    const hiddenIds = await listHiddenIds(db, tenantId)
    const finding =
      q === '' ? listOpen(db, tenantId, { locale, hiddenIds }, page) : searchOpen(db, tenantId, { q, locale, hiddenIds }, page)
    const found = await finding.catch(findNothing)
    if (found === null) return empty
    const collectionIds = found.records.flatMap(({ collectionId }) => collectionId ?? [])
    const names = await nameCollections(db, tenantId, collectionIds)
    const toHit = (hit: Found): Hit => Object.assign(hit, { collection: names.get(hit.collectionId ?? '') ?? null })
    return { ...found, records: found.records.map(toHit) }
  },
})

function presentHit(hit: Hit): Static<typeof WidgetArticle> {
  const { articleId: id, slug, title, body, matches, collection } = hit
  const excerpt = matches.find(({ field }) => field === 'body')?.text ?? toExcerpt(body)
  return presentArticle({ id, slug, title, excerpt, collection })
}

/** Returns null for a search without words, which finds nothing. */
function findNothing(error: unknown): null {
  if (error instanceof ApiError && error.declaration === validationFailed) return null
  throw error
}
