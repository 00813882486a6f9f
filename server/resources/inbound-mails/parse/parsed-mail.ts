/** Declares a parsed mail: plain data that the parser thread sends to the service. All of it is untrusted. */
import type { Uuid } from '#platform/ids.ts'

/** An address in a header. `address` has no display name or angle brackets, and its domain is in lower case. */
export type MailAddress = { readonly name: string | null; readonly address: string }

/** A header field: `name` in lower case; `value` unfolded, with encoded words decoded, without NUL and line breaks. */
export type MailHeader = { readonly name: string; readonly value: string }

/** One recipient of a delivery status notification (RFC 3464). `status` is an enhanced code such as `5.1.1`. */
export type ReportedRecipient = {
  readonly address: string
  readonly action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded' | null
  readonly status: string | null
  /** First line of the diagnostic, at most 500 characters. */
  readonly reason: string | null
}

/** Kind of report, by content type or parts. */
export type MailReport = {
  readonly type: 'delivery-status' | 'disposition-notification' | 'feedback-report'
  readonly recipients: readonly ReportedRecipient[]
}

/** A part that becomes an attachment. `content` is a view of the mail's buffer, which all parts share. */
export type MailPart = {
  /** Id of the attachment. The parser chooses it, because the sanitised HTML refers to it. */
  readonly id: Uuid
  readonly filename: string
  /** Detected media type; `application/octet-stream` when the content contradicts the declared type. */
  readonly contentType: string
  /** Content-ID without angle brackets. */
  readonly contentId: string | null
  /** True only when the chosen HTML shows the part by its Content-ID. */
  readonly inline: boolean
  readonly content: Uint8Array
}

/** A part that was dropped. `size` is in bytes. */
export type OmittedPart = {
  readonly filename: string | null
  readonly contentType: string
  readonly size: number
  readonly reason: 'TOO_LARGE' | 'TOO_MANY' | 'ENCRYPTED' | 'UNREADABLE'
}

/** The sanitised body that agents see. */
export type MailBody = {
  readonly body: string
  readonly bodyFormat: 'text' | 'html'
  /** The whole body as plain text. */
  readonly bodyText: string
  /** Offset in `bodyText` at which the quoted history starts; null when nothing is folded. */
  readonly quotedFrom: number | null
  /** Offset in `bodyText` at which the reply starts: 0, or below a quotation at the top (bottom-posting). */
  readonly replyFrom: number
  /** `bodyText` without the history: the sender's new text. */
  readonly replyText: string
  /** True when the body was longer than a message may be and was truncated. */
  readonly truncated: boolean
}

/** The original mail in a forwarded one, from an attached `message/rfc822` or from the block in the text. */
export type ForwardedMail = {
  readonly from: MailAddress
  readonly subject: string | null
  readonly date: string | null
  readonly body: MailBody
  /** The forwarding person's text above the block, as plain text; empty if there is none. */
  readonly comment: string
}

export type ParsedMail = {
  /** All header fields in order, at most 256 KiB. */
  readonly headers: readonly MailHeader[]
  /** Addresses of all From headers. Empty when no address could be parsed. */
  readonly from: readonly MailAddress[]
  readonly sender: MailAddress | null
  readonly replyTo: readonly MailAddress[]
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
  /** Decoded and on one line, at most 998 characters; empty without a subject. */
  readonly subject: string
  /** Ids without angle brackets and spaces, each at most 998 characters. */
  readonly messageId: string | null
  readonly inReplyTo: readonly string[]
  /** The last hundred, in header order. */
  readonly references: readonly string[]
  /** The Date header as an ISO time; null when it cannot be parsed. */
  readonly date: string | null
  readonly body: MailBody
  readonly parts: readonly MailPart[]
  readonly omitted: readonly OmittedPart[]
  readonly security: 'NONE' | 'SIGNED' | 'ENCRYPTED'
  readonly report: MailReport | null
  /** The reply of an attendee to an invitation (METHOD:REPLY). */
  readonly calendarReply: { readonly uid: string; readonly attendee: string; readonly status: 'ACCEPTED' | 'DECLINED' | 'TENTATIVE' } | null
  readonly forwarded: ForwardedMail | null
}
