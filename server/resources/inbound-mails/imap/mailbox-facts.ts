/** Declares what the service and the mailbox thread both know about a mailbox. */

export type MailboxServer = {
  readonly host: string
  readonly port: number
  readonly security: 'TLS' | 'STARTTLS' | 'NONE'
  /** Addresses of the host. The connection must use no others. */
  readonly addresses: readonly string[]
  readonly user: string
  readonly secret: { readonly password: string } | { readonly accessToken: string }
}

/** Options for opening a folder. `folder` may be `sentFolder`; `isReadOnly` prevents any change. */
export type FolderOptions = {
  readonly tenantId: string
  readonly folder: string
  readonly isReadOnly: boolean
  /** Maximum bytes of a mail to read. */
  readonly maxBytes: number
  /** Milliseconds for a command, in addition to the transfer time of its bytes. */
  readonly commandMs?: number | undefined
}

export type MailInfo = { readonly uid: number; readonly size: number; readonly receivedAt: Date }

/** Maximum number of mails per command. */
export const maxMailsPerCommand = 500
/** Maximum number of mails whose header fields one command reads. */
export const maxHeadersPerCommand = 50

/** Stands for the sent folder, whatever its name. */
export const sentFolder = '\\Sent'
