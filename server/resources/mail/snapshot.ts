/**
 * Everything that the bytes of a reply are composed from. It is stored with the reply, so that every attempt composes the same bytes, whatever
 * has changed on the thread, the inbox or the customer in the meantime. Plain JSON.
 */

export type Mailbox = { readonly name: string | null; readonly address: string }

/** A text of the API: HTML is sanitised. */
export type MailText = { readonly body: string; readonly bodyFormat: 'text' | 'html' }

export type MailSnapshot = {
  /** The id of the message. MIME boundaries contain it. */
  readonly id: string
  readonly from: Mailbox
  /** The envelope sender. Empty for automatic mail, which must not cause a bounce. */
  readonly envelopeFrom: string
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  /** Recipients that no header names. */
  readonly bcc: readonly Mailbox[]
  /** The address for replies, if not `from`. */
  readonly replyTo: Mailbox | null
  readonly subject: string
  /** Ids have no angle brackets. */
  readonly messageId: string
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  /** The time of the Date header, as an ISO time. */
  readonly date: string
  /** The value of X-Skein-Message, by which bounces are recognised. */
  readonly marker: string | null
  /** Further header fields, such as Thread-Index or Auto-Submitted. Their values are made into one line each. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly content: MailText
  /** Appended below the content. */
  readonly signature: MailText | null
  /** The message that is quoted below the signature. `attribution` is the line above it, from `writeAttribution`. */
  readonly quoted: ({ readonly attribution: string } & MailText) | null
}

/** Returns the line above a quotation. Freeze it: the format of times changes with versions of Node. */
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
