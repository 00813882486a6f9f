/** Request fields for the recipients and the sender of a message's mail. */
import { anyCaseChoice, component, idInput, type Static, Type } from '#platform/schema.ts'

export const maxRecipients = 50

const recipient = Type.String({
  minLength: 3,
  maxLength: 600,
  description: 'An address, or `Name <address>`.',
  examples: ['Ada <ada@example.com>'],
})

/** Declares a list of recipients. */
export const recipients = (description: string, minItems = 0) => Type.Array(recipient, { minItems, maxItems: maxRecipients, description })

/** Fields of a reply. */
export const mailFields = {
  to: Type.Optional(
    recipients('The recipients, at most 50 with `cc` and `bcc`. By default those that `GET /threads/{id}/recipients` shows.', 1),
  ),
  cc: Type.Optional(recipients('Who gets copies. By default, without `to`, those that `GET /threads/{id}/recipients` shows.')),
  bcc: Type.Optional(recipients('Who gets blind copies.')),
  sendBy: Type.Optional(
    component(
      'SendBy',
      anyCaseChoice(
        'upper',
        { CHANNEL: 'On the thread’s own channel, if its inbox sends; the default.', EMAIL: 'By mail.', NONE: 'It is not sent.' },
        {
          description:
            'How the message is sent. By default on the thread’s own channel: `capabilities.delivers` of its inbox says by whom.',
        },
      ),
    ),
  ),
  inReplyToId: Type.Optional(idInput('msg', 'The message that it answers, by default the latest mail of the customer or a participant.')),
  fromInboxId: Type.Optional(
    idInput('inb', 'The EMAIL inbox that sends it, by default the thread’s, or the oldest active one for threads of other inboxes.'),
  ),
}

/** The caller's settings for a message's mail. */
export type MailInput = {
  readonly [Name in keyof typeof mailFields]?: Static<(typeof mailFields)[Name]> | undefined
} & {
  /** Subject, if it differs from the default subject of a reply. */
  readonly subject?: string | undefined
  /** Date header, if the message is not sent now. */
  readonly date?: string | undefined
}
