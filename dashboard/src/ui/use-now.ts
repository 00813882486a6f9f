import { useSyncExternalStore } from 'react'

const tickMs = 15_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(tick, tickMs)
  }
  return () => {
    listeners.delete(listener)
  }
}

/** Returns the current time in milliseconds, at most fifteen seconds old, for relative times. All components share one timer. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
