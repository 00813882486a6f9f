/** Tracks whether requests reach the service, and until when its rate limit delays them. */
import { ApiError, type Retry } from '@skein/client'
import { createStore, useStore, type Store } from './store.ts'

/** Time, by performance.now(), when rate-limited requests are sent again; 0 before the first. */
const limitedUntil: Store<number> = createStore(0)

/** Records that the client waits for a rate limit, for the banner. */
export function noteRetry({ failure, waitMs }: Retry): void {
  if (failure instanceof ApiError && failure.status === 429) limitedUntil.set(Math.max(limitedUntil.get(), performance.now() + waitMs))
}

export function useLimitedUntil(): number {
  return useStore(limitedUntil)
}

/** False from the time the browser goes offline until a probe has reached the service. */
export const reachable: Store<boolean> = createStore(true)

export function useIsReachable(): boolean {
  return useStore(reachable)
}

/**
 * Delay of the first probe in milliseconds. Browsers may fire `offline` before requests fail, so an immediate probe could still succeed.
 */
const firstProbeWaitMs = 500
const maxProbeWaitMs = 30_000

/**
 * Probes the service with backoff while the browser is offline, and when the network is back. `navigator.onLine` is not enough: a service
 * on the same machine is reachable without a network.
 */
export function watchReachability(probe: () => Promise<unknown>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstProbeWaitMs
  let isProbing = false
  const probeLater = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void probeNow(), waitMs)
    waitMs = Math.min(maxProbeWaitMs, waitMs * 2)
  }
  const probeNow = async (): Promise<void> => {
    clearTimeout(timer)
    if (isProbing) return
    isProbing = true
    const isUp = await probe().then(
      () => true,
      () => false,
    )
    isProbing = false
    reachable.set(isUp)
    if (!isUp || !navigator.onLine) probeLater()
  }
  const begin = (): void => {
    reachable.set(false)
    waitMs = firstProbeWaitMs
    probeLater()
  }
  addEventListener('offline', begin)
  addEventListener('online', () => {
    waitMs = firstProbeWaitMs
    if (!reachable.get()) void probeNow()
  })
  if (!navigator.onLine) begin()
}

/** Makes the call, or fails without a request while the service is unreachable. During that time, only the probe sends requests. */
export async function callIfReachable<Result>(call: () => Promise<Result>): Promise<Result> {
  if (!reachable.get()) throw new TypeError('The browser is offline.')
  return call()
}

/** Calls `listener` once, when the service becomes reachable. Returns a function that cancels it. */
export function onceReachable(listener: () => void): () => void {
  const end = reachable.subscribe(() => {
    if (!reachable.get()) return
    end()
    listener()
  })
  return end
}
