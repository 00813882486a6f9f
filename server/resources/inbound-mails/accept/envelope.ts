/** Facts about a mail that only its transport knows. Stored with the mail until processing. */
export type MailEnvelope = {
  /** Envelope sender: empty for the null sender of bounces; null when the transport has no envelope. */
  readonly mailFrom: string | null
  /** Envelope recipients that belong to inboxes of the tenant. */
  readonly rcpt: readonly string[]
  /** IP address of the SMTP client. */
  readonly ip?: string
  readonly helo?: string
  /** True for imported history, which gets no automatic reply. */
  readonly isImport?: boolean
  /** True when only the headers were fetched, because the mail exceeds MAIL_IN_MAX_MIB. `size` is that of the whole mail. */
  readonly headersOnly?: { readonly size: number }
  /** Guards that an agent's release overrides, and the agent's choices. */
  readonly release?: {
    /** Address of the customer whom the agent chose, for a mail without a sender. */
    readonly customerAddress: string | null
    readonly inboxId: string | null
    readonly threadId: string | null
    readonly userId: string | null
  }
}
