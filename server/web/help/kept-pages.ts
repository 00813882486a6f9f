/** Pages that were made, kept until they take too much memory: then those go that nobody has asked for the longest. */
import type { StaticAnswer } from '../../platform/http/static-answer.ts'

/** The page of a key, made if it is not kept. Failures and pages of what is not there are made each time. */
export type KeptPages = (key: string, make: () => Promise<StaticAnswer>) => Promise<StaticAnswer>

/** Of all tenants together, compressed copies included: strangers choose what is made, and an article can be half a megabyte. */
const bytesMostDefault = 64 * 1024 * 1024

type Kept = { made: Promise<StaticAnswer>; size: number }

export function createKeptPages(bytesMost = bytesMostDefault): KeptPages {
  const pages = new Map<string, Kept>()
  let total = 0

  const drop = (key: string, page: Kept): void => {
    total -= page.size
    pages.delete(key)
  }
  const weigh = (key: string, page: Kept, { status, bytes }: StaticAnswer): void => {
    // It was dropped while it was made.
    if (pages.get(key) !== page) return
    // As it is, and at most as much again for its compressed copies.
    page.size = bytes.length * 2
    total += page.size
    if (status !== 200) drop(key, page)
    for (const [oldest, other] of pages) {
      if (total <= bytesMost) return
      drop(oldest, other)
    }
  }
  return (key, make) => {
    const known = pages.get(key)
    if (known) {
      // The one that was asked for last stands last.
      pages.delete(key)
      pages.set(key, known)
      return known.made
    }
    const page = { made: make(), size: 0 }
    pages.set(key, page)
    page.made.then(
      (answer) => weigh(key, page, answer),
      () => pages.get(key) === page && drop(key, page),
    )
    return page.made
  }
}
