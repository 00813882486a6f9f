/** The tree of collections, and what to change when one is put elsewhere. */
import type { KbCollection } from '@skein/client'

export type Branch = Pick<KbCollection, 'id' | 'name' | 'parentId' | 'order'>
/** A place in the tree: within which collection, and in front of which of its children; null for the top, and for the end. */
export type Spot = { parentId: string | null; before: string | null }
export type Change = { id: string; parentId?: string | null; order: number }
export type Step = 'up' | 'down' | 'in' | 'out'

/** The highest place among siblings that the API takes. */
export const orderMax = 1_000_000
/** Between neighbours, so that what is put between them later needs no others to move. */
const gap = 10

/** In the order in which readers see them. */
export function childrenOf<Each extends Branch>(all: readonly Each[], parentId: string | null): Each[] {
  return all.filter((each) => each.parentId === parentId).toSorted((a, b) => a.order - b.order || a.name.localeCompare(b.name))
}

/** Whether a collection is another one, or somewhere within it: it cannot be put there. */
export function isWithin(all: readonly Branch[], id: string | null, outer: string): boolean {
  for (let [at, left] = [id, all.length]; at !== null && left >= 0; left--) {
    if (at === outer) return true
    at = all.find((each) => each.id === at)?.parentId ?? null
  }
  return false
}

/** The least that must be changed: mostly the one that moves, and its new siblings where there is no number between two of them. */
export function changesFor(all: readonly Branch[], id: string, { parentId, before }: Spot): Change[] {
  const moving = all.find((each) => each.id === id)
  if (!moving || id === before || isWithin(all, parentId, id)) return []
  const family = childrenOf(all, parentId)
  const siblings = family.filter((each) => each.id !== id)
  const place = before === null ? siblings.length : siblings.findIndex((each) => each.id === before)
  if (place === -1 || (moving.parentId === parentId && family.indexOf(moving) === place)) return []
  const own = moving.parentId === parentId ? {} : { parentId }
  const low = siblings[place - 1]?.order ?? -1
  const high = siblings[place]?.order ?? low + 2 * gap
  const between = Math.floor((low + high) / 2)
  if (between > low && between < high && between <= orderMax) return [{ id, ...own, order: between }]
  return siblings.toSpliced(place, 0, moving).flatMap((each, at) => {
    const order = (at + 1) * gap
    if (each.id === id) return [{ id, ...own, order }]
    return each.order === order ? [] : [{ id: each.id, order }]
  })
}

/** Where one step leads; null where there is none in that direction. */
export function spotAfter(all: readonly Branch[], id: string, step: Step): Spot | null {
  const moving = all.find((each) => each.id === id)
  if (!moving) return null
  const { parentId } = moving
  const family = childrenOf(all, parentId)
  const at = family.findIndex((each) => each.id === id)
  const previous = family[at - 1]
  if (step === 'up') return previous ? { parentId, before: previous.id } : null
  if (step === 'down') return family[at + 1] ? { parentId, before: family[at + 2]?.id ?? null } : null
  if (step === 'in') return previous ? { parentId: previous.id, before: null } : null
  const parent = all.find((each) => each.id === parentId)
  if (!parent) return null
  const aunts = childrenOf(all, parent.parentId)
  return { parentId: parent.parentId, before: aunts[aunts.indexOf(parent) + 1]?.id ?? null }
}
