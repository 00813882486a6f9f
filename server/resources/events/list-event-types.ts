import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { type AnyEvent, declaredEvents } from '#platform/outbox/events.ts'
import { componentName } from '#platform/schema.ts'
import { EventType } from './schema.ts'

export const listEventTypes = endpoint.read({
  operationId: 'listEventTypes',
  path: '/event-types',
  tag: 'events',
  scope: 'events:read',
  summary: 'List the types of events',
  description: 'All event types, by name, on one page. The schemas of their objects are in the API’s description.',
  responds: { 200: list(EventType, 'All types, by name') },
  present: ({ type, alias, description, object }: AnyEvent) => ({
    type,
    alias: alias ?? null,
    description,
    object: componentName(object) ?? '',
  }),
  async handle() {
    const records = [...declaredEvents()]
    return { records, total: records.length, next: null }
  },
})
