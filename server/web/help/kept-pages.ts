/** Caches rendered pages (LRU): when full, evicts the least recently requested pages. */
import type { StaticResponse } from '#platform/http/static-response.ts'

/** Returns the page of a key, rendering it on a cache miss. Does not cache errors and responses other than 200. */
export type PageCache = (key: string, make: () => Promise<StaticResponse>) => Promise<StaticResponse>

/**
 * Maximum bytes for all tenants together, including compressed copies. Visitors choose what is cached, and an article can have half a
 * megabyte.
 */
const defaultMaxBytes = 64 * 1024 * 1024

type CachedPage = { made: Promise<StaticResponse>; size: number }

export function createPageCache(maxBytes = defaultMaxBytes): PageCache {
  const pages = new Map<string, CachedPage>()
  let total = 0

  const drop = (key: string, page: CachedPage): void => {
    total -= page.size
    pages.delete(key)
  }
  const addSize = (key: string, page: CachedPage, { status, bytes }: StaticResponse): void => {
    // The page was evicted while it was being rendered.
    if (pages.get(key) !== page) return
    // The compressed copies take at most as much memory again.
    page.size = bytes.length * 2
    total += page.size
    if (status !== 200) drop(key, page)
    for (const [oldest, other] of pages) {
      if (total <= maxBytes) return
      drop(oldest, other)
    }
  }
  return (key, make) => {
    const known = pages.get(key)
    if (known) {
      // Move the page to the end: the map is ordered by last request.
      pages.delete(key)
      pages.set(key, known)
      return known.made
    }
    const page = { made: make(), size: 0 }
    pages.set(key, page)
    page.made.then(
      (response) => addSize(key, page, response),
      () => pages.get(key) === page && drop(key, page),
    )
    return page.made
  }
}
