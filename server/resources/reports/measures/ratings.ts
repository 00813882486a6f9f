/** The reducer's state about satisfaction requests. */
import type { Uuid } from '#platform/ids.ts'
import type { Happening } from './happening.ts'
import type { ThreadState } from './thread-state.ts'

/** Maximum number of satisfaction requests in a state. A thread has one per episode. */
const maxRequests = 50

/** Drops ratings that the customer has since changed. */
export function dropChangedRatings(happenings: readonly Happening[]): Happening[] {
  const latest = new Map<string, number>()
  for (const happening of happenings)
    if (happening.type === 'rated')
      latest.set(happening.requestId, Math.max(happening.sequence, latest.get(happening.requestId) ?? happening.sequence))
  return happenings.filter((happening) => happening.type !== 'rated' || happening.sequence === latest.get(happening.requestId))
}

export function rememberAsked(state: ThreadState, { requestId: id, at, sequence }: Happening & { type: 'asked' }): void {
  state.asked = [...(state.asked ?? []), { id, at, sequence }].slice(-maxRequests)
}

/** Records that a request has a rating. Returns the time of the request, if known. */
export function rememberRated(state: ThreadState, requestId: Uuid): { at: number; sequence: number } | null {
  state.rated = [...(state.rated ?? []), requestId].slice(-maxRequests)
  return state.asked?.find(({ id }) => id === requestId) ?? null
}
