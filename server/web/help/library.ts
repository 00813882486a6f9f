/** Caches the public part of a tenant's knowledge base in memory until it changes. */
import type { Database } from '#platform/db.ts'
import { readLocale } from '#kit/locale.ts'
import { cacheBriefly } from '#platform/remember.ts'
import type { Uuid } from '#platform/ids.ts'
import { readHelpHead, readOpen, type HelpHead, type LeafRow, type ShelfRow } from '../../resources/kb/index.ts'

export type Library = HelpHead & {
  tenantId: Uuid
  /** Languages with articles, starting with that of `/help` itself. */
  locales: readonly string[]
  shelves: ReadonlyMap<Uuid, ShelfRow>
  leaves: ReadonlyMap<Uuid, LeafRow>
  /** The same articles, by `locale/slug`. */
  bySlug: ReadonlyMap<string, LeafRow>
  hiddenIds: readonly Uuid[]
} & Places

/**
 * Direct contents of each collection. Searching all collections and articles instead would block other requests for seconds in a help
 * centre with thousands.
 */
type Places = {
  /** Collections by their parent collection. */
  within: ReadonlyMap<Uuid | null, readonly ShelfRow[]>
  /** Articles by language and collection. */
  inPlace: ReadonlyMap<string, readonly LeafRow[]>
}

export type Libraries = {
  /** Returns null for a deleted tenant. */
  of(tenantId: Uuid): Promise<Library | null>
  /** Makes the next request check for changes of the public content. Call it after a write. */
  forget(): void
}

const maxCachedLibraries = 200

/**
 * Creates the cache. Requests check for changes at most every 0.9 seconds, and immediately after a write by this process. So an article
 * that becomes internal disappears immediately from this process, and from others within a second.
 */
export function createLibraries(db: Database): Libraries {
  const heads = cacheBriefly((tenantId) => readHelpHead(db, tenantId))
  const known = new Map<Uuid, Promise<Library>>()
  const revisions = new Map<Uuid, string>()
  return {
    async of(tenantId) {
      const head = await heads(tenantId)
      if (!head) return null
      const kept = known.get(tenantId)
      if (kept && revisions.get(tenantId) === head.revision) return kept
      if (known.size >= maxCachedLibraries) {
        known.clear()
        revisions.clear()
      }
      const made = load(db, tenantId, head)
      known.set(tenantId, made)
      revisions.set(tenantId, head.revision)
      made.catch(() => known.delete(tenantId))
      return made
    },
    forget: () => heads.forget(),
  }
}

async function load(db: Database, tenantId: Uuid, head: HelpHead): Promise<Library> {
  const { shelves, leaves, hiddenIds } = await readOpen(db, tenantId)
  const own = readLocale(head.locale) ?? 'en'
  const used = [...new Set(leaves.map(({ locale }) => locale))].toSorted()
  const first =
    used.includes(own) || used.length === 0 ? own : (used.find((locale) => getLanguage(locale) === getLanguage(own)) ?? used[0] ?? own)
  return {
    ...head,
    tenantId,
    hiddenIds,
    locales: [first, ...used.filter((locale) => locale !== first)],
    shelves: new Map(shelves.map((shelf) => [shelf.id, shelf])),
    leaves: new Map(leaves.map((leaf) => [leaf.id, leaf])),
    bySlug: new Map(leaves.map((leaf) => [`${leaf.locale}/${leaf.slug}`, leaf])),
    ...getPlaces(shelves, leaves),
  }
}

function getLanguage(locale: string): string {
  return locale.split('-')[0] ?? locale
}

export function getPlaces(shelves: readonly ShelfRow[], leaves: readonly LeafRow[]): Places {
  return {
    within: Map.groupBy(shelves, ({ parentId }) => parentId),
    inPlace: Map.groupBy(leaves, ({ locale, collectionId }) => getPlace(locale, collectionId)),
  }
}

function getPlace(locale: string, collectionId: Uuid | null): string {
  return `${locale}/${collectionId}`
}

/** Returns the articles of a language directly in a collection, or outside any. */
export function leavesIn({ inPlace }: Places, locale: string, collectionId: Uuid | null): readonly LeafRow[] {
  return inPlace.get(getPlace(locale, collectionId)) ?? []
}

/** Returns the subcollections of a collection, or the top-level ones, that have articles in the language, with their number. */
export function shelvesIn(places: Places, locale: string, parentId: Uuid | null): { shelf: ShelfRow; count: number }[] {
  const shelves = places.within.get(parentId) ?? []
  return shelves.map((shelf) => ({ shelf, count: countIn(places, locale, shelf.id) })).filter(({ count }) => count > 0)
}

function countIn(places: Places, locale: string, id: Uuid): number {
  const below = places.within.get(id) ?? []
  return leavesIn(places, locale, id).length + below.reduce((sum, shelf) => sum + countIn(places, locale, shelf.id), 0)
}

/** Maximum number of popular articles. */
const maxPopular = 6

/** Returns the articles of a language that readers open most. */
export function listPopular({ leaves }: Pick<Library, 'leaves'>, locale: string): LeafRow[] {
  return [...leaves.values()]
    .filter((leaf) => leaf.locale === locale && leaf.views > 0)
    .toSorted((a, b) => b.views - a.views)
    .slice(0, maxPopular)
}

/** Returns the path of collections from the top down to this one, inclusive. */
export function pathTo(library: Pick<Library, 'shelves'>, id: Uuid | null): ShelfRow[] {
  const shelf = id === null ? undefined : library.shelves.get(id)
  return shelf ? [...pathTo(library, shelf.parentId), shelf] : []
}
