/** Timers that a caller can cancel. */

/** Maximum delay of a timer. */
const maxMs = 2_147_483_647

/** Waits. Rejects with the signal's reason when the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      // A caller may abort with any reason, not only an Error.
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      },
      Math.min(Math.max(ms, 0), maxMs),
    )
    signal?.addEventListener('abort', abort, { once: true })
  })
}

export type Deadline = {
  /** Signal that aborts with the caller's signal, or on a timeout. */
  signal: AbortSignal
  /** Restarts the timer with this delay. */
  within(ms: number): void
  /** Stops the timer. */
  pause(): void
  /** Stops the timer and releases the caller's signal. */
  end(): void
}

/**
 * Combines the caller's signal with a timer that can be restarted and stopped. Does not use `AbortSignal.any`, which older runtimes lack.
 */
export function startDeadline(signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal?.reason)
  let timer: ReturnType<typeof setTimeout> | undefined
  const pause = (): void => clearTimeout(timer)
  if (signal?.aborted) abort()
  else signal?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    within(ms) {
      pause()
      const expire = (): void => controller.abort(new DOMException(`nothing arrived within ${ms} ms`, 'TimeoutError'))
      timer = setTimeout(expire, Math.min(ms, maxMs))
    },
    pause,
    end() {
      pause()
      signal?.removeEventListener('abort', abort)
    },
  }
}
