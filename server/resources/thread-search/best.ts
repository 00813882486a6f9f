import type { NumberSet } from '../../kit/index.ts'

/** A place in the order of a search: more points first, then the newer thread. */
export type Place = { points: number; number: number }

/** The best `count` after a place. Two passes over the hits: points are few different ones, so they are counted rather than sorted. */
export function bestOf(hits: NumberSet, points: Uint16Array, after: Place | null, count: number): Place[] {
  const isLater = (n: number, own: number): boolean => !after || own < after.points || (own === after.points && n < after.number)
  const having: number[] = []
  hits.forEachDown((n) => {
    const own = points[n] ?? 0
    if (isLater(n, own)) having[own] = (having[own] ?? 0) + 1
  })
  let least = having.length
  for (let sum = 0; least > 0 && sum < count; ) sum += having[--least] ?? 0
  const found: Place[] = []
  let atLeast = 0
  hits.forEachDown((n) => {
    const own = points[n] ?? 0
    if (own < least || !isLater(n, own) || (own === least && atLeast++ >= count)) return
    found.push({ points: own, number: n })
  })
  return found.toSorted((a, b) => b.points - a.points || b.number - a.number).slice(0, count)
}
