/** Describes events in the API document: one schema per type, their union for the feed and the stream, and deliveries under `webhooks`. */
import type { AnyEvent } from '../outbox/events.ts'
import { Event, eventDescription, eventShape } from '../outbox/event-shape.ts'
import { component, componentName, exampleId, Type } from '../schema.ts'
import { pascalCase } from './errors.ts'
import { exampleData } from './example-data.ts'
import { webhookHeaders } from './headers.ts'
import { reference, type SharedShapes } from './shapes.ts'
import type { Operation } from './types.ts'

/** Defines `Event` as the union of all declared events, with `type` as the discriminator. Call it before describing operations. */
export function defineEventUnion(events: readonly AnyEvent[], shapes: SharedShapes): void {
  const name = componentName(Event)
  // Prefer an example with `previous`, which shows more fields.
  const shown = events.find(({ previous }) => previous !== undefined) ?? events[0]
  if (!shown || name === undefined) return
  const members = events.map((event) => [event.type, getPayload(event, shapes)] as const)
  const schema = {
    description: `${eventDescription} Later versions add types: ignore unknown ones.`,
    anyOf: [...members.map(([, member]) => member), defineOtherEvent(shapes)],
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(members.map(([type, { $ref }]) => [type, $ref])) },
  }
  shapes.define(name, schema, exampleOf(shown))
}

/** Defines the union member for types that a client's copy of the document lacks. Clients must try it last. */
function defineOtherEvent(shapes: SharedShapes): { $ref: string } {
  const type = Type.String({ description: 'The event type.' })
  const object = Type.Object({}, { additionalProperties: true, description: 'The resource after the change, in its public shape.' })
  const options = { description: 'An event of a type that this version of the description does not have.' }
  shapes.output(component(otherEvent, eventShape(type, object, options)))
  return reference('schemas', otherEvent)
}

/**
 * Describes the delivery of one event type according to Standard Webhooks. Its heading is the type, because integrators search for that.
 */
export function eventOperation(event: AnyEvent, shapes: SharedShapes): Operation {
  const { type, description } = event
  return {
    operationId: `on${pascalCase(type)}`,
    summary: type,
    description: `${description}\n\nSent to every webhook that subscribes to \`${type}\`.`,
    security: [],
    parameters: [...webhookHeaders],
    requestBody: {
      description: 'The event.',
      required: true,
      content: {
        'application/json': {
          schema: getPayload(event, shapes),
          examples: shapes.exampleOf(getName(event), description, exampleOf(event)),
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      410: { description: 'Gone: Skein disables the webhook.' },
      default: { description: 'Skein retries later.' },
    },
  }
}

/** Name of the shape for types that the document lacks. */
export const otherEvent = 'OtherEvent'

function getName({ type }: AnyEvent): string {
  return `${pascalCase(type)}Event`
}

function getPayload(event: AnyEvent, shapes: SharedShapes): { $ref: string } {
  const { type, object, description } = event
  const name = getName(event)
  shapes.output(component(name, eventShape(Type.Literal(type, { description: 'The event type.' }), object, { description })))
  return reference('schemas', name)
}

function exampleOf(event: AnyEvent): object {
  return {
    id: exampleId('evt'),
    type: event.type,
    timestamp: '2026-03-04T09:30:00.000Z',
    tenantId: exampleId('ten'),
    apiVersion: 'v1',
    sequence: 1842,
    actor: { type: 'USER', id: exampleId('usr'), name: 'Grace Hopper' },
    cause: null,
    data: exampleData(event),
  }
}
