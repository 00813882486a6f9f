/** Events in the document: under `webhooks`, what a registered endpoint receives. */
import { eventShape } from '../outbox/event-shape.ts'
import type { AnyEvent } from '../events.ts'
import { pascalCase } from './errors.ts'
import { firstExample, reference, type SharedShapes } from './shapes.ts'
import type { Operation } from './types.ts'
import { component, exampleId, Type } from '../schema.ts'

/** The delivery of one kind of event, by Standard Webhooks. */
export function eventOperation(event: AnyEvent, shapes: SharedShapes): Operation {
  const { type, description } = event
  const name = `${pascalCase(type)}Event`
  const payload = component(name, eventShape(Type.Literal(type, { description: 'What happened.' }), event.object, { description }))
  const example = {
    id: exampleId('evt'),
    type,
    timestamp: '2026-03-04T09:30:00.000Z',
    tenantId: exampleId('ten'),
    apiVersion: 'v1',
    sequence: 1842,
    data: { object: firstExample(event.object) },
  }
  return {
    operationId: `on${pascalCase(type)}`,
    summary: description,
    description: `Sent to every webhook that listens to \`${type}\`. Answer with any 2xx status within 15 seconds; anything else is tried again. The same event may arrive more than once: its \`id\` tells.`,
    security: [],
    parameters: [
      reference('parameters', 'WebhookId'),
      reference('parameters', 'WebhookTimestamp'),
      reference('parameters', 'WebhookSignature'),
    ],
    requestBody: {
      description: 'The event. Verify the signature over these bytes before you read them.',
      required: true,
      content: { 'application/json': { schema: shapes.output(payload), examples: shapes.exampleOf(name, description, example) } },
    },
    responses: {
      '2XX': { description: 'Received.' },
      410: { description: 'Gone: the webhook is disabled at once.' },
      default: { description: 'Not received: the delivery is tried again later.' },
    },
  }
}
