/** A process that has served for this long counts as steady: its next end is the first one again. */
export const steadyMs = 60_000

const firstPauseMs = 100
const maxPauseMs = 30_000

/** Returns the pause before a process is started again. `ends` counts how often it has ended without having been steady in between. */
export function restartPauseMs(ends: number): number {
  return Math.min(firstPauseMs * 2 ** (ends - 1), maxPauseMs)
}
