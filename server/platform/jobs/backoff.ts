/**
 * Seconds to wait after failed attempt number `attempt` (1 for the first), or null when it was the last: there is one more attempt than
 * there are delays in the schedule. A random 0 to 20 % is added, so that items that failed together are not retried together.
 */
export function backoffSeconds(attempt: number, schedule: readonly number[], random: () => number = Math.random): number | null {
  const base = schedule[attempt - 1]
  return base === undefined ? null : base * (1 + 0.2 * random())
}
