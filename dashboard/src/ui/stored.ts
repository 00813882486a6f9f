/** A choice that the browser keeps for its person. */
import { createStore, type Store } from '../api/store.ts'

/** What is stored is read with `read`, which answers null for what is not such a value: then it is `first`. */
export function createStored<Value>(key: string, first: Value, read: (stored: unknown) => Value | null): Store<Value> {
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
