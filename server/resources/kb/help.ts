/** Reads the public part of a tenant's knowledge base. Reads lists in full: thousands of titles, but no texts. */
import { joinWords } from '../text-search/index.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { ListResult, Page } from '#platform/http/declared-endpoint.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import {
  findHelpHead,
  findOpenArticle,
  findOpenBody,
  findOpenLocales,
  listCollectionNames,
  listLeaves,
  listShelves,
  type HelpHead,
  type LeafRow,
  type OpenArticleRow,
  type OpenBody,
  type ShelfRow,
} from './help-queries.ts'
import { findSlug } from './queries.ts'
import {
  addVoteCounts,
  addViews,
  updateVote,
  deleteOldestMissedSearch,
  findVote,
  recordMissedSearch,
  insertVote,
} from './reader-queries.ts'
import { renderBody, type RenderedBody } from './render.ts'
import { findHidden } from './search/queries.ts'
import { searchArticles, type Found } from './search/search.ts'
import { readSlug } from './slugs.ts'

export type { HelpHead, LeafRow, ShelfRow, Found, RenderedBody }

/** Returns the tenant's help-centre data. Null if the tenant was deleted. */
export function readHelpHead(db: Queryable, tenantId: Uuid): Promise<HelpHead | null> {
  return db.first(findHelpHead, { tenantId })
}

/** Returns the collections that are public together with all their ancestors, and the public articles in them or outside any collection. */
export async function readOpen(db: Queryable, tenantId: Uuid): Promise<{ shelves: ShelfRow[]; leaves: LeafRow[]; hiddenIds: Uuid[] }> {
  const [all, articles] = await Promise.all([db.rows(listShelves, { tenantId }), db.rows(listLeaves, { tenantId })])
  const byId = new Map(all.map((shelf) => [shelf.id, shelf]))
  const isPublic = (id: Uuid | null, depth = 0): boolean => {
    if (id === null) return true
    const shelf = byId.get(id)
    return shelf?.visibility === 'PUBLIC' && depth < 20 && isPublic(shelf.parentId, depth + 1)
  }
  const shelves = all.filter(({ id }) => isPublic(id))
  const hiddenIds = all.filter(({ id }) => !isPublic(id)).map(({ id }) => id)
  return { shelves, hiddenIds, leaves: articles.filter(({ collectionId }) => isPublic(collectionId)) }
}

/** Returns the published text of an article. Null if the article is no longer public. */
export async function readOpenBody(db: Queryable, tenantId: Uuid, id: Uuid): Promise<(OpenBody & RenderedBody) | null> {
  const found = await db.first(findOpenBody, { tenantId, id })
  return found && { ...found, ...renderBody(found) }
}

/**
 * Returns the object that has or had a slug. Visitors send arbitrary text, so text that cannot be a slug, such as a NUL byte, must not
 * reach PostgreSQL, which would reject it with an error.
 */
export async function ownerOfSlug(db: Queryable, tenantId: Uuid, space: string, text: string): Promise<Uuid | null> {
  const slug = readSlug(text)
  return slug === null ? null : ((await db.first(findSlug, { tenantId, space, slug }))?.objectId ?? null)
}

type Asked = { q: string; locale: string; hiddenIds: readonly Uuid[] }
const maxMissedSearches = 1_000

/** Searches the public articles. Records searches without results; searches for the same words share one row. */
export async function searchOpen(
  db: Database,
  tenantId: Uuid,
  { q, locale, hiddenIds }: Asked,
  page: Page = { limit: 30, after: null },
): Promise<ListResult<Found>> {
  const filters = { locale, visibility: 'PUBLIC', hiddenIds }
  const found = await searchArticles(db, tenantId, page, q, filters)
  if (found.total === 0) {
    const missed = { tenantId, id: newId(), words: joinWords(q), query: q, locale, max: maxMissedSearches }
    // When the table is full, replace an old row. Otherwise a visitor with a thousand random searches would block new rows for months.
    if (!(await db.first(recordMissedSearch, missed))) {
      await db.rows(deleteOldestMissedSearch, { tenantId })
      await db.rows(recordMissedSearch, missed)
    }
  }
  return found
}

/** Lists the public articles of a language, those published last first. */
export function listOpen(db: Queryable, tenantId: Uuid, { locale, hiddenIds }: Omit<Asked, 'q'>, page: Page): Promise<ListResult<Found>> {
  return searchArticles(db, tenantId, page, undefined, { locale, visibility: 'PUBLIC', hiddenIds })
}

/** Returns the ids of the collections that are not public, because they or one above them are internal. */
export async function listHiddenIds(db: Queryable, tenantId: Uuid): Promise<Uuid[]> {
  return (await db.rows(findHidden, { tenantId })).map(({ id }) => id)
}

/** Returns the languages of the published public articles, those with most articles first. */
export async function listOpenLocales(db: Queryable, tenantId: Uuid): Promise<string[]> {
  return (await db.rows(findOpenLocales, { tenantId })).map(({ locale }) => locale)
}

/** Returns the names of collections by id. */
export async function nameCollections(db: Queryable, tenantId: Uuid, ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> {
  return new Map((await db.rows(listCollectionNames, { tenantId, ids: [...ids] })).map(({ id, name }) => [id, name]))
}

export type OpenArticle = OpenArticleRow & RenderedBody

/** Returns the public article that has or had a slug, in the first of the languages that has one. Null if there is none. */
export async function findOpenBySlug(
  db: Queryable,
  tenantId: Uuid,
  { slug, locales }: { slug: string; locales: readonly string[] },
): Promise<OpenArticle | null> {
  const hidden = new Set(await listHiddenIds(db, tenantId))
  for (const locale of locales) {
    const id = await ownerOfSlug(db, tenantId, locale, slug)
    const found = id === null ? null : await db.first(findOpenArticle, { tenantId, id })
    if (found && (found.collectionId === null || !hidden.has(found.collectionId))) return { ...found, ...renderBody(found) }
  }
  return null
}

/** Counts a vote on whether an article helped. Each visitor has one vote per article and can change it. */
export function vote(
  db: Database,
  tenantId: Uuid,
  { articleId, visitor, helpful }: { articleId: Uuid; visitor: Buffer; helpful: boolean },
): Promise<void> {
  return db.transaction(async (tx) => {
    const newVote = { tenantId, articleId, visitor, helpful }
    const isNew = (await tx.first(insertVote, newVote)) !== null
    const before = isNew ? null : await tx.first(findVote, { tenantId, articleId, visitor })
    if (before?.helpful === helpful) return
    if (before) await tx.rows(updateVote, newVote)
    const [up, down] = before ? [1, -1] : [1, 0]
    await tx.rows(addVoteCounts, { tenantId, articleId, helpful: helpful ? up : down, notHelpful: helpful ? down : up })
  })
}

export async function countViews(db: Queryable, tenantId: Uuid, views: ReadonlyMap<Uuid, number>): Promise<void> {
  await db.rows(addViews, { tenantId, articleIds: [...views.keys()], counts: [...views.values()] })
}
