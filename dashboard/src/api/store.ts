/** State outside React. Components read it with `useStore` and re-render when it changes. */
import { useSyncExternalStore } from 'react'

export type Store<Value> = { get(): Value; set(next: Value): void; subscribe(listener: () => void): () => void }

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get)
}
