/** The shape of a parsed mail: plain data that the parser thread sends to the service. Nothing in it is trusted. */
import type { Uuid } from '#platform/ids.ts'

/** An address of a header. `address` has no display name and no angle brackets, and its domain is in lower case. */
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

/** The kind of report a mail is, by its content type or its parts. */
export type MailReport = {
  readonly type: 'delivery-status' | 'disposition-notification' | 'feedback-report'
  readonly recipients: readonly ReportedRecipient[]
}

/** A part that becomes an attachment. `content` is a view of the mail's buffer, which all parts share. */
export type MailPart = {
  /** The id of the attachment, chosen by the parser because the sanitised HTML refers to it. */
  readonly id: Uuid
  readonly filename: string
  /** The recognised media type; `application/octet-stream` when the content contradicts the declared type. */
  readonly contentType: string
  /** Without angle brackets. */
  readonly contentId: string | null
  /** True only when the chosen HTML shows the part by its Content-ID. */
  readonly inline: boolean
  readonly content: Uint8Array
}

/** A part that is not kept. `size` is in bytes. */
export type OmittedPart = {
  readonly filename: string | null
  readonly contentType: string
  readonly size: number
  readonly reason: 'TOO_LARGE' | 'TOO_MANY' | 'ENCRYPTED' | 'UNREADABLE'
}

/** The body that agents see, already sanitised. */
export type MailBody = {
  readonly body: string
  readonly bodyFormat: 'text' | 'html'
  /** The whole body as plain text. */
  readonly bodyText: string
  /** The offset in `bodyText` at which the quoted history starts; null when nothing is folded. */
  readonly quotedFrom: number | null
  /** The offset in `bodyText` at which the reply starts: 0, or below a quotation at the start. */
  readonly replyFrom: number
  /** `bodyText` without the history: what the sender wrote now. */
  readonly replyText: string
  /** True when the body was longer than a message may be. */
  readonly truncated: boolean
}

/** The original mail inside a forwarded one, from an attached `message/rfc822` or from the block in the text. */
export type ForwardedMail = {
  readonly from: MailAddress
  readonly subject: string | null
  readonly date: string | null
  readonly body: MailBody
  /** Text of the forwarding person above the block, as plain text; empty for none. */
  readonly comment: string
}

export type ParsedMail = {
  /** All header fields in their order, at most 256 KiB. */
  readonly headers: readonly MailHeader[]
  /** Addresses of every From header. Empty when no address could be read. */
  readonly from: readonly MailAddress[]
  readonly sender: MailAddress | null
  readonly replyTo: readonly MailAddress[]
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
  /** Decoded and on one line, at most 998 characters; empty when there is none. */
  readonly subject: string
  /** Ids without angle brackets and spaces, each at most 998 characters. */
  readonly messageId: string | null
  readonly inReplyTo: readonly string[]
  /** The last hundred, in the order of the header. */
  readonly references: readonly string[]
  /** The Date header as an ISO time; null when it cannot be read. */
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
