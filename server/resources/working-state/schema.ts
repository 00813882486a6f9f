/** Public schemas of drafts, read marks and presence. */
import { anyCaseChoice, choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '../../kit/index.ts'
import { attachments, BodyFormat } from '../threads/index.ts'

const kinds = { reply: 'A reply to the customer; the default.', note: 'An internal note.' }
const DraftKind = component('DraftKind', choice(kinds, { description: 'What a draft becomes.' }))

export const DraftOf = closed({
  kind: Type.Optional(component('DraftKindInput', anyCaseChoice('lower', kinds, { description: 'Which of the two drafts.' }))),
})

const body = Type.String({ maxLength: 262_144, description: 'The text so far, unchanged; it is sanitised only when it is sent.' })

export const Draft = component(
  'Draft',
  closed(
    {
      threadId: idOutput('thr', 'The thread.'),
      kind: DraftKind,
      body,
      bodyFormat: BodyFormat,
      attachments,
      updatedAt: time('When it was last saved.'),
    },
    {
      description: 'Unsent text for a thread. Each person has two drafts per thread, which nobody else sees.',
      examples: [
        {
          threadId: exampleId('thr'),
          kind: 'reply',
          body: 'Thank you, we are loo',
          bodyFormat: 'text',
          attachments: [],
          updatedAt: '2026-03-04T09:30:40.000Z',
        },
      ],
    },
  ),
)

export const DraftSave = component(
  'DraftSave',
  closed(
    { body, bodyFormat: Type.Optional(BodyFormat), attachments: Type.Optional(attachments) },
    { examples: [{ body: 'Thank you, we are loo' }] },
  ),
)

export const ReadMark = component(
  'ReadMark',
  closed(
    {
      threadId: idOutput('thr', 'The thread.'),
      readThrough: nullable(time('Until when.'), { description: 'The time of the latest message that was read; null when none was read.' }),
      unreadCount: Type.Integer({ minimum: 0, description: 'Later messages from others, including notes; counted up to 100.' }),
    },
    {
      description: 'How far somebody has read a thread.',
      examples: [{ threadId: exampleId('thr'), readThrough: '2026-03-04T09:30:00.000Z', unreadCount: 0 }],
    },
  ),
)

export const ReadMarkUpdate = component(
  'ReadMarkUpdate',
  closed(
    {
      messageId: Type.Optional(idInput('msg', 'The latest message that was read; without it, the latest of the thread.')),
      unread: Type.Optional(Type.Boolean({ description: '`true` marks the whole thread as unread.' })),
    },
    { examples: [{}] },
  ),
)

const states = { VIEWING: 'Viewing the thread.', TYPING: 'Typing a reply or a note.' }

const Present = component(
  'PresentPerson',
  closed(
    {
      user: component(
        'PresenceUser',
        closed(
          { id: idOutput('usr', 'The person.'), name: Type.String({ description: 'Their name.' }) },
          { description: 'A person who is present in a thread.' },
        ),
      ),
      state: component('PresenceState', choice(states, { description: 'What a person is doing in a thread.' })),
      seenAt: time('The time of the last report.'),
    },
    { description: 'A person who is present in a thread.' },
  ),
)

export const Presence = component(
  'Presence',
  closed(
    {
      threadId: idOutput('thr', 'The thread.'),
      present: Type.Array(Present, { description: 'Everybody who was present within the last 45 seconds, including the caller.' }),
    },
    {
      description: 'Who is present in a thread.',
      examples: [
        {
          threadId: exampleId('thr'),
          present: [{ user: { id: exampleId('usr'), name: 'Grace Hopper' }, state: 'TYPING', seenAt: '2026-03-04T09:30:40.000Z' }],
        },
      ],
    },
  ),
)

export const PresenceReport = component(
  'PresenceReport',
  closed(
    {
      state: Type.Optional(
        component(
          'PresenceStateInput',
          anyCaseChoice('upper', { ...states, LEFT: 'Has left.' }, { description: 'What the caller is doing; default `VIEWING`.' }),
        ),
      ),
      leftThreadId: Type.Optional(idInput('thr', 'Another thread, which the caller has left for this one.')),
    },
    { examples: [{ state: 'TYPING' }] },
  ),
)
