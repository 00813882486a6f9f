/** The body of a delivery. */
import { exampleData } from '#platform/openapi/example-data.ts'
import { type EventPayload, eventPayload, type EventRow } from '#platform/outbox/event-payload.ts'
import { declaredEvent } from '#platform/outbox/events.ts'

/**
 * Returns what a delivery sends: its event, or for a test with an event type of the caller's choice, the example of that type. The event of
 * such a test is the `webhook.test` in the outbox.
 */
export function deliveryPayload(event: EventRow, eventType: string): EventPayload {
  const payload = eventPayload(event)
  return eventType === event.type ? payload : { ...payload, type: eventType, data: exampleData(declaredEvent(eventType)) }
}
