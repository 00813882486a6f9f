/** Public schemas of visitors' conversations. */
import {
  choice,
  closed,
  component,
  emailInput,
  exampleId,
  idInput,
  idOutput,
  nullable,
  time,
  trimmedText,
  Type,
  withRules,
} from '#platform/schema.ts'
import { CustomFieldValues } from '../../custom-fields/index.ts'
import { BodyFormat, MessagePart } from '../../threads/index.ts'
import { WidgetPerson } from '../config/schema.ts'

const example = {
  id: exampleId('msg'),
  threadId: exampleId('thr'),
  sequence: 1_772_616_660_000,
  from: 'TEAM',
  name: 'Grace',
  body: 'Thank you, we are looking into it.',
  bodyFormat: 'text',
  bodyText: 'Thank you, we are looking into it.',
  parts: [],
  attachments: [],
  createdAt: '2026-03-04T09:31:00.000Z',
  deliveredAt: null,
  seenAt: null,
  clientId: null,
}

const File = component(
  'WidgetFile',
  closed(
    {
      id: idOutput('att', 'The file.'),
      filename: Type.String({ description: 'The name to show.' }),
      contentType: Type.String({ description: 'The media type.' }),
      size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
      url: nullable(Type.String(), {
        description: 'A signed download URL, valid for five minutes; null in streams, and if the file was deleted.',
      }),
    },
    { description: 'A file of a message in a chat.' },
  ),
)

export const WidgetMessage = component(
  'WidgetMessage',
  closed(
    {
      id: idOutput('msg', 'The message.'),
      threadId: idOutput('thr', 'The conversation.'),
      sequence: Type.Integer({
        description:
          'The message’s position in its conversation: it grows with each new message. It is the message’s time in Unix milliseconds.',
      }),
      from: component(
        'WidgetSender',
        choice(
          { VISITOR: 'The visitor.', TEAM: 'Somebody of the team, or its bot.', SYSTEM: 'The service.' },
          { description: 'Who wrote a message.' },
        ),
      ),
      name: nullable(Type.String(), { description: 'The first name of the person of the team; null for other senders.' }),
      body: Type.String({ description: 'Text, or sanitised HTML.' }),
      bodyFormat: BodyFormat,
      bodyText: Type.String({ description: 'The body as plain text.' }),
      parts: Type.Array(MessagePart, { description: 'What to show below the text.' }),
      attachments: Type.Array(File, { description: 'Its files.' }),
      createdAt: time('When it was written.'),
      deliveredAt: nullable(time('When.'), {
        description: 'When the visitor’s program reported that it has the team’s message; null before, and for the visitor’s own messages.',
      }),
      seenAt: nullable(time('When.'), {
        description: 'When the visitor saw the team’s message; null before, and for the visitor’s own messages.',
      }),
      clientId: nullable(Type.String(), { description: 'The id that the visitor’s program gave it.' }),
    },
    { description: 'A message of a chat, as its visitor sees it.', examples: [example] },
  ),
)

export const WidgetThread = component(
  'WidgetThread',
  closed(
    {
      id: idOutput('thr', 'The conversation.'),
      subject: Type.String({ description: 'Its subject: at first the beginning of its first message.' }),
      state: component(
        'WidgetThreadState',
        choice(
          { OPEN: 'It goes on.', ENDED: 'It is resolved. A new message opens it again, or begins one that follows it.' },
          { description: 'The state of a conversation.' },
        ),
      ),
      person: nullable(WidgetPerson, { description: 'Who answers; null while nobody does.' }),
      lastMessage: WidgetMessage,
      unread: Type.Integer({ minimum: 0, maximum: 100, description: 'The number of messages that the visitor has not seen, up to 100.' }),
      seenThrough: nullable(time('When.'), {
        description:
          'When the latest message of the visitor that the team has seen was written; null before. Nothing says who has seen it.',
      }),
      rating: nullable(
        component(
          'WidgetRating',
          closed(
            {
              score: Type.Integer({ minimum: 1, maximum: 5, description: 'From 1 (very bad) to 5 (very good).' }),
              comment: nullable(Type.String(), { description: 'What the visitor added.' }),
            },
            { description: 'A visitor’s rating of a conversation.' },
          ),
        ),
        { description: 'The visitor’s rating; null if there is none.' },
      ),
      createdAt: time('When it began.'),
      lastMessageAt: time('When its last message was written.'),
    },
    {
      description: 'A conversation of a website’s visitor.',
      examples: [
        {
          id: exampleId('thr'),
          subject: 'The export is empty',
          state: 'OPEN',
          person: { name: 'Grace', initials: 'GH', online: true },
          lastMessage: example,
          unread: 1,
          seenThrough: '2026-03-04T09:30:00.000Z',
          rating: null,
          createdAt: '2026-03-04T09:30:00.000Z',
          lastMessageAt: '2026-03-04T09:31:00.000Z',
        },
      ],
    },
  ),
)

/** Maximum characters of a visitor's message. */
export const maxTextLength = 8_192

/** Ids of files that a visitor attaches to a message. */
export const uploadIds = Type.Optional(
  Type.Array(idInput('upl', 'A file that this visitor has sent with `POST /widget/uploads`.'), {
    maxItems: 10,
    uniqueItems: true,
    description: 'Files of the message.',
  }),
)

const content = {
  body: Type.Optional(
    Type.String({
      maxLength: maxTextLength,
      description: 'The text. Required unless the message has files.',
      examples: ['The export is empty.'],
    }),
  ),
  clientId: Type.String({
    pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    description:
      'A UUID that your program makes for each message. The same one again is the same message: the first one is returned, and nothing is written.',
    examples: ['0b5c7f6e-3f0f-4b7e-9d5a-2f6f2f1d9a10'],
  }),
  uploadIds,
}
const page = Type.Optional(
  closed(
    {
      path: Type.String({ maxLength: 2_048, description: 'The path of the page. Its query and fragment are not kept.' }),
      title: Type.Optional(Type.String({ maxLength: 255, description: 'The title of the page.' })),
    },
    { description: 'The page on which the visitor writes. Kept only if the inbox’s `widget.pageUrl` is PATH.' },
  ),
)

const needsWords = ({ body = '', uploadIds: files = [], choiceId }: { body?: string; uploadIds?: unknown[]; choiceId?: string }) =>
  body.trim() === '' && files.length === 0 && choiceId === undefined
    ? [{ field: 'body', code: 'REQUIRED', message: 'must contain words, unless the message has files' }]
    : []

const example2 = { body: 'The export is empty.', clientId: '0b5c7f6e-3f0f-4b7e-9d5a-2f6f2f1d9a10' }

export const WidgetThreadCreate = component(
  'WidgetThreadCreate',
  withRules(
    closed(
      {
        ...content,
        preChat: Type.Optional(
          closed(
            {
              name: Type.Optional(
                trimmedText({ maxLength: 255, description: 'The name that the visitor typed.', examples: ['Ada Lovelace'] }),
              ),
              email: Type.Optional(emailInput('The address that the visitor typed. It proves nothing.')),
              fields: Type.Optional(CustomFieldValues),
            },
            { description: 'What the visitor was asked, by `widget.preChat` of the inbox. Other custom fields are ignored.' },
          ),
        ),
        page,
      },
      { examples: [example2] },
    ),
    needsWords,
  ),
)

export const WidgetMessageCreate = component(
  'WidgetMessageCreate',
  withRules(
    closed(
      {
        ...content,
        choiceId: Type.Optional(
          Type.String({
            maxLength: 64,
            description: 'An option of a message of this conversation. Its label becomes the text.',
            examples: ['yes'],
          }),
        ),
        page,
      },
      { examples: [example2] },
    ),
    needsWords,
  ),
)

export const WidgetMessageFilters = closed({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'A `sequence`: only later messages, oldest first. To catch up after a pause, send that of the last message you have.',
    }),
  ),
})

export const WidgetThreadRead = component(
  'WidgetThreadRead',
  closed(
    {
      sequence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'The `sequence` of the latest message.' }),
      state: Type.Optional(
        component(
          'WidgetReceipt',
          choice(
            { DELIVERED: 'Your program has them, but they are not on the screen.', SEEN: 'The visitor has seen them; the default.' },
            { description: 'What became of the messages up to this one.' },
          ),
        ),
      ),
    },
    { examples: [{ sequence: 1_772_616_660_000 }] },
  ),
)

export const WidgetUnread = component(
  'WidgetUnread',
  closed(
    { unread: Type.Integer({ minimum: 0, description: 'The number of messages in all conversations that the visitor has not seen.' }) },
    { description: 'What a visitor has not seen.', examples: [{ unread: 1 }] },
  ),
)

export const WidgetRatingCreate = component(
  'WidgetRatingCreate',
  closed(
    {
      score: Type.Integer({ minimum: 1, maximum: 5, description: 'From 1 (very bad) to 5 (very good).' }),
      comment: Type.Optional(Type.String({ maxLength: 4_000, description: 'What the visitor adds.' })),
    },
    { examples: [{ score: 5 }] },
  ),
)

export const WidgetTranscript = component(
  'WidgetTranscript',
  closed(
    { email: emailInput('The visitor’s address.') },
    { description: 'A mail with a conversation.', examples: [{ email: 'ada@example.com' }] },
  ),
)
