/** Searches published articles, for the API and for the help centre (public articles only). */
import { findExcerpt, highlightText, type HighlightedText, loosenTerm, type Term, wantedTerms } from '../../text-search/index.ts'
import type { Queryable } from '#platform/db.ts'
import type { ListResult, Page, Position } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import { readQuery } from '../../threads/index.ts'
import { toSearchParameters, searchTexts, type Hit } from './queries.ts'

export type Match = { field: 'title' | 'body' } & HighlightedText
export type Found = Hit & { matches: Match[] }

type Filters = {
  locale?: string | undefined
  visibility?: string | undefined
  collectionIds?: readonly Uuid[] | null
  hiddenIds?: readonly Uuid[] | null
}

/** Maximum characters of a text in which to find highlights. */
const maxHighlightedLength = 50_000

/** Returns a page of articles, best match first. Throws SVC-VALIDATION-FAILED for a query without words. */
export async function searchArticles(
  db: Queryable,
  tenantId: Uuid,
  { limit, after }: Page,
  q: string | undefined,
  { locale, visibility, collectionIds, hiddenIds }: Filters,
): Promise<ListResult<Found>> {
  const query = q === undefined ? { groups: [] } : readQuery(q)
  const rows = await db.rows(searchTexts, {
    tenantId,
    ...toSearchParameters(query, loosenTerm),
    locale: locale ?? null,
    visibility: visibility ?? null,
    collectionIds: collectionIds ? [...collectionIds] : null,
    hiddenIds: hiddenIds ? [...hiddenIds] : null,
    limit: limit + 1,
    afterPoints: after ? Number(after.at) : null,
    afterId: after?.id ?? null,
  })
  const terms = wantedTerms(query).map((term) => loosenTerm(term) ?? term)
  // An empty page is one row with only the total.
  const hits = rows.filter(({ articleId }) => articleId !== null)
  const records = hits.slice(0, limit).map((hit) => Object.assign(hit, { matches: findMatches(hit, terms) }))
  const positionOf = ({ points, articleId }: Found): Position => ({ at: String(points), id: articleId })
  const last = records.at(-1)
  return { records, total: rows[0]?.total ?? 0, next: hits.length > limit && last ? positionOf(last) : null, positionOf }
}

function findMatches({ title, body }: Hit, terms: readonly Term[]): Match[] {
  const inTitle = highlightText(title, terms)
  const inBody = findExcerpt(body.slice(0, maxHighlightedLength), terms)
  return [...(inTitle ? [{ field: 'title' as const, ...inTitle }] : []), ...(inBody ? [{ field: 'body' as const, ...inBody }] : [])]
}
