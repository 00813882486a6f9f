/** What a mail consists of, before it is rendered as text and HTML. */

/** Links and facts are on separate lines. */
export type Paragraph = string | { readonly link: { readonly label: string; readonly url: string } } | { readonly facts: readonly Fact[] }
export type Fact = readonly [name: string, value: string]
export type MailContent = {
  readonly subject: string
  readonly paragraphs: readonly Paragraph[]
  /** An iCalendar text that goes with it, which mail programs offer to put into a calendar. */
  readonly calendar?: { readonly method: string; readonly content: string }
}

/** What a template can use besides its values. */
export type TemplateContext = {
  /** The tenant's name. */
  readonly tenant: string
  /** The URL of a dashboard page. Its secrets follow `#`, which browsers never send to a server. */
  page(path: string, secrets: Readonly<Record<string, string>>): string
  /** A time in readable form, in the tenant's time zone. */
  time(iso: string): string
  /** From one time to another, on the clocks of a zone. */
  period(from: string, to: string, timezone: string): string
}
