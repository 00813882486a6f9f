/** Undo stack: changes that the agent can undo, latest last. The Z key and the Undo buttons share it, so that no change is undone twice. */
export type Undoable = { label: string; run: () => void }

const maxEntries = 20

export type UndoQueue = {
  /** Adds an entry. Returns a function that undoes it, unless it has already been undone or removed. */
  push(entry: Undoable): () => void
  /** Undoes the latest entry. Returns its label, or null when there is none. */
  undoLast(): string | null
  /** Removes an entry that can no longer be undone. */
  forget(entry: Undoable): void
}

export function createUndoQueue(): UndoQueue {
  let entries: readonly Undoable[] = []
  const take = (entry: Undoable): boolean => {
    if (!entries.includes(entry)) return false
    entries = entries.filter((each) => each !== entry)
    return true
  }
  return {
    push(entry) {
      entries = [...entries, entry].slice(-maxEntries)
      return () => {
        if (take(entry)) entry.run()
      }
    },
    undoLast() {
      const last = entries.at(-1)
      if (!last || !take(last)) return null
      last.run()
      return last.label
    },
    forget: (entry) => void take(entry),
  }
}

export const undoQueue = createUndoQueue()
