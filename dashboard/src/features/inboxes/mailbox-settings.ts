/** Builds the settings of a new inbox from what the user enters about its mailbox. */
import type { AnswerOf, RequestOf } from '@skein/client'

export type MailProvider = AnswerOf<'listMailProviders'>['data'][number]
export type EmailSettings = RequestOf<'testMailSettings'>['body']['email']
type Security = 'TLS' | 'STARTTLS' | 'NONE'

/** Form values. A server is `host` or `host:port`. AUTO follows from each port. */
export type Mailbox = { imap: string; smtp: string; user: string; password: string; security: Security | 'AUTO' }

const securityOfPort: Readonly<Record<number, Security>> = { 993: 'TLS', 465: 'TLS', 143: 'STARTTLS', 587: 'STARTTLS', 25: 'STARTTLS' }
const usualPorts = {
  imap: { AUTO: 993, TLS: 993, STARTTLS: 143, NONE: 143 },
  smtp: { AUTO: 587, TLS: 465, STARTTLS: 587, NONE: 587 },
} as const

/** Returns a mailbox with the provider's servers; with empty ones for null. */
export function toMailbox(provider: Pick<MailProvider, 'imap' | 'smtp'> | null, address: string): Mailbox {
  const write = (server: MailProvider['imap'] | undefined): string => (server ? `${server.host}:${server.port}` : '')
  return { imap: write(provider?.imap), smtp: write(provider?.smtp), user: address, password: '', security: 'AUTO' }
}

/** Reads `host:port`. Null if the text names no server. */
export function readServer(
  text: string,
  protocol: 'imap' | 'smtp',
  chosen: Mailbox['security'],
): { host: string; port: number; security: Security } | null {
  const [, host, digits] = /^([^\s:/@]+)(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  if (host === undefined) return null
  const port = digits === undefined ? usualPorts[protocol][chosen] : Number(digits)
  return { host, port, security: chosen === 'AUTO' ? (securityOfPort[port] ?? 'TLS') : chosen }
}

type Parts = { receive: NonNullable<EmailSettings['receive']>; send: NonNullable<EmailSettings['send']> }

/**
 * Returns the settings for receiving and sending. Null if a server cannot be read. Without an IMAP server, mail is forwarded; without an
 * SMTP server, the installation's server sends. With `isTokens`, the provider's tokens replace the password.
 */
export function toEmailSettings({ imap, smtp, user, password, security }: Mailbox, isTokens = false): Parts | null {
  const signIn = isTokens ? { auth: 'OAUTH2' as const } : { password }
  const mailbox = imap.trim() === '' ? null : readServer(imap, 'imap', security)
  const sender = smtp.trim() === '' ? null : readServer(smtp, 'smtp', security)
  if ((imap.trim() !== '' && !mailbox) || (smtp.trim() !== '' && !sender)) return null
  return {
    receive: mailbox ? { mode: 'IMAP', imap: { ...mailbox, user, ...signIn } } : { mode: 'SMTP' },
    send: sender ? { mode: 'SMTP', smtp: { ...sender, ...(isTokens || password !== '' ? { user, ...signIn } : {}) } } : { mode: 'DEFAULT' },
  }
}
