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
      text: Type.String({
        minLength: 1,
        maxLength: 100_000,
        pattern: '\\S',
        description: 'The text, with variables such as `{{customer.firstName|there}}`.',
      }),
      format: Type.Optional(BodyFormat),
      use: Type.Optional(TextUse),
    },
    { examples: [{ text: 'Hello {{customer.firstName|there}}, your order is on its way.' }] },
  ),
)

export const TextPreview = component(
  'TextPreview',
  closed(
    {
      text: Type.String({ description: 'The text as it would be sent; sanitised if it is HTML.' }),
      format: BodyFormat,
      missing: Type.Array(Type.String(), { description: 'Variables without a value, which are left in `text`.' }),
    },
    {
      description: 'A text with its variables filled in.',
      examples: [{ text: 'Hello Ada, your order is on its way.', format: 'text', missing: [] }],
    },
  ),
)
