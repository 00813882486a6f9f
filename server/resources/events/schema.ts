import { closed, component, Type } from '../../kit/schema.ts'

export const EventType = component(
  'EventType',
  closed(
    {
      type: Type.String({ description: 'The type.' }),
      description: Type.String({ description: 'When it is emitted.' }),
      object: Type.String({ description: 'The shape of `data.object`, as the API’s description names it.' }),
    },
    { description: 'A type of event.', examples: [{ type: 'thread.created', description: 'A thread was created.', object: 'Thread' }] },
  ),
)

const types = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Types to show, separated by commas; without it all.',
  examples: ['thread.created,message.created'],
})
const after = (text: string) => Type.String({ pattern: '^(evt_)?[0-7][0-9a-hjkmnp-tv-z]{25}$', description: text })
const refused = 'Show what followed this event. An event that is no longer held is refused with SVC-PAGINATION-INVALID_CURSOR.'
const presence = Type.Boolean({ description: 'Whether to tell who is at which thread, too.' })
const reset =
  'Show what followed this event, when the header Last-Event-ID does not say otherwise. For an event that is no longer held the stream begins with `reset`.'

export const EventFilters = closed({ types: Type.Optional(types), after: Type.Optional(after(refused)) })
export const StreamFilters = closed({ types: Type.Optional(types), after: Type.Optional(after(reset)), presence: Type.Optional(presence) })
