import { useSyncExternalStore } from 'react'

const everyMs = 15_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tell(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(tell, everyMs)
  }
  return () => {
    listeners.delete(listener)
  }
}

/** The present time in milliseconds, at most fifteen seconds old: what shows ages by it keeps them true. One timer serves the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
