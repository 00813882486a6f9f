/** Computes the changes that move a collection within the tree. */
import type { KbCollection } from '@skein/client'

export type Branch = Pick<KbCollection, 'id' | 'name' | 'parentId' | 'order'>
/** A position in the tree: the parent (null for the top level) and the next sibling (null for the end). */
export type Position = { parentId: string | null; before: string | null }
export type Change = { id: string; parentId?: string | null; order: number }
export type Step = 'up' | 'down' | 'in' | 'out'

/** Maximum order that the API accepts. */
export const maxOrder = 1_000_000
/** Gap between the orders of siblings, so that inserting between two of them changes only one collection. */
const gap = 10

/** Returns the children of a collection in the order that readers see. */
export function getChildren<Each extends Branch>(all: readonly Each[], parentId: string | null): Each[] {
  return all.filter((each) => each.parentId === parentId).toSorted((a, b) => a.order - b.order || a.name.localeCompare(b.name))
}

/** Returns true if `id` is `outer` or one of its descendants. A collection cannot be moved into itself or a descendant. */
export function isWithin(all: readonly Branch[], id: string | null, outer: string): boolean {
  for (let [at, left] = [id, all.length]; at !== null && left >= 0; left--) {
    if (at === outer) return true
    at = all.find((each) => each.id === at)?.parentId ?? null
  }
  return false
}

/**
 * Returns the fewest changes that move a collection. Usually only the moved one changes; if the gap between its new siblings is used up,
 * they are renumbered.
 */
export function computeChanges(all: readonly Branch[], id: string, { parentId, before }: Position): Change[] {
  const moving = all.find((each) => each.id === id)
  if (!moving || id === before || isWithin(all, parentId, id)) return []
  const family = getChildren(all, parentId)
  const siblings = family.filter((each) => each.id !== id)
  const place = before === null ? siblings.length : siblings.findIndex((each) => each.id === before)
  if (place === -1 || (moving.parentId === parentId && family.indexOf(moving) === place)) return []
  const parentChange = moving.parentId === parentId ? {} : { parentId }
  const low = siblings[place - 1]?.order ?? -1
  const high = siblings[place]?.order ?? low + 2 * gap
  const between = Math.floor((low + high) / 2)
  if (between > low && between < high && between <= maxOrder) return [{ id, ...parentChange, order: between }]
  return siblings.toSpliced(place, 0, moving).flatMap((each, at) => {
    const order = (at + 1) * gap
    if (each.id === id) return [{ id, ...parentChange, order }]
    return each.order === order ? [] : [{ id: each.id, order }]
  })
}

/** Returns the position one step away; null if the collection cannot move in this direction. */
export function findStepTarget(all: readonly Branch[], id: string, step: Step): Position | null {
  const moving = all.find((each) => each.id === id)
  if (!moving) return null
  const { parentId } = moving
  const family = getChildren(all, parentId)
  const at = family.findIndex((each) => each.id === id)
  const previous = family[at - 1]
  if (step === 'up') return previous ? { parentId, before: previous.id } : null
  if (step === 'down') return family[at + 1] ? { parentId, before: family[at + 2]?.id ?? null } : null
  if (step === 'in') return previous ? { parentId: previous.id, before: null } : null
  const parent = all.find((each) => each.id === parentId)
  if (!parent) return null
  const parentSiblings = getChildren(all, parent.parentId)
  return { parentId: parent.parentId, before: parentSiblings[parentSiblings.indexOf(parent) + 1]?.id ?? null }
}
