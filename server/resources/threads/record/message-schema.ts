/** Public schemas of messages. */
import { databaseNow } from '#platform/database-now.ts'
import { addedLater } from '#platform/outbox/stored-records.ts'
import {
  severalOf,
  anyCaseChoice,
  choice,
  closed,
  component,
  exampleId,
  idInput,
  idOutput,
  nullable,
  time,
  Type,
  withRules,
} from '#platform/schema.ts'
import { BodyFormat, ThreadChannel } from '../../thread-words/index.ts'
import { attachments } from '../../uploads/index.ts'
import { maxBodyLength } from './message-body.ts'
import { MessagePart } from './part-schema.ts'
import { inReplyToId, MessageDelivery, MessageEmail } from './message-email-schema.ts'

const authors = {
  AGENT: 'A user of the tenant.',
  CUSTOMER: 'The customer.',
  BOT: 'A program that answers customers.',
  SYSTEM: 'The service itself.',
}
const authorDescription = 'The kind of author.'
export const AuthorType = component('AuthorType', choice(authors, { description: authorDescription }))
export const AuthorTypeInput = component('AuthorTypeInput', anyCaseChoice('upper', authors, { description: authorDescription }))

export const messageBody = Type.String({
  minLength: 1,
  maxLength: maxBodyLength,
  pattern: '\\S',
  description:
    'Plain text or HTML. Text is kept verbatim; HTML is sanitised, and must contain words. Without `bodyFormat`, a body with a known HTML element is HTML.',
  examples: ['The CSV export has been empty since Monday.'],
})

export { attachments, BodyFormat }
export const bodyFormat = Type.Optional(BodyFormat)

const MentionedTeam = component(
  'MentionedTeam',
  closed({ teamId: idInput('tea', 'The team, whose members are mentioned.') }, { description: 'A team to mention.' }),
)

/** Milliseconds that `sentAt` may be in the future, because the caller's clock may be ahead. */
const maxClockSkewMs = 60_000

export const MessageCreate = component(
  'MessageCreate',
  withRules(
    closed(
      {
        body: messageBody,
        bodyFormat,
        authorType: Type.Optional(AuthorTypeInput),
        internal: Type.Optional(Type.Boolean({ description: 'A note that only agents see. Notes are written by agents.' })),
        mentions: Type.Optional(
          Type.Array(Type.Union([idInput('usr', 'A user of the tenant.'), MentionedTeam], { description: 'A user or a team.' }), {
            maxItems: 20,
            description: 'The users and teams to mention, who are notified; `message.created` names them. Only for internal notes.',
            examples: [[]],
          }),
        ),
        attachments: Type.Optional(attachments),
        externalId: Type.Optional(
          Type.String({ minLength: 1, maxLength: 998, description: 'The message’s id in its source, such as an e-mail Message-ID.' }),
        ),
        sentAt: Type.Optional(time('When it was written, for imported history; becomes `createdAt`. Not in the future.')),
      },
      { examples: [{ body: 'It works again, thank you!' }] },
    ),
    ({ internal, authorType, sentAt, mentions = [] }) => [
      ...(mentions.length > 0 && !internal
        ? [{ field: 'mentions', code: 'NOT_ALLOWED', message: 'must be empty except in an internal note' }]
        : []),
      ...(internal && (authorType ?? 'AGENT') !== 'AGENT'
        ? [{ field: 'authorType', code: 'NOT_ALLOWED', message: 'must be AGENT for an internal note' }]
        : []),
      ...(sentAt !== undefined && Date.parse(sentAt) > databaseNow() + maxClockSkewMs
        ? [{ field: 'sentAt', code: 'NOT_ALLOWED', message: 'must not be in the future' }]
        : []),
    ],
  ),
)

export const MessageFilters = closed({
  sort: Type.Optional(
    component(
      'MessageSort',
      choice({ createdAt: 'Oldest first.', '-createdAt': 'Newest first; the default.' }, { description: 'The sort order.' }),
    ),
  ),
  after: Type.Optional(
    Type.String({
      pattern: '^(msg_)?[0-7][0-9a-hjkmnp-tv-z]{25}$|^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.+Z-]{1,24}$',
      description: 'Only messages later than this one of the thread, by its id, or than this time, whatever the order.',
    }),
  ),
  authorType: Type.Optional(severalOf(AuthorTypeInput)),
})

export const MessageAuthor = component(
  'MessageAuthor',
  closed(
    {
      id: Type.String({ description: 'A user (`usr_…`) or a customer (`cst_…`).' }),
      name: nullable(Type.String(), { description: 'The author’s name.' }),
    },
    { description: 'The kind of author.' },
  ),
)

const Attachment = component(
  'Attachment',
  closed(
    {
      id: idOutput('att', 'The attachment.'),
      filename: Type.String({ description: 'The name to show.' }),
      contentType: Type.String({ description: 'The media type.' }),
      size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
      inline: Type.Boolean({ description: 'Whether the body shows it.' }),
      contentId: nullable(Type.String(), { description: 'Its Content-ID in the mail.' }),
      url: nullable(Type.String(), {
        description:
          'A signed download URL, valid for five minutes. Read the message again to get a new one. A browser shows pictures and PDF, and saves other files; with `&download` at the end of the URL it saves every file. Null in events, and if the file was deleted.',
      }),
    },
    { description: 'A file of a message.' },
  ),
)

export const messageExample = {
  id: exampleId('msg'),
  threadId: exampleId('thr'),
  authorType: 'AGENT',
  author: { id: exampleId('usr'), name: 'Grace Hopper' },
  body: 'Thank you, we are looking into it.',
  bodyFormat: 'text',
  bodyText: 'Thank you, we are looking into it.',
  internal: false,
  automatic: false,
  silent: false,
  mentions: [],
  mentionedTeamIds: [],
  attachments: [],
  channel: null,
  email: null,
  inReplyToId: null,
  clientId: null,
  parts: [],
  delivery: {
    state: 'NOT_APPLICABLE',
    channel: null,
    attempts: 0,
    lastError: null,
    nextAttemptAt: null,
    uncertain: false,
    providerId: null,
    recipients: [],
  },
  sendAt: null,
  externalId: null,
  editedAt: null,
  deletedAt: null,
  createdAt: '2026-03-04T09:31:00.000Z',
}

export const Message = component(
  'Message',
  closed(
    {
      id: idOutput('msg', 'The message.'),
      threadId: idOutput('thr', 'The thread.'),
      authorType: AuthorType,
      author: nullable(MessageAuthor, { description: 'The author; null for programs.' }),
      body: Type.String({
        description:
          'Text as it was sent, or sanitised HTML. The URL of a picture is in `data-remote` instead of `src`, so that showing the body ' +
          'loads nothing. In mails, a picture of the mail itself has the id of its attachment in `data-attachment`, and an empty ' +
          '`<span data-quoted>` marks where the quoted history starts.',
      }),
      bodyFormat: BodyFormat,
      bodyText: Type.String({ description: 'The body as plain text.' }),
      internal: Type.Boolean({ description: 'A note that only agents see.' }),
      automatic: Type.Boolean({
        description:
          'Written by a program: a bot, the service, a SERVICE user or somebody’s mail program. It answers nobody, and starts no wait.',
      }),
      silent: addedLater(
        Type.Boolean({
          description:
            'A message of the service that needs no attention, such as a request for a rating: it does not become the thread’s latest message, and does not make the thread unread.',
        }),
        () => false,
      ),
      mentions: Type.Array(idOutput('usr', 'A user.'), { description: 'The users whom an internal note mentions.' }),
      mentionedTeamIds: Type.Array(idOutput('tea', 'A team.'), { description: 'The teams that an internal note mentions.' }),
      attachments: Type.Array(Attachment, { description: 'Files of the message.' }),
      channel: nullable(ThreadChannel, { description: 'The channel from which it came or to which it goes; null if unknown or internal.' }),
      email: nullable(MessageEmail, { description: 'The mail; null if the message is none.' }),
      inReplyToId,
      clientId: nullable(Type.String(), { description: 'The id that the visitor’s program gave it.' }),
      parts: addedLater(Type.Array(MessagePart, { description: 'What a website chat shows below the text.' }), () => []),
      delivery: addedLater(MessageDelivery, () => null),
      sendAt: nullable(time('When it is to be sent.'), {
        description: 'When a scheduled reply will be sent; null after it has been sent.',
      }),
      externalId: nullable(Type.String(), { description: 'The message’s id in its source.' }),
      editedAt: addedLater(
        nullable(time('When.'), { description: 'When the customer last changed the message in their own program; null if never.' }),
        () => null,
      ),
      deletedAt: addedLater(
        nullable(time('When.'), {
          description:
            'When the customer deleted the message in their own program; null if never. Its text is empty and its files are gone.',
        }),
        () => null,
      ),
      createdAt: time('When it was written.'),
    },
    { description: 'One message of a thread.', examples: [messageExample] },
  ),
)
