/** Public schemas of replies. */
import { closed, component, idInput, time, Type } from '../../../kit/index.ts'
import { CustomFieldValues } from '../../custom-fields/index.ts'
import { batchChangeFields } from '../batches/batch-schema.ts'
import { attachments, bodyFormat, messageBody } from './message-schema.ts'

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
      description: 'Changes of the thread that are made together with the reply: all of it happens, or nothing.',
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
          description:
            'Sends it after this many seconds; until then it can be cancelled with `DELETE /messages/{id}`. 0 sends it immediately.',
          examples: [10],
        }),
      ),
      changes: Type.Optional(ReplyChanges),
    },
    { examples: [{ body: 'Thank you, we are looking into it.', attachments: [] }] },
  ),
)
