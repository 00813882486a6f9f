import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { readLocale } from '#kit/locale.ts'
import { createPresenter } from '#kit/present.ts'
import { articleUrl } from '#kit/help-paths.ts'
import { findBelow, findHidden } from './search/queries.ts'
import { KbSearchHit, KbSearchQuery } from './search/schema.ts'
import { searchArticles, type Found } from './search/search.ts'

const presentHit = createPresenter(KbSearchHit)

export const searchKb = endpoint.read({
  operationId: 'searchKb',
  path: '/kb/search',
  tag: 'kb',
  scope: 'kb:read',
  summary: 'Search the knowledge base',
  description:
    'Published articles that match, best first, with the matching texts. Internal articles are included: send `visibility=PUBLIC` ' +
    'if you show the results to the public. Drafts are not found.',
  query: KbSearchQuery,
  responds: { 200: list(KbSearchHit, 'A page of results, best first') },
  present: (hit: Found & { url: string | null }) => presentHit(hit),
  async handle({ db, principal: { tenantId, tenant }, page, config, query: { q, locale, visibility, collectionId } }) {
    const below = collectionId === undefined ? null : await db.rows(findBelow, { tenantId, id: collectionId })
    const collectionIds = below?.map(({ id }) => id) ?? null
    const hidden = new Set((await db.rows(findHidden, { tenantId })).map(({ id }) => id))
    const reply = await searchArticles(db, tenantId, page, q, {
      locale: locale === undefined ? undefined : (readLocale(locale) ?? locale),
      visibility,
      collectionIds,
      hiddenIds: visibility === 'PUBLIC' ? [...hidden] : null,
    })
    const isOpen = ({ visibility: of, collectionId: home }: Found) => of === 'PUBLIC' && (home === null || !hidden.has(home))
    const toUrl = (hit: Found) => (isOpen(hit) ? articleUrl(config.baseUrl, tenant.slug, hit) : null)
    const records = reply.records.map((hit) => Object.assign(hit, { url: toUrl(hit) }))
    return { ...reply, records }
  },
})
