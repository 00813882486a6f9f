/** Public schemas of replies. */
import { closed, component, idInput, time, Type } from '#platform/schema.ts'
import { CustomFieldValues } from '../../custom-fields/index.ts'
import { batchChangeFields } from '../change/batch-schema.ts'
import { mailFields } from '../record/mail-fields.ts'
import { parts } from '../record/part-schema.ts'
import { attachments, bodyFormat, messageBody } from '../record/message-schema.ts'

const expectedLastMessageId = idInput(
  'msg',
  'The latest message that you have seen. If the thread has newer messages, the reply is refused with their ids.',
)

export const ReplyChanges = component(
  'ReplyChanges',
  closed(
    {
      ...batchChangeFields,
      customFields: Type.Optional(CustomFieldValues),
      note: Type.Optional(Type.String({ ...messageBody, description: 'An internal note to add after the reply, in `noteFormat`.' })),
      noteFormat: bodyFormat,
    },
    {
      description: 'Changes of the thread in the same transaction as the reply.',
      minProperties: 1,
      examples: [{ status: 'resolved', addLabels: [] }],
    },
  ),
)

export const ReplyCreate = component(
  'ReplyCreate',
  closed(
    {
      body: messageBody,
      bodyFormat,
      attachments: Type.Optional(attachments),
      expectedLastMessageId: Type.Optional(expectedLastMessageId),
      sendAt: Type.Optional(time('When to send it, at most 30 days ahead. Until then it can be cancelled.')),
      undoSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 120,
          description: 'Seconds until the reply is sent; until then `DELETE /messages/{id}` cancels it. 0 sends it immediately.',
          examples: [10],
        }),
      ),
      changes: Type.Optional(ReplyChanges),
      parts: Type.Optional(parts),
      ...mailFields,
    },
    { examples: [{ body: 'Thank you, we are looking into it.', attachments: [] }] },
  ),
)
