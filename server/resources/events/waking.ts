/** Interrupts a stream's wait for events. */

/**
 * Creates a signal that aborts as soon as a frame other than an event is pending. Call `reset` just before taking that frame, so that a
 * later one wakes the stream again.
 */
export function createWaking(signal: AbortSignal): { wake: () => void; untilWoken: () => AbortSignal; reset: () => void } {
  let woken = new AbortController()
  return {
    wake: () => woken.abort(),
    untilWoken: () => AbortSignal.any([signal, woken.signal]),
    reset() {
      if (woken.signal.aborted) woken = new AbortController()
    },
  }
}
