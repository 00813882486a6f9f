/** Bounces in the formats of several mail servers, and a parser that is sufficient for the tests of bounces. */
import { createSecrets } from '#platform/secrets.ts'
import { signMessage, signMessageId } from '../../server/resources/mail/index.ts'
import { readBounce } from '../../server/resources/inbound-mails/guards/read-bounce.ts'
import { settleBounce } from '../../server/resources/inbound-mails/guards/settle-bounce.ts'
import type { ParsedMail } from '../../server/resources/inbound-mails/parse/parsed-mail.ts'
import { decodeRawValue, readRawAddresses, readRawHeaders } from '../../server/resources/inbound-mails/threading/raw-headers.ts'

const secrets = createSecrets('a secret key of the tests, long enough')
const tenant = '0190a000-0000-7000-8000-000000000001'
export const message = '0190a000-0000-7000-8000-0000000000ff'
export const earlier = '0190a000-0000-7000-8000-0000000000ee'
export const id = signMessageId(secrets, tenant, message, 'example.com')
export const earlierId = signMessageId(secrets, tenant, earlier, 'example.com')

export type Report = ParsedMail['report']
type Options = { readonly report?: Report; readonly envelopeFrom?: string | null }

/** Parses the parts of a mail that these functions read. */
export function read(raw: string, { report = null, envelopeFrom = null }: Options = {}) {
  const bytes = Buffer.from(raw)
  const [head = '', ...body] = raw.split('\n\n')
  const headers = readRawHeaders(Buffer.from(head)).map(({ name, value }) => ({ name, value: decodeRawValue(value, 998) }))
  const values = (name: string) => headers.filter((header) => header.name === name).map(({ value }) => value)
  const mail = {
    headers,
    from: values('from').flatMap((value) => readRawAddresses(value, 5).map((address) => ({ name: null, address }))),
    subject: values('subject')[0] ?? '',
    report,
    inReplyTo: values('in-reply-to'),
    references: values('references'),
    body: { bodyText: body.join('\n\n') },
  }
  return readBounce({ mail, envelopeFrom }, bytes, secrets, tenant)
}

export function settle(raw: string, options: Options = {}, recipients = ['ada@example.net']) {
  const bounce = read(raw, options)
  if (bounce === null || bounce.signedMessages[0] !== message) return bounce === null ? 'no bounce' : 'no message'
  return settleBounce(bounce, recipients).map(({ address, state, code }) => [address, state, code])
}

export const returned = `From: Support <support@example.com>
To: ada@example.net, grace@example.net
Subject: Re: Empty export
Message-ID: <${id}>
References: <first@example.net> <${earlierId}> <${id}>
`
export const failed = (status: string | null = '5.1.1', address = 'ada@example.net'): Report => ({
  type: 'delivery-status',
  recipients: [{ address, action: 'failed', status, reason: '550 No such person' }],
})
export const bounced = (code: string | null) => [['ada@example.net', 'BOUNCED', code]]

/** `X-Skein-Message` of the message or of the earlier one. */
export const signed = (messageId: string) => signMessage(secrets, tenant, messageId)

/** Name, raw mail and code. */
export const serverBounces: readonly (readonly [string, string, string | null])[] = [
  [
    'qmail',
    `From: MAILER-DAEMON@mx.example.net
Subject: failure notice

Hello, this is the mail program of mx.example.net.
Your message did not reach these addresses. This is final.

<ada@example.net>:
No mailbox with that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <support@example.com>
${returned}`,
    '5.1.1',
  ],
  [
    'Exim',
    `X-Failed-Recipients: ada@example.net
From: Mail Delivery System <Mailer-Daemon@mx.example.net>
Subject: Mail delivery failed: returning message to sender

Mail for one of your recipients failed for good:

  ada@example.net
    SMTP error from remote server after RCPT TO:<ada@example.net>:
    550 Nobody here by that name (Exim 4.94.2)

------ This is a copy of your message, including all the headers. ------

${returned}`,
    '550',
  ],
  [
    'an old Sendmail',
    `From: MAILER-DAEMON (Mail Delivery Subsystem)
Subject: Returned mail: User unknown

   ----- The following addresses had permanent fatal errors -----
<ada@example.net>

   ----- Transcript of session follows -----
>>> RCPT To:<ada@example.net>
<<< 550 5.1.1 <ada@example.net>... User unknown

   ----- Original message follows -----
${returned}`,
    '5.1.1',
  ],
  [
    'Exchange, with the headers in HTML',
    `From: postmaster@example.net
Subject: Undeliverable: Re: Empty export
Content-Type: text/html

<p>ada@example.net was not found. Remote server returned '550 5.4.1 Recipient address rejected'</p>
<pre>Received: from a by b
Message-ID: &lt;${id.toUpperCase()}&gt;</pre>
`,
    '5.4.1',
  ],
  [
    'Yahoo',
    `From: MAILER-DAEMON@yahoo.example
Subject: Failure Notice

We could not send your message.

<ada@example.net>:
554: delivery error: dd This account has no room left. [-5] - mta.example

--- Below this line is a copy of the message.

Received: from a by b
${returned}`,
    null,
  ],
  [
    'a gateway that returns the headers in base64',
    `From: mdaemon@mx.example.net
Subject: Problem

A mail did not arrive: user unknown.
--b
Content-Transfer-Encoding: base64

${(
  Buffer.from(returned)
    .toString('base64')
    .match(/.{1,76}/g) ?? []
).join('\n')}
--b--
`,
    '5.1.1',
  ],
  [
    'a gateway that returns the headers in quoted-printable',
    `From: Mail-Daemon <mail-daemon@mx.example.net>
Subject: Problem
Content-Transfer-Encoding: quoted-printable

The account is unknown. Message-ID: =3C${id.slice(0, 20)}=
${id.slice(20).replace('@', '=40')}=3E
`,
    null,
  ],
  [
    'a server that names only X-Skein-Message',
    `Return-Path: <>
From: Delivery <delivery@example.net>
Subject: Zustellung fehlgeschlagen

Das Postfach gibt es nicht.

X-Skein-Message: ${signed(message)}
Message-ID: <replaced@relay.example>
References: <${earlierId}>
`,
    null,
  ],
  [
    'a server with an ordinary sender and subject line',
    `From: No Reply <noreply@example.net>
Subject: Delivery failure (Re: Empty export)

${returned}`,
    null,
  ],
  ['a bounce with nothing but headers', `From: postmaster\nSubject: ?\n\n${returned}`, null],
]
