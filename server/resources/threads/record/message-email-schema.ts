/** Public schemas of a message's mail and of its delivery. */
import { addedLater } from '#platform/outbox/stored-records.ts'
import { choice, closed, component, idOutput, nullable, time, Type, type Static } from '#platform/schema.ts'

export const MailAddress = component(
  'MailAddress',
  closed(
    { name: nullable(Type.String(), { description: 'The display name.' }), address: Type.String({ description: 'The e-mail address.' }) },
    { description: 'A name and an e-mail address.' },
  ),
)
const addresses = (description: string) => Type.Array(MailAddress, { description })

const authenticationResults = {
  PASS: 'It passed.',
  FAIL: 'It failed.',
  NONE: 'The sender’s domain does not use it.',
  UNKNOWN: 'It could not be checked.',
}
const AuthenticationResult = component('AuthenticationResult', choice(authenticationResults, { description: 'The result of a check.' }))

export const MessageEmail = component(
  'MessageEmail',
  closed(
    {
      direction: component(
        'MailDirection',
        choice({ IN: 'It came in.', OUT: 'It goes out.' }, { description: 'The direction of a mail.' }),
      ),
      subject: Type.String({ description: 'The subject.' }),
      from: nullable(MailAddress, { description: 'The sender.' }),
      replyTo: addresses('Where its sender wants replies.'),
      to: addresses('The recipients in To.'),
      cc: addresses('The recipients in Cc.'),
      bcc: addresses('The recipients of a blind copy; only of mails that go out.'),
      messageId: nullable(Type.String(), { description: 'The Message-ID without angle brackets.' }),
      inReplyTo: nullable(Type.String(), { description: 'The Message-ID of the mail that it answers.' }),
      references: Type.Array(Type.String(), { description: 'Message-IDs of earlier mails, at most fifty.' }),
      date: nullable(time('The sender’s time.'), { description: 'The time that the sender’s program wrote; it decides nothing.' }),
      automatic: nullable(
        component(
          'AutomaticMail',
          choice(
            {
              AUTO_REPLY: 'An automatic reply, such as an absence notice.',
              BULK: 'A newsletter, a list or a notification.',
              BOUNCE: 'A report that a mail could not be delivered.',
            },
            { description: 'The kind of an automatic mail.' },
          ),
        ),
        { description: 'Null for a mail that a person wrote.' },
      ),
      authentication: nullable(
        closed(
          {
            spf: AuthenticationResult,
            dkim: AuthenticationResult,
            dmarc: AuthenticationResult,
            domain: nullable(Type.String(), {
              description:
                'The domain that has vouched for the mail, by a signature or by DMARC. It is the domain of the address in From. Null when no ' +
                'domain has vouched: then anybody may have written the mail.',
            }),
            by: nullable(Type.String(), { description: 'The server that checked.' }),
          },
          { description: 'Whether the sender’s domain vouches for the mail.' },
        ),
        { description: 'Whether the sender’s domain vouches for the mail; null for mails that go out.' },
      ),
      sender: nullable(
        component(
          'MailSender',
          choice(
            { PARTICIPANT: 'Takes part in the thread.', NEW: 'Wrote into the thread for the first time.', AGENT: 'An agent.' },
            { description: 'Who the sender is to the thread.' },
          ),
        ),
        { description: 'Who the sender is to the thread; null for mails that go out.' },
      ),
      replyText: Type.String({ description: 'What the sender wrote, without the quoted history.' }),
      quotedFrom: nullable(Type.Integer({ minimum: 0 }), {
        description: 'The offset in `bodyText` at which the quoted history starts; null for none.',
      }),
      security: component(
        'MailSecurityState',
        choice({ NONE: 'Neither.', SIGNED: 'It is signed.', ENCRYPTED: 'It is encrypted.' }, { description: 'Signature and encryption.' }),
      ),
      omitted: Type.Array(
        closed({
          filename: nullable(Type.String(), { description: 'The name of the file.' }),
          contentType: Type.String({ description: 'The media type.' }),
          size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
          reason: component(
            'OmittedReason',
            choice(
              {
                TOO_LARGE: 'The mail’s files are too large together.',
                TOO_MANY: 'The mail has too many files.',
                ENCRYPTED: 'It is encrypted.',
                UNREADABLE: 'It could not be read.',
              },
              { description: 'Why a file is missing.' },
            ),
          ),
        }),
        { description: 'Files of the mail that were not kept.' },
      ),
      bodyTruncated: Type.Boolean({ description: 'Whether the body was longer than a message can be.' }),
      sentOutside: Type.Boolean({ description: 'Whether an agent wrote it in a mail program.' }),
    },
    { description: 'The mail of a message.' },
  ),
)
export type MessageEmailWire = Static<typeof MessageEmail>

/** A mail as stored with its message. The presenter derives `replyText` from the text, `replyFrom` and `quotedFrom`. */
export type StoredEmail = Omit<MessageEmailWire, 'replyText'> & {
  /** Headers Thread-Index and Thread-Topic, which replies echo and the API does not show. */
  threadIndex?: string
  threadTopic?: string
  /** True for a mail to which no program may reply, such as one from a mailing list. The API does not show it. */
  readonly noAutoReply?: true
  /** True for a mail in a thread with an unproved sender: people named in it get no replies. The API does not show it. */
  readonly isUnproved?: true
  /** Offset in the text at which the reply starts, for a mail that begins with a quotation. Otherwise 0. */
  readonly replyFrom?: number
}

const DeliveryState = component(
  'MessageDeliveryState',
  choice(
    {
      NOT_APPLICABLE: 'Nothing is sent: a message of the customer, a note, or a channel without delivery.',
      QUEUED: 'It is waiting to be sent.',
      SENT: 'The channel has accepted it.',
      DELIVERED: 'It has arrived.',
      BOUNCED: 'It was returned.',
      FAILED: 'It could not be sent, and will not be retried.',
      KEPT: 'It reached nobody: it was written to a file, because there is no mail server, or the inbox has no URL of your program yet.',
    },
    { description: 'The delivery state of a message.' },
  ),
)

export const MessageDelivery = component(
  'MessageDelivery',
  closed(
    {
      state: DeliveryState,
      channel: nullable(Type.String(), { description: 'The channel by which it is sent; null if nothing is sent.' }),
      attempts: Type.Integer({ minimum: 0, description: 'The number of attempts.' }),
      lastError: nullable(Type.String(), { description: 'The reason why the last attempt failed.' }),
      nextAttemptAt: nullable(time('When.'), { description: 'When the next attempt is made; null if none is planned.' }),
      uncertain: Type.Boolean({
        description: 'Whether an attempt ended without the mail server’s response, so that it may have been sent twice.',
      }),
      providerId: nullable(Type.String(), { description: 'The id that the mail server or your program gave it.' }),
      recipients: Type.Array(
        closed({
          address: Type.String({ description: 'The e-mail address, or the address in the form of the channel’s provider.' }),
          kind: component(
            'RecipientKind',
            choice({ TO: 'In To.', CC: 'In Cc.', BCC: 'A blind copy.' }, { description: 'The kind of recipient.' }),
          ),
          state: DeliveryState,
          code: nullable(Type.String(), { description: 'The mail server’s code, such as `5.1.1`.' }),
          reason: nullable(Type.String(), { description: 'The mail server’s reason.' }),
          at: time('When the state last changed.'),
          seenAt: addedLater(
            nullable(time('When.'), { description: 'When the channel reported that the recipient has seen it; null if it has not.' }),
            () => null,
          ),
        }),
        { description: 'The state of each recipient. The state of the message is the worst of them.' },
      ),
    },
    { description: 'Delivery of a message on its thread’s channel.' },
  ),
)
export type Delivery = Static<typeof MessageDelivery>

export const inReplyToId = nullable(idOutput('msg', 'A message.'), { description: 'The message of the thread that it answers.' })
