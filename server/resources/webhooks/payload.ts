/** Builds the body of a delivery. */
import { exampleData } from '#platform/openapi/example-data.ts'
import { type EventPayload, eventPayload, type EventRow } from '#platform/outbox/event-payload.ts'
import { declaredEvent } from '#platform/outbox/events.ts'

/**
 * Returns a delivery's content: its event or, for a test with an event type chosen by the caller, that type's example. The outbox has such
 * a test as a `webhook.test` event.
 */
export function deliveryPayload(event: EventRow, eventType: string): EventPayload {
  const payload = eventPayload(event)
  return eventType === event.type ? payload : { ...payload, type: eventType, data: exampleData(declaredEvent(eventType)) }
}
