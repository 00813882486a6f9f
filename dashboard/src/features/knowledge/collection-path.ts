import type { KbCollection } from '@skein/client'

/** Returns the collections from the top level down to a collection. */
export function listPath(all: readonly KbCollection[], id: string | null): KbCollection[] {
  const path: KbCollection[] = []
  for (let at = all.find((each) => each.id === id); at && path.length < 20; ) {
    path.unshift(at)
    const { parentId } = at
    at = parentId === null ? undefined : all.find((each) => each.id === parentId)
  }
  return path
}
