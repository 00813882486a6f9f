/** What can be taken back, latest last: the key Z and the buttons of the messages take from here, so that nothing is undone twice. */
export type Undoable = { label: string; run: () => void }

const depthMax = 20

export type UndoQueue = {
  /** Returns the function that undoes this entry, wherever it stands; it does nothing the second time. */
  push(entry: Undoable): () => void
  /** Undoes the latest; its label, or null when there is nothing left. */
  undoLast(): string | null
  /** The time for undoing it is over. */
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
      entries = [...entries, entry].slice(-depthMax)
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
