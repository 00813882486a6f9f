import { useMemo, useState } from 'react'
import type { Thread } from '@skein/client'

export type Selection = {
  ids: ReadonlySet<string>
  /** Also those that match and have not been loaded. */
  isAll: boolean
  toggle(id: string): void
  add(ids: readonly string[]): void
  /** All that are loaded; the second time all that match. */
  all(): void
  clear(): void
}

type State = { of: string; ids: ReadonlySet<string>; isAll: boolean }

/** The rows that somebody has chosen in a list. Another list begins with none. */
export function useSelection(listName: string, rows: readonly Thread[], total: number): Selection {
  const [kept, setState] = useState<State>({ of: listName, ids: new Set(), isAll: false })
  return useMemo(() => {
    const state: State = kept.of === listName ? kept : { of: listName, ids: new Set(), isAll: false }
    const ids = state.isAll ? new Set(rows.map(({ id }) => id)) : state.ids
    const choose = (chosen: ReadonlySet<string>, isAll = false): void => setState({ of: listName, ids: chosen, isAll })
    return {
      ids,
      isAll: state.isAll,
      toggle(id) {
        const next = new Set(ids)
        if (!next.delete(id)) next.add(id)
        choose(next)
      },
      add: (more) => choose(new Set([...ids, ...more])),
      all() {
        const loaded = rows.map(({ id }) => id)
        choose(new Set(loaded), loaded.length > 0 && loaded.length < total && loaded.every((id) => ids.has(id)))
      },
      clear: () => choose(new Set()),
    }
  }, [kept, listName, rows, total])
}
