/** Public schemas of what `include` adds to a list of threads. */
import { choice, closed, component, exampleId, idOutput, nullable, severalOf, time, Type } from '#platform/schema.ts'
import { AuthorType, MessageAuthor } from './message-schema.ts'

/** Maximum characters of a preview's text. */
export const maxPreviewLength = 140

const parts = { preview: 'The latest message of each thread, shortened.' }
const ThreadInclude = component('ThreadInclude', choice(parts, { description: 'What each thread of the page has in addition.' }))

/** The query parameter of lists of threads, alone and as a query. */
export const include = Type.Optional(severalOf(ThreadInclude))
export const ThreadInclusion = closed({ include })

export const ThreadPreview = component(
  'ThreadPreview',
  closed(
    {
      messageId: idOutput('msg', 'The message.'),
      authorType: AuthorType,
      author: nullable(MessageAuthor, { description: 'The author; null for programs.' }),
      internal: Type.Boolean({ description: 'A note that only agents see.' }),
      text: Type.String({
        description: `The message’s text in one line of at most ${maxPreviewLength} characters, in mails without quoted history. A longer one ends with \`…\`.`,
      }),
      attachmentCount: Type.Integer({ minimum: 0, description: 'The number of its files, not counting pictures in its text.' }),
      deletedAt: nullable(time('When the customer deleted it.'), { description: 'When the customer deleted the message.' }),
    },
    {
      description: 'The latest message of a thread, shortened.',
      examples: [
        {
          messageId: exampleId('msg'),
          authorType: 'AGENT',
          author: { id: exampleId('usr'), name: 'Grace Hopper' },
          internal: false,
          text: 'Thank you, we are looking into it.',
          attachmentCount: 0,
          deletedAt: null,
        },
      ],
    },
  ),
)
