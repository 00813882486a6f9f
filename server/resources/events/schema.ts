import { choice, closed, component, exampleId, idOutput, time, Type } from '../../kit/schema.ts'

export const Event = component('Event', Type.Object({
  id: idOutput('evt', 'The event; stable over retries and replays.'),
  type: Type.String({ description: 'What happened; `GET /event-types` lists the types.' }),
  timestamp: time('When it happened.'),
  tenantId: idOutput('ten', 'The tenant.'),
  apiVersion: choice(['v1'], { description: 'The API version whose shapes `data` has.' }),
  sequence: Type.Integer({ description: 'The tenant’s running number of the event, without gaps.' }),
  data: Type.Object({
    object: Type.Record(Type.String(), Type.Unknown(), { description: 'The resource after the change, in its public shape.' }),
    previous: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The fields that changed, as they were before.' })),
  }, { description: 'What changed.' }),
  truncated: Type.Optional(Type.Boolean({ description: 'Set when texts were cut to keep the event within 20 KB.' })),
}, {
  description: 'Something that happened, as webhooks, the feed and the stream show it.',
  examples: [{
    id: exampleId('evt'), type: 'thread.status_changed', timestamp: '2026-03-04T09:30:00.000Z', tenantId: exampleId('ten'), apiVersion: 'v1', sequence: 1042,
    data: { object: { id: exampleId('thr'), status: 'open' }, previous: { status: 'pending' } },
  }],
}))

export const EventType = component('EventType', closed({
  type: Type.String({ description: 'The type.' }),
  description: Type.String({ description: 'When it is emitted.' }),
  object: Type.String({ description: 'The shape of `data.object`, as the API’s description names it.' }),
}, { description: 'A type of event.', examples: [{ type: 'thread.created', description: 'A thread was created.', object: 'Thread' }] }))

const types = Type.String({ minLength: 1, maxLength: 2000, description: 'Types to show, separated by commas; without it all.', examples: ['thread.created,message.created'] })
const after = Type.String({ pattern: '^(evt_)?[0-7][0-9a-hjkmnp-tv-z]{25}$', description: 'Show what followed this event. An event that is no longer held is refused with SVC-PAGINATION-INVALID_CURSOR.' })

export const EventFilters = closed({ types: Type.Optional(types), after: Type.Optional(after) })
export const StreamFilters = closed({ types: Type.Optional(types), after: Type.Optional(after) })
