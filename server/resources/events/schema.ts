import { choice, closed, component, nullable, Type } from '#platform/schema.ts'

export const EventType = component(
  'EventType',
  closed(
    {
      type: Type.String({ description: 'The type.' }),
      alias: nullable(Type.String(), {
        description: 'Another name of the type, which filters and subscriptions accept. Events carry `type`.',
      }),
      description: Type.String({ description: 'The cause of the event.' }),
      object: Type.String({ description: 'The name of the schema of `data.object` in the API’s description.' }),
    },
    {
      description: 'An event type.',
      examples: [{ type: 'thread.created', alias: null, description: 'A thread was created.', object: 'Thread' }],
    },
  ),
)

const types = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Types or their aliases, separated by commas; all by default.',
  examples: ['thread.created,message.created'],
})
const after = (text: string) => Type.String({ pattern: '^(evt_)?[0-7][0-9a-hjkmnp-tv-z]{25}$', description: text })
const presence = Type.Boolean({ description: 'Whether to also report presence in threads.' })
const visitors = Type.Boolean({ description: 'With `presence=true`: whether to also report websites’ visitors in their chats.' })
const reset = 'Show events after this one, unless the header Last-Event-ID is sent. For a deleted event the stream starts with `reset`.'

const position = Type.String({
  description:
    'Show events after this one: its id, its `sequence`, or `latest` for none but those that are yet to come. With `sort=-sequence` show ' +
    'those before it. A deleted event gives SVC-PAGINATION-INVALID_CURSOR.',
  examples: ['latest'],
})
const sort = component(
  'EventSort',
  choice({ sequence: 'Oldest first; the default.', '-sequence': 'Newest first.' }, { description: 'The sort order.' }),
)

export const EventFilters = closed({ types: Type.Optional(types), after: Type.Optional(position), sort: Type.Optional(sort) })
const names = Type.Boolean({
  description:
    'Whether each event of the feed has its type as `event:`. With `false` none has a name, so that `onmessage` of browsers gets all of ' +
    'them; `data` has the `type`. `reset`, `presence`, `visitor` and `notification.changed` keep their names. Default `true`.',
})

export const StreamFilters = closed({
  types: Type.Optional(types),
  after: Type.Optional(after(reset)),
  presence: Type.Optional(presence),
  visitors: Type.Optional(visitors),
  names: Type.Optional(names),
})
