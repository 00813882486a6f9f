/** Counts threads and unread threads for many filters at once, for a user's views. */
import { NumberSet, findMatches } from '../../thread-search/index.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { threadList } from './list-queries.ts'
import { filterHits, readQuery, resolveFilters } from './search-threads.ts'

export type ThreadCount = { total: number; unread: number }

/**
 * Maximum number of unread threads to pass to a count as a list. Above that, the count gets a bitmap and tests each thread that matches the
 * other filters.
 */
const maxNumbers = 2_000

type Filters = Readonly<Record<string, unknown>>

/**
 * Creates a function that counts the threads of filters for one user. Each total equals the total of a list with the same filters. Finds
 * the unread threads once, because that takes most of the time of a count, and counts equal filters once.
 */
export function createThreadCounter(db: Queryable, tenantId: Uuid, userId: Uuid): (asked: Filters) => Promise<ThreadCount> {
  const counts = new Map<string, Promise<ThreadCount>>()
  let unreadThreads: Promise<Unread> | undefined
  return (asked) => {
    const key = JSON.stringify(Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const known = counts.get(key)
    if (known) return known
    const count = countThreads(db, tenantId, asked, () => (unreadThreads ??= findUnread(db, tenantId, userId)))
    counts.set(key, count)
    return count
  }
}

async function countThreads(db: Queryable, tenantId: Uuid, asked: Filters, findAll: () => Promise<Unread>): Promise<ThreadCount> {
  const { q, unread: unreadOnly, ...filters } = await resolveFilters(db, tenantId, asked, 'customFields')
  const count = async (): Promise<ThreadCount> => {
    if (typeof q === 'string') {
      const kept = await filterHits(db, tenantId, (await findMatches(db, tenantId, readQuery(q), q, 'q')).hits, filters)
      const total = kept.size
      return { total, unread: kept.intersect((await findAll()).set).size }
    }
    const all = await findAll()
    const total = unreadOnly ? 0 : await threadList.count(db, tenantId, filters)
    if (all.set.size === 0 || isEmpty(filters)) return { total, unread: all.set.size }
    return { total, unread: await threadList.count(db, tenantId, { ...filters, ...all.filter }) }
  }
  const { total, unread } = await count()
  return { total: unreadOnly ? unread : total, unread }
}

type Unread = { set: NumberSet; filter: Filters }

async function findUnread(db: Queryable, tenantId: Uuid, userId: Uuid): Promise<Unread> {
  const numbers = await threadList.values(db, tenantId, { unread: userId }, 't.public_number')
  const set = new NumberSet(numbers.reduce((most, n) => Math.max(most, n), 0))
  for (const n of numbers) set.add(n)
  return { set, filter: numbers.length <= maxNumbers ? { numbers } : { hits: Buffer.from(set.bytes), unresolved: true } }
}

function isEmpty(filters: Filters): boolean {
  return Object.values(filters).every((value) => value === undefined || value === null)
}
