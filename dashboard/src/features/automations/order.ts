/** Returns the list with one item moved to another position. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
