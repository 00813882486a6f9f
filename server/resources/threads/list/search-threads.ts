/** Lists threads, with or without a search `q`. */
import { NumberSet, findMatches, findHighlights, type Matches, createRefusal } from '../../thread-search/index.ts'
import { parseQuery, type Query, allTerms } from '../../text-search/index.ts'
import type { Queryable } from '#platform/db.ts'
import type { ListResult, Page, Position } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import { createSerialRunner } from '#platform/in-turn.ts'
import { covers, type Scope } from '#platform/principal.ts'
import { customer } from '../../customers/index.ts'
import { readThreadFieldFilter } from '../../custom-fields/index.ts'
import { threadList } from './list-queries.ts'
import { expandCustomerFilter } from '../create/merged-customers.ts'
import type { ThreadRecord } from '../record/queries.ts'

const maxTerms = 50
const maxWords = 200
/**
 * Maximum number of hits to pass to the list as numbers. Above that, the list gets a bitmap and tests each thread that matches the other
 * filters.
 */
const maxNumbers = 10_000
/**
 * The same limit for lists that walk an index in order: lists without other filters, whose total is known, and lists in orders of other
 * tables.
 */
const maxWalkedNumbers = 2_000

type Filters = Readonly<Record<string, unknown>>
type Asked = { readonly filters: Filters; readonly sort: string | undefined; readonly showsCustomerFields: boolean }

/**
 * Returns a page of threads for a request's filters (`toListFilters`). Without `sort`, the newest threads come first or, for a search, the
 * best hits. `scopes` are the caller's: matches in custom fields of customers are shown to callers who may read customers.
 */
export async function fetchThreads(
  db: Queryable,
  tenantId: Uuid,
  page: Page,
  asked: Filters,
  sort: string | undefined,
  scopes: readonly Scope[] = [],
): Promise<ListResult<ThreadRecord>> {
  const { q, ...filters } = await resolveFilters(db, tenantId, asked, 'customFields')
  const showsCustomerFields = covers(scopes, customer.scopes.read)
  return typeof q === 'string'
    ? searchThreads(db, tenantId, page, q, { filters, sort, showsCustomerFields })
    : threadList.fetch(db, tenantId, page, filters, sort)
}

/** Returns filters for `threadList`, with a search replaced by its current hits. */
export async function resolveSearch(db: Queryable, tenantId: Uuid, asked: Filters): Promise<Filters> {
  const { q, ...filters } = await resolveFilters(db, tenantId, asked, 'filter.customFields')
  if (typeof q !== 'string') return filters
  const { hits } = await findMatches(db, tenantId, readQuery(q, 'filter.q'), q, 'filter.q')
  return { ...filters, ...toHitFilter(hits, maxNumbers) }
}

/** Resolves merged customers and custom fields. `place` is the request's field with the custom fields, for errors. */
export async function resolveFilters(
  db: Queryable,
  tenantId: Uuid,
  { customFields, ...asked }: Filters,
  place: string,
): Promise<Record<string, unknown>> {
  // Safe because the filters' schema has validated it.
  const fields = await readThreadFieldFilter(db, tenantId, customFields as Record<string, unknown> | undefined, place)
  return { ...(await expandCustomerFilter(db, tenantId, asked)), ...fields }
}

/** Runs searches that match nearly all threads, one at a time per tenant. */
const runSerially = createSerialRunner<ListResult<ThreadRecord>>()

function searchThreads(db: Queryable, tenantId: Uuid, page: Page, text: string, asked: Asked): Promise<ListResult<ThreadRecord>> {
  const query = readQuery(text)
  const search = (): Promise<ListResult<ThreadRecord>> => searchOnePage(db, tenantId, page, { ...asked, query, text })
  const matchesNearlyAll = query.groups.some(({ all }) => all.length === 0)
  return matchesNearlyAll ? runSerially(tenantId, null, search) : search()
}

async function searchOnePage(
  db: Queryable,
  tenantId: Uuid,
  page: Page,
  { query, text, filters, sort, showsCustomerFields }: Asked & { query: Query; text: string },
): Promise<ListResult<ThreadRecord>> {
  const matches = await findMatches(db, tenantId, query, text, 'q')
  const reply =
    sort === undefined
      ? await fetchBestFirst(db, tenantId, page, matches, filters)
      : await fetchSorted(db, tenantId, page, matches, filters, sort)
  const highlights = await findHighlights(db, tenantId, query, reply.records, { unindexed: matches.unindexed, showsCustomerFields })
  return { ...reply, meta: (shown) => ({ highlights: highlights.slice(0, shown) }) }
}

/** Parses a search. Throws SVC-VALIDATION-FAILED if it has no words or too many. `field` is the request's search field. */
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
): Promise<ListResult<ThreadRecord>> {
  const kept = await filterHits(db, tenantId, hits, filters)
  const places = findBest(kept, points, after ? parsePlace(after) : null, limit + 1)
  const shown = places.slice(0, limit)
  const numbers = shown.map(({ number }) => number)
  const records = await readNumberedThreads(db, tenantId, numbers)
  const rank = new Map(numbers.map((number, i) => [number, i]))
  const inOrder = records.toSorted((a, b) => (rank.get(a.publicNumber) ?? 0) - (rank.get(b.publicNumber) ?? 0))
  const positionOf = ({ publicNumber, id }: ThreadRecord): Position => ({ at: `${points[publicNumber] ?? 0}.${publicNumber}`, id })
  const last = inOrder.at(-1)
  return { records: inOrder, total: kept.size, next: places.length > limit && last ? positionOf(last) : null, positionOf }
}

/** Returns the hits that match the other filters. */
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
): Promise<ListResult<ThreadRecord>> {
  const isSearchAlone = Object.values(filters).every((value) => value === undefined || value === null)
  const maxAsNumbers = sort.endsWith('createdAt') && !isSearchAlone ? maxNumbers : maxWalkedNumbers
  return threadList.fetch(db, tenantId, page, { ...filters, ...toHitFilter(hits, maxAsNumbers) }, sort, {
    total: isSearchAlone ? hits.size : undefined,
  })
}

/** Returns threads by public number, newest first. */
export async function readNumberedThreads(db: Queryable, tenantId: Uuid, numbers: readonly number[]): Promise<ThreadRecord[]> {
  if (numbers.length === 0) return []
  const page = { limit: numbers.length, after: null }
  return (await threadList.fetch(db, tenantId, page, { numbers }, '-createdAt', { total: 0, isWhole: true })).records
}

/** Returns a page of threads by public number, all of which must exist. */
export function fetchNumberedThreads(
  db: Queryable,
  tenantId: Uuid,
  page: Page,
  numbers: readonly number[],
  sort = '-createdAt',
): Promise<ListResult<ThreadRecord>> {
  const hits = new NumberSet(numbers.reduce((most, number) => Math.max(most, number), 0))
  for (const number of numbers) hits.add(number)
  return threadList.fetch(db, tenantId, page, toHitFilter(hits, maxWalkedNumbers), sort, { total: hits.size })
}

function toHitFilter(hits: NumberSet, maxAsNumbers: number): Record<string, unknown> {
  return hits.size <= maxAsNumbers ? { numbers: hits.numbers() } : { hits: Buffer.from(hits.bytes) }
}

function parsePlace({ at }: Position): Place {
  const [points = 0, number = 0] = at.split('.').map(Number)
  return { points, number }
}

/** A position in search order: more points first, then newer threads first. */
export type Place = { points: number; number: number }

/** Returns the best `count` hits after a position. Counts the hits by points first, so that only the best are sorted. */
export function findBest(hits: NumberSet, points: Uint16Array, after: Place | null, count: number): Place[] {
  const isLater = (n: number, own: number): boolean => !after || own < after.points || (own === after.points && n < after.number)
  const countByPoints: number[] = []
  hits.forEachDescending((n) => {
    const own = points[n] ?? 0
    if (isLater(n, own)) countByPoints[own] = (countByPoints[own] ?? 0) + 1
  })
  let least = countByPoints.length
  for (let sum = 0; least > 0 && sum < count; ) sum += countByPoints[--least] ?? 0
  const found: Place[] = []
  let withLeast = 0
  hits.forEachDescending((n) => {
    const own = points[n] ?? 0
    if (own < least || !isLater(n, own) || (own === least && withLeast++ >= count)) return
    found.push({ points: own, number: n })
  })
  return found.toSorted((a, b) => b.points - a.points || b.number - a.number).slice(0, count)
}
