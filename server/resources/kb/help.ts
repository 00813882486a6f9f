/** What strangers may read of a tenant's knowledge base, all at once: thousands of titles, without the texts. */
import { type Database, newId, type Queryable, joinWords, type Uuid } from '../../kit/index.ts'
import {
  findHelpHead,
  findOpenBody,
  listLeaves,
  listShelves,
  type HelpHead,
  type LeafRow,
  type OpenBody,
  type ShelfRow,
} from './help-queries.ts'
import { findSlug } from './queries.ts'
import { addVotes, addViews, changeVote, dropMissed, findVote, keepMissed, keepVote } from './reader-queries.ts'
import { renderBody, type RenderedBody } from './render.ts'
import { searchArticles, type Found } from './search/search.ts'
import { readSlug } from './slugs.ts'

export type { HelpHead, LeafRow, ShelfRow, Found, RenderedBody }

/** Null when the tenant was deleted. */
export function readHelpHead(db: Queryable, tenantId: Uuid): Promise<HelpHead | null> {
  return db.first(findHelpHead, { tenantId })
}

/** Public collections that are in public ones only, and the public articles in them or in none. */
export async function readOpen(db: Queryable, tenantId: Uuid): Promise<{ shelves: ShelfRow[]; leaves: LeafRow[]; hiddenIds: Uuid[] }> {
  const [all, articles] = await Promise.all([db.rows(listShelves, { tenantId }), db.rows(listLeaves, { tenantId })])
  const byId = new Map(all.map((shelf) => [shelf.id, shelf]))
  const isShown = (id: Uuid | null, depth = 0): boolean => {
    if (id === null) return true
    const shelf = byId.get(id)
    return shelf?.visibility === 'PUBLIC' && depth < 20 && isShown(shelf.parentId, depth + 1)
  }
  const shelves = all.filter(({ id }) => isShown(id))
  const hiddenIds = all.filter(({ id }) => !isShown(id)).map(({ id }) => id)
  return { shelves, hiddenIds, leaves: articles.filter(({ collectionId }) => isShown(collectionId)) }
}

/** The text of an article that readers see; null when it is not open any more. */
export async function readOpenBody(db: Queryable, tenantId: Uuid, id: Uuid): Promise<(OpenBody & RenderedBody) | null> {
  const found = await db.first(findOpenBody, { tenantId, id })
  return found && { ...found, ...renderBody(found) }
}

/** What has, or had, a slug. Strangers send anything: what can be none, a NUL byte for instance, is not asked of the database. */
export async function ownerOfSlug(db: Queryable, tenantId: Uuid, space: string, text: string): Promise<Uuid | null> {
  const slug = readSlug(text)
  return slug === null ? null : ((await db.first(findSlug, { tenantId, space, slug }))?.objectId ?? null)
}

type Asked = { q: string; locale: string; hiddenIds: readonly Uuid[] }
const missedMost = 1_000

/** Searches what strangers may read. What is not found is remembered, once for the same words. */
export async function searchOpen(db: Database, tenantId: Uuid, { q, locale, hiddenIds }: Asked): Promise<{ hits: Found[]; total: number }> {
  const filters = { locale, visibility: 'PUBLIC', hiddenIds }
  const { records, total } = await searchArticles(db, tenantId, { limit: 30, after: null }, q, filters)
  if (total === 0) {
    const missed = { tenantId, id: newId(), words: joinWords(q), query: q, locale, most: missedMost }
    // A stranger who searches for anything at all, a thousand times, does not keep others from being heard for months.
    if (!(await db.first(keepMissed, missed))) {
      await db.rows(dropMissed, { tenantId })
      await db.rows(keepMissed, missed)
    }
  }
  return { hits: records, total }
}

/** Counts whom an article helped: each visitor once, who may change their mind. */
export function vote(
  db: Database,
  tenantId: Uuid,
  { articleId, visitor, helpful }: { articleId: Uuid; visitor: Buffer; helpful: boolean },
): Promise<void> {
  return db.transaction(async (tx) => {
    const given = { tenantId, articleId, visitor, helpful }
    const isNew = (await tx.first(keepVote, given)) !== null
    const before = isNew ? null : await tx.first(findVote, { tenantId, articleId, visitor })
    if (before?.helpful === helpful) return
    if (before) await tx.rows(changeVote, given)
    const [up, down] = before ? [1, -1] : [1, 0]
    await tx.rows(addVotes, { tenantId, articleId, helpful: helpful ? up : down, notHelpful: helpful ? down : up })
  })
}

export async function countViews(db: Queryable, tenantId: Uuid, views: ReadonlyMap<Uuid, number>): Promise<void> {
  await db.rows(addViews, { tenantId, articleIds: [...views.keys()], counts: [...views.values()] })
}
