/** The list of threads with a query `q`. */
import {
  createInTurn,
  type ListReply,
  NumberSet,
  type Page,
  parseQuery,
  type Position,
  type Query,
  type Queryable,
  allTerms,
  type Uuid,
} from '../../kit/index.ts'
import { threadFieldFilter } from '../custom-fields/index.ts'
import { threadList } from './list-queries.ts'
import { expandCustomerFilter } from './merged-customers.ts'
import type { ThreadRecord } from './queries.ts'
import { findMatches, findHighlights, type Matches, createRefusal } from '../thread-search/index.ts'

const maxTerms = 50
const maxWords = 200
/** So many threads are given to the list by their numbers; of more the list tests each thread that has the other filters. */
const maxNumbers = 10_000
/** The same where the list walks its order until it has a page, because nothing is counted, or because no index has number and order. */
const maxWalkedNumbers = 2_000

type Filters = Readonly<Record<string, unknown>>

/** A page of threads by the filters of a request (`toListFilters`), a search (`q`) included. `sort` undefined: newest first, or best first. */
export async function fetchThreads(
  db: Queryable,
  tenantId: Uuid,
  page: Page,
  asked: Filters,
  sort: string | undefined,
): Promise<ListReply<ThreadRecord>> {
  const { q, ...filters } = await resolveFilters(db, tenantId, asked, 'customFields')
  return typeof q === 'string' ? searchThreads(db, tenantId, page, q, filters, sort) : threadList.fetch(db, tenantId, page, filters, sort)
}

/** The same filters for `threadList`, a search turned into the threads that it finds now. */
export async function resolveSearch(db: Queryable, tenantId: Uuid, asked: Filters): Promise<Filters> {
  const { q, ...filters } = await resolveFilters(db, tenantId, asked, 'filter.customFields')
  if (typeof q !== 'string') return filters
  const { hits } = await findMatches(db, tenantId, readQuery(q, 'filter.q'), q, 'filter.q')
  return { ...filters, ...toHitFilter(hits, maxNumbers) }
}

/** Returns the filters with the customers and custom fields that they mean now; `place` is where those fields are in the request. */
export async function resolveFilters(
  db: Queryable,
  tenantId: Uuid,
  { customFields, ...asked }: Filters,
  place: string,
): Promise<Record<string, unknown>> {
  // Safe because the schema of the filters has checked it.
  const fields = await threadFieldFilter(db, tenantId, customFields as Record<string, unknown> | undefined, place)
  return { ...(await expandCustomerFilter(db, tenantId, asked)), ...(fields ? { customFields: fields } : {}) }
}

/** Makes the pages of searches that nearly all threads match, of which a tenant makes one at a time. */
const inTurn = createInTurn<ListReply<ThreadRecord>>()

function searchThreads(
  db: Queryable,
  tenantId: Uuid,
  page: Page,
  text: string,
  filters: Filters,
  sort: string | undefined,
): Promise<ListReply<ThreadRecord>> {
  const query = readQuery(text)
  const search = (): Promise<ListReply<ThreadRecord>> => searchOnePage(db, tenantId, page, { query, text, filters, sort })
  const matchesNearlyAll = query.groups.some(({ all }) => all.length === 0)
  return matchesNearlyAll ? inTurn(tenantId, null, search) : search()
}

async function searchOnePage(
  db: Queryable,
  tenantId: Uuid,
  page: Page,
  { query, text, filters, sort }: { query: Query; text: string; filters: Filters; sort: string | undefined },
): Promise<ListReply<ThreadRecord>> {
  const matches = await findMatches(db, tenantId, query, text, 'q')
  const reply =
    sort === undefined
      ? await fetchBestFirst(db, tenantId, page, matches, filters)
      : await fetchSorted(db, tenantId, page, matches, filters, sort)
  const highlights = await findHighlights(db, tenantId, query, reply.records, matches.unindexed)
  return { ...reply, meta: (shown) => ({ highlights: highlights.slice(0, shown) }) }
}

/** Reads a search. Throws SVC-VALIDATION-FAILED for one without words, or with too many; `field` is where it stands. */
export function readQuery(text: string, field = 'q'): Query {
  const query = parseQuery(text)
  const terms = allTerms(query)
  if (terms.length === 0) throw createRefusal(field, 'NO_WORDS', 'must contain a word: letters, digits or emoji')
  if (terms.length > maxTerms || terms.reduce((sum, { words }) => sum + words.length, 0) > maxWords)
    throw createRefusal(field, 'TOO_MANY_WORDS', `must have at most ${maxTerms} words`)
  return query
}

async function fetchBestFirst(
  db: Queryable,
  tenantId: Uuid,
  { limit, after }: Page,
  { hits, points }: Matches,
  filters: Filters,
): Promise<ListReply<ThreadRecord>> {
  const kept = await filterHits(db, tenantId, hits, filters)
  const places = findBest(kept, points, after ? placeOf(after) : null, limit + 1)
  const shown = places.slice(0, limit)
  const numbers = shown.map(({ number }) => number)
  const { records } =
    numbers.length === 0
      ? { records: [] }
      : await threadList.fetch(db, tenantId, { limit, after: null }, { numbers }, '-createdAt', { total: 0, isWhole: true })
  const rank = new Map(numbers.map((number, i) => [number, i]))
  const inOrder = records.toSorted((a, b) => (rank.get(a.publicNumber) ?? 0) - (rank.get(b.publicNumber) ?? 0))
  const positionOf = ({ publicNumber, id }: ThreadRecord): Position => ({ at: `${points[publicNumber] ?? 0}.${publicNumber}`, id })
  const last = inOrder.at(-1)
  return { records: inOrder, total: kept.size, next: places.length > limit && last ? positionOf(last) : null, positionOf }
}

/** The hits that the other filters keep. */
export async function filterHits(
  db: Queryable,
  tenantId: Uuid,
  hits: NumberSet,
  filters: Readonly<Record<string, unknown>>,
): Promise<NumberSet> {
  if (hits.size === 0 || Object.values(filters).every((value) => value === undefined || value === null)) return hits
  const kept = new NumberSet(0, new Uint8Array(hits.bytes.length))
  for (const n of await threadList.values(db, tenantId, { ...filters, ...toHitFilter(hits, maxNumbers) }, 't.public_number')) kept.add(n)
  return kept
}

function fetchSorted(
  db: Queryable,
  tenantId: Uuid,
  page: Page,
  { hits }: Matches,
  filters: Filters,
  sort: string,
): Promise<ListReply<ThreadRecord>> {
  const alone = Object.values(filters).every((value) => value === undefined || value === null)
  const most = sort.endsWith('createdAt') && !alone ? maxNumbers : maxWalkedNumbers
  return threadList.fetch(db, tenantId, page, { ...filters, ...toHitFilter(hits, most) }, sort, { total: alone ? hits.size : undefined })
}

function toHitFilter(hits: NumberSet, most: number): Record<string, unknown> {
  return hits.size <= most ? { numbers: hits.numbers() } : { hits: Buffer.from(hits.bytes) }
}

function placeOf({ at }: Position): Place {
  const [points = 0, number = 0] = at.split('.').map(Number)
  return { points, number }
}

/** A place in the order of a search: more points first, then the newer thread. */
export type Place = { points: number; number: number }

/** The best `count` after a place. Two passes over the hits: points are few different ones, so they are counted rather than sorted. */
export function findBest(hits: NumberSet, points: Uint16Array, after: Place | null, count: number): Place[] {
  const isLater = (n: number, own: number): boolean => !after || own < after.points || (own === after.points && n < after.number)
  const having: number[] = []
  hits.forEachDescending((n) => {
    const own = points[n] ?? 0
    if (isLater(n, own)) having[own] = (having[own] ?? 0) + 1
  })
  let least = having.length
  for (let sum = 0; least > 0 && sum < count; ) sum += having[--least] ?? 0
  const found: Place[] = []
  let atLeast = 0
  hits.forEachDescending((n) => {
    const own = points[n] ?? 0
    if (own < least || !isLater(n, own) || (own === least && atLeast++ >= count)) return
    found.push({ points: own, number: n })
  })
  return found.toSorted((a, b) => b.points - a.points || b.number - a.number).slice(0, count)
}
