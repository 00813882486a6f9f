/** The public schema of a reply's default recipients. */
import { choice, closed, component, idInput, nullable, Type } from '#platform/schema.ts'
import { MailAddress } from '../record/message-email-schema.ts'

const reasons = {
  REMOVED: 'An agent removed them from the participants.',
  UNVERIFIED: 'A stranger whom no agent has added.',
  FAILED: 'Mail to it is returned for good. A reply goes to it all the same, but no automatic mail.',
}

const sendingModes = {
  MAIL_SERVER: 'A mail server sends it.',
  FILE: 'There is no mail server: it is kept as a file, its state becomes KEPT, and it reaches nobody.',
  CHANNEL:
    'It is delivered on the thread’s own channel: in the chat of a website, or by your own program. While an inbox with `hook` has no URL, the state becomes KEPT.',
  NONE: 'No inbox can send it.',
}

export const ThreadRecipients = component(
  'ThreadRecipients',
  closed(
    {
      from: nullable(MailAddress, { description: 'The sender of a mail; null if no inbox can send, or the reply is no mail.' }),
      sending: component('SendingMode', choice(sendingModes, { description: 'What would happen now to a reply.' })),
      to: Type.Array(MailAddress, { description: 'The recipients; empty if the customer has no address.' }),
      cc: Type.Array(MailAddress, { description: 'Who gets copies.' }),
      subject: Type.String({ description: 'The subject.' }),
      suppressed: Type.Array(
        closed({
          address: Type.String({ description: 'The e-mail address.' }),
          reason: component('SuppressedReason', choice(reasons, { description: 'What is wrong with the address.' })),
        }),
        { description: 'Addresses that are left out, or to which mail has failed.' },
      ),
    },
    {
      description: 'To whom a reply goes if it names no recipients.',
      examples: [
        {
          from: { name: 'Grace Hopper (Support)', address: 'support@example.com' },
          sending: 'MAIL_SERVER',
          to: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
          cc: [],
          subject: 'Re: The export is empty',
          suppressed: [],
        },
      ],
    },
  ),
)

export const RecipientsQuery = closed({
  inReplyToId: Type.Optional(idInput('msg', 'The message to answer, by default the latest mail of the customer or a participant.')),
})
