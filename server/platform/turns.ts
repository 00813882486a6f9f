/** Pauses long work between its pieces, so that other requests of the process do not wait for it. */
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds of work without a pause. */
const maxBusyMs = 2
/** Other work gets this many times as long as the work has used, if it needs the time: in a busy process the work gets a fifth. */
const othersShare = 4
/** A turn of the event loop that takes longer than this did other work. */
const busyTurnMs = 0.3

/** Call `pause()` between pieces of work. Returns undefined when no pause is due, else a promise that resolves after other work has run. */
export type Pauser = { pause(): Promise<void> | undefined }

export type PauserOptions = {
  now?: () => number
  /** Pauses after `usedMs` of work. If it returns undefined, the pause lasts for turns of the event loop until other work had its share. */
  pauseAfter?: (usedMs: number) => Promise<void> | undefined
  /** Called with the time of each piece of work. */
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

/** The process counts as busy with other work if it uses more than this share of a pause. */
const busyShare = 0.1

/**
 * Creates pauses for work that no caller waits for. Each lasts for a time and not for turns of the event loop, because other requests
 * also need PostgreSQL. In an otherwise idle process the work gets two thirds of the time. When `isAwaited` returns true, a caller has
 * started to wait, and the pause ends.
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
