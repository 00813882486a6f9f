/** The parts of a mail, before they are rendered as text and HTML. */

/** A paragraph of text, a link, or a list of facts. Links and facts are rendered on lines of their own. */
export type Paragraph =
  | string
  | { readonly link: { readonly label: string; readonly url: string } }
  | { readonly facts: readonly Fact[] }
  /** A small link at the end of a sentence, for what the reader rarely wants. HTML does not show its URL. */
  | { readonly quietLink: { readonly text: string; readonly label: string; readonly url: string } }
  /** Links side by side, from which the reader chooses one. */
  | { readonly choices: readonly { readonly label: string; readonly url: string }[] }
export type Fact = readonly [name: string, value: string]
export type MailContent = {
  readonly subject: string
  /** Headline of the mail; the subject if absent. */
  readonly heading?: string
  /** Small line below the headline, such as a ticket number. */
  readonly reference?: string
  readonly paragraphs: readonly Paragraph[]
  /** Page on which the reader can unsubscribe, for mail programs. */
  readonly unsubscribe?: string
  /** True if a POST to that page is enough, so that mail programs can offer a one-click button (RFC 8058). */
  readonly unsubscribesByPost?: boolean
  /** The language of the texts, if not English. */
  readonly language?: string
  /** The address for replies, if not the sender. */
  readonly replyTo?: string
  /** An iCalendar attachment, which mail programs offer to add to the reader's calendar. */
  readonly calendar?: { readonly method: string; readonly content: string }
}

/** Helpers that templates can use. */
export type TemplateContext = {
  /** The tenant's name. */
  readonly tenant: string
  /** Returns the URL of a dashboard page. Secrets follow `#`, because browsers never send that part to a server. */
  page(path: string, secrets: Readonly<Record<string, string>>): string
  /** Formats a time in the tenant's time zone and locale. */
  time(iso: string): string
  /** Formats a period in the given time zone. */
  period(from: string, to: string, timezone: string): string
}
