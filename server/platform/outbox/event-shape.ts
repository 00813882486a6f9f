/** Declares the public shapes of events: of any type for the feed and the stream, and of one type for each kind of delivery. */
import { EventActorShape, EventCauseShape } from './attribution.ts'
import { closed, component, idOutput, nullable, time, Type, type Shape } from '../schema.ts'

// Named, so that the API document contains each shape once rather than once per type.
const eventId = component('EventId', idOutput('evt', 'The event’s id, the same in all deliveries.'))
const eventSequence = component(
  'EventSequence',
  Type.Integer({ minimum: 1, description: 'The tenant’s running number of events, in order, without gaps.' }),
)
const previousFields = component(
  'PreviousFields',
  Type.Object({}, { additionalProperties: true, description: 'The earlier values of the changed fields.' }),
)
// Also named, because the TypeScript (fetch) generator drops `null` from a field that all members of a union share, unless the field's
// shape is a component.
const actorOrNull = component(
  'EventActorOrNull',
  nullable(EventActorShape, { description: 'Who made the change; null for an event from before actors were stored.' }),
)
const causeOrNull = component(
  'EventCauseOrNull',
  nullable(EventCauseShape, { description: 'Why the change was made; null if the actor made it directly.' }),
)
const isTruncated = component(
  'EventTruncated',
  Type.Boolean({ description: 'True if texts were cut to keep the event within 20 KB, otherwise absent; the API has the full texts.' }),
)

/** Returns the shape of an event. `type` and `object` are the shapes of the fields that differ between types. */
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
      apiVersion: Type.Literal('v1', { description: 'The version of the API that defines `data`.' }),
      sequence: eventSequence,
      actor: actorOrNull,
      cause: causeOrNull,
      data: closed({ object, previous: Type.Optional(previousFields) }, { description: 'The object of the event.' }),
      truncated: Type.Optional(isTruncated),
    },
    options,
  )
}

export const eventDescription = 'An event, as webhooks, the feed and the stream show it. `type` determines the form of `data.object`.'

/** An event of any type. The API document shows it as the union of all declared types. */
export const Event = component(
  'Event',
  eventShape(
    Type.String({ description: 'What happened; `GET /event-types` lists the types.' }),
    Type.Object({}, { additionalProperties: true, description: 'The resource after the change, in its public shape.' }),
    { description: eventDescription },
  ),
)
