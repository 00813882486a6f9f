import type { EventPayload } from '../outbox/event-payload.ts'
import type { AnyEvent } from '../outbox/events.ts'
import { firstExample } from './shapes.ts'

/** Returns `data` of an event's example. */
export function exampleData({ object, previous }: AnyEvent): EventPayload['data'] {
  // Safe because every event's object is a JSON object, and a test requires an example of each.
  return { object: firstExample(object) as EventPayload['data']['object'], ...(previous ? { previous } : {}) }
}
