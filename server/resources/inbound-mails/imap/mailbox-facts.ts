/** What the service and the thread of the mailboxes both know of a mailbox. */

export type MailboxServer = {
  readonly host: string
  readonly port: number
  readonly security: 'TLS' | 'STARTTLS' | 'NONE'
  /** The addresses of the host, of which the connection uses no others. */
  readonly addresses: readonly string[]
  readonly user: string
  readonly secret: { readonly password: string } | { readonly accessToken: string }
}

/** Where and how to open a folder. `folder` may be `sentFolder`; `isReadOnly` opens it so that nothing in it can change. */
export type FolderOptions = {
  readonly tenantId: string
  readonly folder: string
  readonly isReadOnly: boolean
  /** Bytes of the largest mail that is read. */
  readonly maxBytes: number
  /** Milliseconds that a command may take besides the time for its bytes. */
  readonly commandMs?: number | undefined
}

export type MailInfo = { readonly uid: number; readonly size: number; readonly receivedAt: Date }

/** Mails about which one command asks. */
export const maxMailsPerCommand = 500
/** Mails whose header fields one command reads. */
export const maxHeadersPerCommand = 50

/** Names the folder for sent mails, whatever its name is. */
export const sentFolder = '\\Sent'
