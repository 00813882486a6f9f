/** Public schemas of drafts, read marks and presence. */
import {
  anyCaseChoice,
  choice,
  closed,
  component,
  exampleId,
  idInput,
  idOutput,
  nullable,
  severalOf,
  time,
  Type,
  withRules,
} from '#platform/schema.ts'
import { attachments, BodyFormat, Thread } from '../threads/index.ts'

const kinds = { reply: 'A reply to the customer; the default.', note: 'An internal note.' }
const DraftKind = component('DraftKind', choice(kinds, { description: 'The kind of draft.' }))

export const DraftOf = closed({
  kind: Type.Optional(component('DraftKindInput', anyCaseChoice('lower', kinds, { description: 'The kind of draft.' }))),
})

const body = Type.String({ maxLength: 262_144, description: 'The text, unchanged; it is sanitised when it is sent.' })

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
      description: 'Unsent text for a thread. Each user has two private drafts per thread.',
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

/** Maximum characters of a draft's text in the list. */
export const maxDraftExcerpt = 140

const listParts = { thread: 'The thread of each draft, with its `preview`.' }

export const DraftListQuery = closed({
  include: Type.Optional(
    severalOf(component('DraftInclude', choice(listParts, { description: 'What each draft of the page has in addition.' }))),
  ),
})

export const ListedDraft = component(
  'ListedDraft',
  closed(
    {
      threadId: idOutput('thr', 'The thread.'),
      kind: DraftKind,
      excerpt: Type.String({
        description: `The beginning of the text, in one line of at most ${maxDraftExcerpt} characters. A longer text ends with \`…\`.`,
      }),
      attachmentCount: Type.Integer({ minimum: 0, description: 'The number of its files.' }),
      updatedAt: time('When it was last saved.'),
      thread: Type.Optional(
        nullable(Thread, { description: 'The thread: only with `include=thread`. Null if the thread was deleted meanwhile.' }),
      ),
    },
    {
      description: 'One of your drafts, shortened.',
      examples: [
        {
          threadId: exampleId('thr'),
          kind: 'reply',
          excerpt: 'Thank you, we are loo',
          attachmentCount: 0,
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
      readThrough: nullable(time('Until when.'), { description: 'The time of the latest read message; null if none was read.' }),
      unreadCount: Type.Integer({ minimum: 0, description: 'The number of later messages of others, including notes, up to 100.' }),
    },
    {
      description: 'The latest message that a user has read in a thread.',
      examples: [{ threadId: exampleId('thr'), readThrough: '2026-03-04T09:30:00.000Z', unreadCount: 0 }],
    },
  ),
)

export const ReadMarkUpdate = component(
  'ReadMarkUpdate',
  withRules(
    closed(
      {
        messageId: Type.Optional(idInput('msg', 'The latest read message; by default the thread’s latest message.')),
        unread: Type.Optional(Type.Boolean({ description: '`true` marks the whole thread as unread. Send no other field with it.' })),
        unreadFromMessageId: Type.Optional(
          idInput('msg', 'Marks this message and all later ones as unread, and earlier ones as read. Send no other field with it.'),
        ),
      },
      { examples: [{}] },
    ),
    (sent) =>
      Object.keys(sent)
        .slice(1)
        .map((field) => ({ field, code: 'NOT_ALLOWED', message: 'must not be sent with another field' })),
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
          { id: idOutput('usr', 'The user.'), name: Type.String({ description: 'The user’s name.' }) },
          { description: 'A user who is present in a thread.' },
        ),
      ),
      state: component('PresenceState', choice(states, { description: 'A user’s activity in a thread.' })),
      seenAt: time('The time of the last report.'),
    },
    { description: 'A user who is present in a thread.' },
  ),
)

export const Presence = component(
  'Presence',
  closed(
    {
      threadId: idOutput('thr', 'The thread.'),
      present: Type.Array(Present, { description: 'All users present within the last 45 seconds, including the caller.' }),
    },
    {
      description: 'The users who are present in a thread.',
      examples: [
        {
          threadId: exampleId('thr'),
          present: [{ user: { id: exampleId('usr'), name: 'Grace Hopper' }, state: 'TYPING', seenAt: '2026-03-04T09:30:40.000Z' }],
        },
      ],
    },
  ),
)

export const ThreadVisitor = component(
  'ThreadVisitor',
  closed(
    {
      id: idOutput('vst', 'The visitor.'),
      verified: Type.Boolean({ description: 'Whether the website has signed who the visitor is.' }),
      online: Type.Boolean({ description: 'Whether the visitor has the chat open.' }),
      typing: Type.Boolean({ description: 'Whether the visitor types in this thread.' }),
      pagePath: nullable(Type.String(), { description: 'The path of the page on which the visitor wrote last; null if it is not kept.' }),
      pageTitle: nullable(Type.String(), { description: 'The title of that page.' }),
      locale: nullable(Type.String(), { description: 'The language of the visitor’s browser.' }),
      lastSeenAt: time('When the visitor was last seen.'),
    },
    {
      description: 'The visitor of a website with whom a thread takes place.',
      examples: [
        {
          id: exampleId('vst'),
          verified: true,
          online: true,
          typing: false,
          pagePath: '/pricing',
          pageTitle: 'Pricing',
          locale: 'en-GB',
          lastSeenAt: '2026-03-04T09:30:40.000Z',
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
          anyCaseChoice('upper', { ...states, LEFT: 'Has left.' }, { description: 'The caller’s activity; default `VIEWING`.' }),
        ),
      ),
      leftThreadId: Type.Optional(idInput('thr', 'Another thread, which the caller leaves.')),
    },
    { examples: [{ state: 'TYPING' }] },
  ),
)
