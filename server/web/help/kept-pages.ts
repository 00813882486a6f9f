/** A cache of rendered pages. When it is full, it evicts the pages that have not been requested for the longest time. */
import type { StaticResponse } from '#platform/http/static-response.ts'

/** Returns the page of a key, and renders it if it is not cached. Errors and responses other than 200 are not cached. */
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
    // The page was evicted while it was rendered.
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
      // Move the page to the end: the map's order is the order of the last requests.
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
