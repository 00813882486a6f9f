/** Public schemas of threads that agents start by mail, and of messages that they forward. */
import { anyCaseChoice, closed, component, exampleId, idInput, Type } from '#platform/schema.ts'
import { subject, tags } from '../record/input-schema.ts'
import { attachments, bodyFormat, messageBody } from '../record/message-schema.ts'
import { recipients } from '../record/mail-fields.ts'

export const ThreadCompose = component(
  'ThreadCompose',
  closed(
    {
      inboxId: idInput('inb', 'The EMAIL inbox that sends it.'),
      to: recipients('The recipients, at most 50 with `cc` and `bcc`. Without `customerId`, the first one is the customer.', 1),
      cc: Type.Optional(recipients('Who gets copies.')),
      bcc: Type.Optional(recipients('Who gets blind copies.')),
      subject: Type.String({ ...subject, description: 'The subject, which is also the thread’s title.' }),
      body: messageBody,
      bodyFormat,
      attachments: Type.Optional(attachments),
      customerId: Type.Optional(idInput('cst', 'The customer, if not the first recipient.')),
      tags: Type.Optional(tags),
      status: Type.Optional(
        component(
          'ComposedStatus',
          anyCaseChoice(
            'lower',
            { open: 'Work to do; the default.', pending: 'Waiting for the answer.' },
            { description: 'The status of the thread.' },
          ),
        ),
      ),
      undoSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 120,
          description: 'Seconds until the mail is sent; until then `DELETE /messages/{id}` stops it.',
          examples: [0],
        }),
      ),
    },
    {
      examples: [
        {
          inboxId: exampleId('inb'),
          to: ['Ada Lovelace <ada@example.com>'],
          subject: 'Your export is ready',
          body: 'The export that you asked for by telephone is ready.',
        },
      ],
    },
  ),
)

export const ThreadForward = component(
  'ThreadForward',
  closed(
    {
      to: recipients('Whom to ask.', 1),
      messageIds: Type.Optional(
        Type.Array(idInput('msg', 'A message of the thread.'), {
          minItems: 1,
          maxItems: 20,
          description: 'The messages to forward, by default the latest one that the customer can see.',
        }),
      ),
      note: Type.Optional(
        Type.String({ ...messageBody, maxLength: 65_536, description: 'Text above the forwarded messages.', examples: ['Can you help?'] }),
      ),
      attachments: Type.Optional(Type.Boolean({ description: 'Whether the files of the messages are sent too; true by default.' })),
    },
    { examples: [{ to: ['expert@example.com'], note: 'Can you help?' }] },
  ),
)
