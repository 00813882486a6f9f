/** The agent's place in a thread list, which must survive that the thread leaves the list. */

type Row = { readonly id: string }

/** Position of a thread when the list last showed it. */
export type Place<Item extends Row> = { readonly id: string; readonly index: number; readonly rows: readonly Item[] }

/**
 * Returns the row to go to from a place: the next one in the direction of `step` that is still listed, otherwise the nearest one in the
 * other direction. The thread itself, and rows around it, may have left the list.
 */
export function findNeighbour<Item extends Row>(rows: readonly Item[], place: Place<Item>, step: number): Item | undefined {
  const current = place.rows === rows ? place.index : rows.findIndex(({ id }) => id === place.id)
  if (current >= 0) return rows[current + step] ?? rows[current - step]
  const listed = new Map(rows.map((row) => [row.id, row]))
  const [before, after] = [place.rows.slice(0, place.index).toReversed(), place.rows.slice(place.index + 1)]
  const nearest = (step > 0 ? [...after, ...before] : [...before, ...after]).find(({ id }) => listed.has(id))
  return nearest === undefined ? rows[0] : listed.get(nearest.id)
}
