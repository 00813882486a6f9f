import type { EventPayload } from '../outbox/event-payload.ts'
import type { AnyEvent } from '../outbox/events.ts'
import { firstExample } from './shapes.ts'

/** Returns `data` of the example of an event. */
export function exampleData({ object, previous }: AnyEvent): EventPayload['data'] {
  // Safe because the object of every event is a JSON object, and a test requires an example of each.
  return { object: firstExample(object) as EventPayload['data']['object'], ...(previous ? { previous } : {}) }
}
