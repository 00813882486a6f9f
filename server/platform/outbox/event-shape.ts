/** The public shape of an event: used for the feed and the stream, with any type, and for each kind of delivery. */
import { closed, component, idOutput, time, Type, type Shape } from '../schema.ts'

// Named, so that the description of the API has each of them once and not once for each type.
const eventId = component('EventId', idOutput('evt', 'The event; the same over all attempts to deliver it.'))
const eventSequence = component(
  'EventSequence',
  Type.Integer({ minimum: 1, description: 'The tenant’s running number of events, in the order in which they happened, without gaps.' }),
)
const previousFields = component(
  'PreviousFields',
  Type.Object({}, { additionalProperties: true, description: 'The fields that changed, as they were before.' }),
)
const isTruncated = component(
  'EventTruncated',
  Type.Boolean({ description: 'True, and present only then, when texts were cut to keep the event within 20 KB; the API has the whole.' }),
)

/** The fields of an event. `type` and `object` are the shapes of the parts that differ between types. */
export function eventShape<EventType extends Shape, EventObject extends Shape>(
  type: EventType,
  object: EventObject,
  options: { description: string; examples?: unknown[] },
) {
  return closed(
    {
      id: eventId,
      type,
      timestamp: time('When it happened.'),
      tenantId: idOutput('ten', 'The tenant.'),
      apiVersion: Type.Literal('v1', { description: 'The version of the API whose shapes `data` has.' }),
      sequence: eventSequence,
      data: closed({ object, previous: Type.Optional(previousFields) }, { description: 'What it happened to.' }),
      truncated: Type.Optional(isTruncated),
    },
    options,
  )
}

export const eventDescription = 'Something that happened, as webhooks, the feed and the stream show it. `type` tells what `data.object` is.'

/** Any event. The document shows it as the union of those that are declared. */
export const Event = component(
  'Event',
  eventShape(
    Type.String({ description: 'What happened; `GET /event-types` lists the types.' }),
    Type.Object({}, { additionalProperties: true, description: 'The resource after the change, in its public shape.' }),
    { description: eventDescription },
  ),
)
