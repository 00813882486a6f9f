import { useMemo, useState } from 'react'
import type { Thread } from '@skein/client'

export type Selection = {
  ids: ReadonlySet<string>
  /** Whether all matching threads are selected, including rows that are not loaded. */
  isAll: boolean
  toggle(id: string): void
  add(ids: readonly string[]): void
  /** Selects all loaded threads; a second call selects all matching threads. */
  all(): void
  clear(): void
}

type State = { listName: string; ids: ReadonlySet<string>; isAll: boolean }

/** Returns the selected rows. Switching to another list clears the selection. */
export function useSelection(listName: string, rows: readonly Thread[], total: number): Selection {
  const [stored, setStored] = useState<State>({ listName, ids: new Set(), isAll: false })
  return useMemo(() => {
    const state: State = stored.listName === listName ? stored : { listName, ids: new Set(), isAll: false }
    const ids = state.isAll ? new Set(rows.map(({ id }) => id)) : state.ids
    const select = (selected: ReadonlySet<string>, isAll = false): void => setStored({ listName, ids: selected, isAll })
    return {
      ids,
      isAll: state.isAll,
      toggle(id) {
        const next = new Set(ids)
        if (!next.delete(id)) next.add(id)
        select(next)
      },
      add: (more) => select(new Set([...ids, ...more])),
      all() {
        const loaded = rows.map(({ id }) => id)
        select(new Set(loaded), loaded.length > 0 && loaded.length < total && loaded.every((id) => ids.has(id)))
      },
      clear: () => select(new Set()),
    }
  }, [stored, listName, rows, total])
}
