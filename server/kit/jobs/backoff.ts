/**
 * Seconds to wait after failed attempt number `attempt` (1 for the first), or null when it was the last: there is one attempt more
 * than the schedule has delays. Up to 20 % is added by chance, so that what failed together does not return together.
 */
export function backoffSeconds(attempt: number, schedule: readonly number[], random: () => number = Math.random): number | null {
  const base = schedule[attempt - 1]
  return base === undefined ? null : base * (1 + 0.2 * random())
}
