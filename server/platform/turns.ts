/** Long work in portions, so that the requests of others are not kept waiting for it. */
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that a piece of work may use in one turn of the event loop. */
const turnMsMax = 2
/** Others get so many times as much as the work has used, if they want it: beside a busy process it takes a fifth. */
const othersShare = 4
/** A turn that takes longer has had something to do for others. */
const busyTurnMs = 0.3

/** `rest()` between portions: returns at once while the turn is short, else waits until others have had theirs. */
export type Turns = { rest(): Promise<void> | undefined }

export type TurnOptions = {
  now?: () => number
  /** The rest after so many milliseconds of work; where it gives none others get their share of this process. */
  restAfter?: (usedMs: number) => Promise<void> | undefined
}

export function startTurns({ now = () => performance.now(), restAfter = () => undefined }: TurnOptions = {}): Turns {
  let beganAt = now()
  const give = async (usedMs: number): Promise<void> => {
    const rest = restAfter(usedMs)
    if (rest) await rest
    else
      for (let [givenMs, turnMs] = [0, Infinity]; givenMs < usedMs * othersShare && turnMs > busyTurnMs; givenMs += turnMs) {
        const gaveAt = now()
        await nextTurn()
        turnMs = now() - gaveAt
      }
    beganAt = now()
  }
  return {
    rest() {
      const usedMs = now() - beganAt
      return usedMs < turnMsMax ? undefined : give(usedMs)
    },
  }
}

/** The process is used by others if they keep it busy for more than this share of a rest. */
const busyShare = 0.1

/**
 * Turns for work that nobody waits for. Others get their time by the clock, not by turns of this process alone: the database works for them
 * meanwhile. In a process that does nothing else the work has two thirds of the time. `isAwaited`: whether somebody waits for it now after all.
 */
export function startBackgroundTurns(isAwaited: () => boolean = () => false): Turns {
  return startTurns({
    async restAfter(usedMs) {
      const pieceMs = Math.max(1, usedMs / 2)
      for (let givenMs = 0; givenMs < usedMs * othersShare && !isAwaited(); givenMs += pieceMs) {
        const before = performance.eventLoopUtilization()
        await sleep(pieceMs)
        if (performance.eventLoopUtilization(before).utilization < busyShare) return
      }
    },
  })
}
