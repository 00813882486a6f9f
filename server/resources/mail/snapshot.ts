/**
 * Everything that determines the bytes of a reply. It is stored with the reply, so that every attempt composes the same bytes, whatever has
 * changed on the thread, the inbox or the customer. Plain JSON.
 */

export type Mailbox = { readonly name: string | null; readonly address: string }

/** A text of the API. HTML is sanitised. */
export type MailText = { readonly body: string; readonly bodyFormat: 'text' | 'html' }

export type MailSnapshot = {
  /** Id of the message, which MIME boundaries contain. */
  readonly id: string
  readonly from: Mailbox
  /** The envelope sender. Empty for automatic mail, which must not cause a bounce. */
  readonly envelopeFrom: string
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  /** Recipients in no header. */
  readonly bcc: readonly Mailbox[]
  /** Address for replies, if it differs from `from`. */
  readonly replyTo: Mailbox | null
  readonly subject: string
  /** Message-ID without angle brackets. */
  readonly messageId: string
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  /** Date header, as an ISO time. */
  readonly date: string
  /** X-Skein-Message header, by which bounces are recognised. */
  readonly marker: string | null
  /** Further header fields, such as Thread-Index or Auto-Submitted. Values are converted to single lines. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly content: MailText
  /** Signature below the content. */
  readonly signature: MailText | null
  /** Quoted message below the signature. `attribution` is the line above it, from `writeAttribution`. */
  readonly quoted: ({ readonly attribution: string } & MailText) | null
}

/** Returns the attribution line above a quotation. Store the result: time formats change with Node versions. */
export function writeAttribution({
  date,
  name,
  locale,
  timezone,
}: {
  date: string
  name: string
  locale: string
  timezone: string
}): string {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  return `On ${new Intl.DateTimeFormat(locale, { ...parts, timeZone: timezone }).format(new Date(date))}, ${name} wrote:`
}
