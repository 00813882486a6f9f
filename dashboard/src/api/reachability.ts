/** Whether calls get through: until when the service has asked to wait, and whether there is a network at all. */
import { ApiError, type Retry } from '@skein/client'
import { createStore, useStore, type Store } from './store.ts'

/** The time of performance.now() at which waiting calls go on; 0 while none wait. */
const limitedUntil: Store<number> = createStore(0)

/** The client tries again by itself: this only tells people. */
export function noteRetry({ failure, waitMs }: Retry): void {
  if (failure instanceof ApiError && failure.status === 429) limitedUntil.set(Math.max(limitedUntil.get(), performance.now() + waitMs))
}

export function useLimitedUntil(): number {
  return useStore(limitedUntil)
}

/** False from the moment that the browser goes offline until a probe has reached the service. */
export const reachable: Store<boolean> = createStore(true)

export function useIsReachable(): boolean {
  return useStore(reachable)
}

/** The browser may fire `offline` before its requests fail, so the first probe waits, too. */
const probeWaitMsFirst = 500
const probeWaitMsMax = 30_000

/**
 * Asks the service whether it can be reached, with back-off, while the browser says that it is offline, and when the network is back. A
 * service on the same machine can be reached without a network.
 */
export function watchReachability(probe: () => Promise<unknown>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = probeWaitMsFirst
  let isProbing = false
  const tryLater = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void tryOnce(), waitMs)
    waitMs = Math.min(probeWaitMsMax, waitMs * 2)
  }
  const tryOnce = async (): Promise<void> => {
    clearTimeout(timer)
    if (isProbing) return
    isProbing = true
    const isAnswered = await probe().then(
      () => true,
      () => false,
    )
    isProbing = false
    reachable.set(isAnswered)
    if (!isAnswered || !navigator.onLine) tryLater()
  }
  const begin = (): void => {
    reachable.set(false)
    waitMs = probeWaitMsFirst
    tryLater()
  }
  addEventListener('offline', begin)
  addEventListener('online', () => {
    waitMs = probeWaitMsFirst
    if (!reachable.get()) void tryOnce()
  })
  if (!navigator.onLine) begin()
}

/** Refuses calls while the service cannot be reached, without a request: each would fail, and only the probe has to. */
export async function whileReachable<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  if (!reachable.get()) throw new TypeError('The browser is offline.')
  return call()
}

/** Calls `listener` once, as soon as the service can be reached again; returns what cancels that. */
export function onceReachable(listener: () => void): () => void {
  const end = reachable.subscribe(() => {
    if (!reachable.get()) return
    end()
    listener()
  })
  return end
}
