/** Milliseconds of service after which a process counts as stable, which resets the count of its exits. */
export const steadyMs = 60_000

const firstPauseMs = 100
const maxPauseMs = 30_000

/** Returns the milliseconds to wait before restarting a process. `ends` counts its exits since it was last stable. */
export function restartPauseMs(ends: number): number {
  return Math.min(firstPauseMs * 2 ** (ends - 1), maxPauseMs)
}
