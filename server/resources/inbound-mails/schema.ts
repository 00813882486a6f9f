/** Public schemas of inbound mails. */
import { choice, closed, component, emailInput, exampleId, idInput, idOutput, nullable, time, Type } from '#platform/schema.ts'

const MailTransport = component(
  'MailTransport',
  choice(
    {
      SMTP: 'The service’s SMTP port.',
      IMAP: 'A mailbox.',
      API: '`POST /inboxes/{id}/mails`.',
      PROVIDER: 'The request of a mail provider.',
    },
    { description: 'How a mail came in.' },
  ),
)

/** RESERVED, the state of a mail whose bytes are still arriving, is never public. */
const InboundMailOutcome = component(
  'InboundMailOutcome',
  choice(
    {
      RECEIVED: 'It is stored and waits to be processed.',
      MESSAGE: 'It became a message.',
      BOUNCE: 'It reported that a mail could not be delivered.',
      SUSPENDED: 'A guard stopped it. It waits to be released or discarded, and expires.',
      DUPLICATE: 'The same mail had arrived before.',
      OWN: 'The service itself had sent it.',
    },
    { description: 'What became of a mail.' },
  ),
)

export const suspensionCauses = {
  AUTOMATIC: 'An automatic reply that belongs to no thread.',
  BOUNCE_UNMATCHED: 'A delivery report about a mail that the service did not send.',
  BULK: 'Bulk mail, which the inbox suspends.',
  SPAM: 'The mail server marked it as spam.',
  AUTHENTICATION: 'Its sender failed the checks of its domain.',
  BLOCKED: 'A sender rule blocks its sender.',
  FLOOD: 'Its sender sent too many mails.',
  LOOP: 'It has passed through this service several times.',
  SELF_SENT: 'It claims to come from one of the tenant’s own addresses.',
  UNVERIFIED_AGENT: 'It claims to come from an agent, which could not be verified.',
  NO_SENDER: 'It has no sender who could be answered, such as `root@server`.',
  INBOX_INACTIVE: 'Its inbox is inactive.',
  TOO_MANY_PARTICIPANTS: 'Its thread has too many participants.',
  UNREADABLE: 'It could not be read.',
  FAILED: 'Processing it failed.',
} as const
const SuspensionCause = component('SuspensionCause', choice(suspensionCauses, { description: 'Why a mail was suspended.' }))

const fields = {
  id: idOutput('eml', 'The inbound mail.'),
  inboxId: nullable(idOutput('inb', 'The inbox.'), {
    description: 'The inbox; null until the mail is processed, if its transport does not name one.',
  }),
  transport: MailTransport,
  outcome: InboundMailOutcome,
  cause: nullable(SuspensionCause, { description: 'Why it was suspended; null otherwise.' }),
  from: nullable(Type.String(), { description: 'The sender’s address; null if it has none.' }),
  fromName: nullable(Type.String(), { description: 'The sender’s name; null if there is none, and until the mail is processed.' }),
  to: Type.Array(Type.String(), { description: 'The addresses in To and Cc.' }),
  subject: Type.String({ description: 'The subject.' }),
  messageId: nullable(Type.String(), { description: 'The Message-ID without angle brackets.' }),
  size: Type.Integer({ minimum: 0, description: 'Bytes of the raw mail.' }),
  threadId: nullable(idOutput('thr', 'The thread.'), { description: 'The thread that it belongs to; null for none.' }),
  resultId: nullable(idOutput('msg', 'The message.'), {
    description: 'The message that it became, or whose delivery it reports; null for none.',
  }),
  duplicateOf: nullable(idOutput('eml', 'The first mail.'), { description: 'The mail of which this is a duplicate.' }),
  differs: Type.Boolean({ description: 'Whether a duplicate has another body than the first mail.' }),
  attempts: Type.Integer({ minimum: 0, description: 'The number of attempts to process it.' }),
  lastError: nullable(Type.String(), { description: 'Why the last attempt failed.' }),
  receivedAt: time('When it was accepted.'),
  processedAt: nullable(time('When it was processed.'), { description: 'When it was processed; null while it waits.' }),
  expiresAt: nullable(time('When it is deleted.'), {
    description: 'When a suspended mail, or the raw mail of a duplicate that differs, is deleted. In the past for a discarded mail.',
  }),
}

export const mailExample = {
  id: exampleId('eml'),
  inboxId: exampleId('inb'),
  transport: 'SMTP' as const,
  outcome: 'SUSPENDED' as const,
  cause: 'AUTOMATIC' as const,
  from: 'ada@example.com',
  fromName: 'Ada Lovelace',
  to: ['support@example.com'],
  subject: 'Out of office',
  messageId: 'b1a2@example.com',
  size: 2_048,
  threadId: null,
  resultId: null,
  duplicateOf: null,
  differs: false,
  attempts: 1,
  lastError: null,
  receivedAt: '2026-03-04T09:30:00.000Z',
  processedAt: '2026-03-04T09:30:00.200Z',
  expiresAt: '2026-04-03T09:30:00.000Z',
}

export const InboundMail = component('InboundMail', closed(fields, { description: 'A mail that came in.', examples: [mailExample] }))

const MailPreview = component(
  'MailPreview',
  closed(
    {
      body: Type.String({ description: 'The body, sanitised.' }),
      bodyFormat: component(
        'MailPreviewFormat',
        choice({ text: 'Plain text.', html: 'HTML.' }, { description: 'The format of a mail’s body.' }),
      ),
      bodyText: Type.String({ description: 'The body as plain text.' }),
    },
    { description: 'A mail as its message would show it.' },
  ),
)

export const InboundMailDetails = component(
  'InboundMailDetails',
  closed(
    {
      ...fields,
      preview: nullable(MailPreview, {
        description:
          'The mail as its message would show it; null while it waits to be processed, and if the raw mail is gone or cannot be read in a few seconds.',
      }),
    },
    { description: 'A mail that came in, with its content.', examples: [{ ...mailExample, preview: null }] },
  ),
)

export const MailOriginal = component(
  'MailOriginal',
  closed(
    {
      url: Type.String({ format: 'uri', description: 'A link to the raw mail, as `message/rfc822`. It needs no credentials.' }),
      size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
      expiresAt: time('When the link expires, after five minutes.'),
    },
    {
      description: 'A link to a raw mail.',
      examples: [{ url: 'https://skein.example.com/files/v1.eyJrIjoiZW1sIn0', size: 2_048, expiresAt: '2026-03-04T09:35:00.000Z' }],
    },
  ),
)

export const MailLook = component(
  'MailLook',
  closed(
    {
      html: nullable(Type.String(), {
        description:
          'Sanitised HTML with colours, backgrounds and tables, for a frame without scripts. It loads nothing: the URL of a remote picture is in ' +
          '`data-remote`, and the Content-ID of a picture of the mail itself in `data-content-id`. Null if the mail has no HTML ' +
          'or more than can be shown.',
      }),
    },
    { description: 'A mail as its sender styled it.', examples: [{ html: '<p style="color: #b00">Overdue</p>' }] },
  ),
)

export const InboundMailFilters = closed({
  inboxId: Type.Optional(idInput('inb', 'Mails to this inbox.')),
  outcome: Type.Optional(InboundMailOutcome),
  cause: Type.Optional(SuspensionCause),
  expired: Type.Optional(
    Type.Boolean({ description: '`false` leaves out mails that were discarded or have expired; `true` lists only those.' }),
  ),
  from: Type.Optional(emailInput('Mails from this address.')),
  messageId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 998,
      description: 'Mails with this Message-ID, without angle brackets.',
      examples: ['b1a2@example.com'],
    }),
  ),
  receivedAfter: Type.Optional(time('Mails accepted after this time.')),
  receivedBefore: Type.Optional(time('Mails accepted before this time.')),
})

export const InboundMailRelease = component(
  'InboundMailRelease',
  closed(
    {
      inboxId: Type.Optional(
        nullable(idInput('inb', 'The inbox.'), { description: 'The inbox of a new thread. Default: the one that was addressed.' }),
      ),
      threadId: Type.Optional(
        nullable(idInput('thr', 'The thread.'), { description: 'The thread to which the message is added. Default: where it belongs.' }),
      ),
      customerId: Type.Optional(
        nullable(idInput('cst', 'The customer.'), { description: 'The customer who wrote the mail. Default: its sender.' }),
      ),
      allowSender: Type.Optional(Type.Boolean({ description: 'Whether to create a sender rule that allows the address.' })),
    },
    { examples: [{ allowSender: true }] },
  ),
)

export const InboundMailBatch = component(
  'InboundMailBatch',
  closed(
    {
      ids: Type.Array(idInput('eml', 'An inbound mail.'), { minItems: 1, maxItems: 100, description: 'The mails.' }),
      action: component(
        'InboundMailAction',
        choice({ RELEASE: 'They pass the guards.', DISCARD: 'They expire now.' }, { description: 'What happens to suspended mails.' }),
      ),
    },
    { examples: [{ ids: [exampleId('eml')], action: 'DISCARD' }] },
  ),
)

export const InboundMailBatchResult = component(
  'InboundMailBatchResult',
  closed(
    {
      mails: Type.Array(InboundMail, { description: 'The mails as they are now.' }),
      skipped: Type.Array(idOutput('eml', 'An inbound mail.'), { description: 'Mails that are not suspended.' }),
    },
    { description: 'The result of a batch.', examples: [{ mails: [mailExample], skipped: [] }] },
  ),
)
