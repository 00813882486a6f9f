import type { QueryClient } from '@tanstack/react-query'
import type { SatisfactionRequest, SkeinEvent } from '@skein/client'
import { satisfactionKey } from '../threads/part-keys.ts'

/** Key prefix of the lists of ratings. */
export const ratingsKey = ['ratings'] as const

/** Key of the workspace's settings, for screens that only read the survey. */
export const surveyKey = ['tenant-survey'] as const

/** Adds or replaces a survey in the cached surveys of its thread, and refetches the visible lists of ratings. */
export function putRequest(queries: QueryClient, request: SatisfactionRequest): void {
  queries.setQueryData<SatisfactionRequest[]>(
    satisfactionKey(request.threadId),
    (known) =>
      known &&
      (known.some(({ id }) => id === request.id)
        ? known.map((each) => (each.id === request.id && each.updatedAt <= request.updatedAt ? request : each))
        : [request, ...known]),
  )
  void queries.invalidateQueries({ queryKey: ratingsKey })
}

export function applySatisfactionEvent(queries: QueryClient, event: SkeinEvent): void {
  // Safe because the caller passes only `satisfaction.*` events, whose object is a request.
  putRequest(queries, event.data.object as SatisfactionRequest)
}
