/** Public schemas of previewing a text with variables. */
import { choice, closed, component, Type } from '#platform/schema.ts'
import { BodyFormat } from '../record/message-schema.ts'

const TextUse = component(
  'TextUse',
  choice(
    {
      REPLY: 'A reply by the caller’s user; variables without a value stay.',
      SIGNATURE: 'The signature below it, which is plain text; a variable without a value leaves nothing.',
      AUTO_REPLY: 'An automatic reply of the inbox, which is plain text and sanitises what customers wrote.',
    },
    { description: 'What the text is for.' },
  ),
)

export const TextPreviewRequest = component(
  'TextPreviewRequest',
  closed(
    {
      body: Type.String({
        minLength: 1,
        maxLength: 100_000,
        pattern: '\\S',
        description: 'The text, with variables such as `{{customer.firstName|there}}`.',
      }),
      bodyFormat: Type.Optional(BodyFormat),
      use: Type.Optional(TextUse),
    },
    { examples: [{ body: 'Hello {{customer.firstName|there}}, your order is on its way.' }] },
  ),
)

export const TextPreview = component(
  'TextPreview',
  closed(
    {
      body: Type.String({ description: 'The text as it would be sent; sanitised if it is HTML.' }),
      bodyFormat: BodyFormat,
      missing: Type.Array(Type.String(), { description: 'Variables without a value, which are left in `body`.' }),
    },
    {
      description: 'A text with its variables filled in.',
      examples: [{ body: 'Hello Ada, your order is on its way.', bodyFormat: 'text', missing: [] }],
    },
  ),
)
