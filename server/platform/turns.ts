/** Yields between chunks of long work, so that the process's other requests do not wait for it. */
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds of work between two pauses. */
const maxBusyMs = 2
/** Maximum time for other work, as a multiple of the milliseconds just used. In a busy process, long work gets a fifth of the time. */
const othersShare = 4
/** Milliseconds above which a turn of the event loop must have done other work. */
const busyTurnMs = 0.3

/** Call `pause()` between chunks of work. Returns undefined when no pause is due, else a promise that resolves after other work has run. */
export type Pauser = { pause(): Promise<void> | undefined }

export type PauserOptions = {
  now?: () => number
  /** Pauses after `usedMs` of work. If it returns undefined, the pause lasts until other work has had its share of event loop turns. */
  pauseAfter?: (usedMs: number) => Promise<void> | undefined
  /** Called with the milliseconds of each chunk of work. */
  charge?: (usedMs: number) => void
}

export function createPauser({
  now = () => performance.now(),
  pauseAfter = () => undefined,
  charge = () => {},
}: PauserOptions = {}): Pauser {
  let resumedAt = now()
  const pauseFor = async (usedMs: number): Promise<void> => {
    const pause = pauseAfter(usedMs)
    if (pause) await pause
    else
      for (let [givenMs, turnMs] = [0, Infinity]; givenMs < usedMs * othersShare && turnMs > busyTurnMs; givenMs += turnMs) {
        const gaveAt = now()
        await nextTurn()
        turnMs = now() - gaveAt
      }
    resumedAt = now()
  }
  return {
    pause() {
      const usedMs = now() - resumedAt
      if (usedMs < maxBusyMs) return undefined
      charge(usedMs)
      return pauseFor(usedMs)
    },
  }
}

/** Share of a pause above which the process counts as busy with other work. */
const busyShare = 0.1

/**
 * Creates a pauser for background work, for which no caller waits. Its pauses last for a time rather than event loop turns, because other
 * requests also need PostgreSQL. In an otherwise idle process the work gets two thirds of the time. When `isAwaited` returns true, a caller
 * has started to wait, and the pause ends.
 */
export function createBackgroundPauser(isAwaited: () => boolean = () => false): Pauser {
  return createPauser({
    async pauseAfter(usedMs) {
      const stepMs = Math.max(1, usedMs / 2)
      for (let givenMs = 0; givenMs < usedMs * othersShare && !isAwaited(); givenMs += stepMs) {
        const before = performance.eventLoopUtilization()
        await sleep(stepMs)
        if (performance.eventLoopUtilization(before).utilization < busyShare) return
      }
    },
  })
}
