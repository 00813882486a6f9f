/**
 * Returns the seconds to wait after failed attempt number `attempt` (1 for the first), or null if it was the last: there is one more
 * attempt than the schedule has delays. Adds 0 to 20 % of jitter, so that items that failed together are not retried together.
 */
export function backoffSeconds(attempt: number, schedule: readonly number[], random: () => number = Math.random): number | null {
  const base = schedule[attempt - 1]
  return base === undefined ? null : base * (1 + 0.2 * random())
}
