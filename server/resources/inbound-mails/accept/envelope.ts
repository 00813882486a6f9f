/** Facts about a mail that only its transport has. Stored with the mail until it is processed. */
export type MailEnvelope = {
  /** Empty for the null sender of bounces; null when the transport has no envelope. */
  readonly mailFrom: string | null
  /** The recipients of the envelope that lead to inboxes of the tenant. */
  readonly rcpt: readonly string[]
  /** The client of an SMTP connection. */
  readonly ip?: string
  readonly helo?: string
  /** True for mail from history: it starts no automatic reply. */
  readonly isImport?: boolean
  /** True when only the headers were fetched, because the mail is larger than MAIL_IN_MAX_MIB. `size` is that of the whole mail. */
  readonly headersOnly?: { readonly size: number }
  /** The guards that an agent has let this mail pass, and what the agent chose. */
  readonly release?: {
    /** The address of the customer that the agent chose, for a mail without a sender. */
    readonly customerAddress: string | null
    readonly inboxId: string | null
    readonly threadId: string | null
    readonly userId: string | null
  }
}
