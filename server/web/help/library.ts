/** The public part of a tenant's knowledge base, cached in memory until it changes. */
import type { Database } from '#platform/db.ts'
import { readLocale } from '#kit/locale.ts'
import { cacheBriefly } from '#platform/remember.ts'
import type { Uuid } from '#platform/ids.ts'
import { readHelpHead, readOpen, type HelpHead, type LeafRow, type ShelfRow } from '../../resources/kb/index.ts'

export type Library = HelpHead & {
  tenantId: Uuid
  /** Languages that have articles, starting with the language of `/help` itself. */
  locales: readonly string[]
  shelves: ReadonlyMap<Uuid, ShelfRow>
  leaves: ReadonlyMap<Uuid, LeafRow>
  /** The same articles, by `locale/slug`. */
  bySlug: ReadonlyMap<string, LeafRow>
  hiddenIds: readonly Uuid[]
} & Places

/**
 * The direct contents of each collection. Searching all collections and articles instead would block other requests for seconds when a help
 * centre has thousands.
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
  /** Makes the next request check whether public content has changed. Call it after a write. */
  forget(): void
}

const maxCachedLibraries = 200

/**
 * Creates the cache. Requests check for changes at most every 0.9 seconds, and at once after a write of this process. So an article that
 * becomes internal disappears at once from this process, and from others within a second.
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
    used.includes(own) || used.length === 0 ? own : (used.find((locale) => languageOf(locale) === languageOf(own)) ?? used[0] ?? own)
  return {
    ...head,
    tenantId,
    hiddenIds,
    locales: [first, ...used.filter((locale) => locale !== first)],
    shelves: new Map(shelves.map((shelf) => [shelf.id, shelf])),
    leaves: new Map(leaves.map((leaf) => [leaf.id, leaf])),
    bySlug: new Map(leaves.map((leaf) => [`${leaf.locale}/${leaf.slug}`, leaf])),
    ...placesOf(shelves, leaves),
  }
}

function languageOf(locale: string): string {
  return locale.split('-')[0] ?? locale
}

export function placesOf(shelves: readonly ShelfRow[], leaves: readonly LeafRow[]): Places {
  return {
    within: Map.groupBy(shelves, ({ parentId }) => parentId),
    inPlace: Map.groupBy(leaves, ({ locale, collectionId }) => placeOf(locale, collectionId)),
  }
}

function placeOf(locale: string, collectionId: Uuid | null): string {
  return `${locale}/${collectionId}`
}

/** Returns the articles of a language directly in a collection, or in none. */
export function leavesIn({ inPlace }: Places, locale: string, collectionId: Uuid | null): readonly LeafRow[] {
  return inPlace.get(placeOf(locale, collectionId)) ?? []
}

/** Returns the collections directly in a collection, or at the top, that have articles of the language, with the number of these. */
export function shelvesIn(places: Places, locale: string, parentId: Uuid | null): { shelf: ShelfRow; count: number }[] {
  const shelves = places.within.get(parentId) ?? []
  return shelves.map((shelf) => ({ shelf, count: countIn(places, locale, shelf.id) })).filter(({ count }) => count > 0)
}

function countIn(places: Places, locale: string, id: Uuid): number {
  const below = places.within.get(id) ?? []
  return leavesIn(places, locale, id).length + below.reduce((sum, shelf) => sum + countIn(places, locale, shelf.id), 0)
}

/** Returns the collections from the top down to this one, which is included. */
export function pathTo(library: Pick<Library, 'shelves'>, id: Uuid | null): ShelfRow[] {
  const shelf = id === null ? undefined : library.shelves.get(id)
  return shelf ? [...pathTo(library, shelf.parentId), shelf] : []
}
