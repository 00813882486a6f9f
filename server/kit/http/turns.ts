/** Long work in portions, so that the requests of others are not kept waiting for it. */
import { setImmediate as nextTurn } from 'node:timers/promises'

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
    if (rest) {
      await rest
      beganAt = now()
      return
    }
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
