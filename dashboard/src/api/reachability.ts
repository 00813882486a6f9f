/** Whether calls get through: until when the service has asked to wait, and whether there is a network at all. */
import { useSyncExternalStore } from 'react'
import { ApiError, type Retry } from '@skein/client'
import { createStore, useStore, type Store } from './store.ts'

/** The time at which calls go on; 0 while none wait. */
const limitedUntil: Store<number> = createStore(0)

/** The client tries again by itself: this only tells people. */
export function noteRetry({ failure, waitMs }: Retry): void {
  if (failure instanceof ApiError && failure.status === 429) limitedUntil.set(Math.max(limitedUntil.get(), Date.now() + waitMs))
}

export function useLimitedUntil(): number {
  return useStore(limitedUntil)
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      for (const name of ['online', 'offline']) addEventListener(name, listener)
      return () => {
        for (const name of ['online', 'offline']) removeEventListener(name, listener)
      }
    },
    () => navigator.onLine,
  )
}
