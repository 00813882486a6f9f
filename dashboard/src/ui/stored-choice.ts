/** A preference that is stored in localStorage. */
import { createStore, type Store } from '../api/store.ts'

/** Creates a store that starts with the stored value. `read` validates it; if it returns null, the store starts with `first`. */
export function createStoredChoice<Value>(key: string, first: Value, read: (stored: unknown) => Value | null): Store<Value> {
  const store = createStore<Value>(parse(localStorage.getItem(key), read) ?? first)
  return {
    ...store,
    set(next) {
      localStorage.setItem(key, JSON.stringify(next))
      store.set(next)
    },
  }
}

function parse<Value>(text: string | null, read: (stored: unknown) => Value | null): Value | null {
  if (text === null) return null
  try {
    return read(JSON.parse(text))
  } catch {
    return null
  }
}
