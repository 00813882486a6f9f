/** Configures the IMAP library. */
import { isIP } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { ImapFlow } from 'imapflow'
import { MailboxError } from './imap-errors.ts'
import { type MailboxServer, sentFolder } from './mailbox-facts.ts'
import type { SocketMeter } from './socket-meter.ts'

/** Milliseconds for each step until the folder is open. */
const stepMs = 20_000
/** Maximum milliseconds of an IDLE, which servers may end after 30 minutes. */
const idleMs = 25 * 60_000
/** TLS context that all connections share. */
let secureContext: SecureContext | undefined

type ClientOptions = { address: string; maxMailBytes: number; maxLineBytes: number; meter: SocketMeter }

export async function createClient(
  server: MailboxServer,
  { address, maxMailBytes, maxLineBytes, meter }: ClientOptions,
): Promise<ImapFlow> {
  // Imported on first use, because most processes never connect to a mailbox.
  const { ImapFlow: Client } = await import('imapflow')
  const { host, port, security, user, secret } = server
  return new Client({
    host: address,
    port,
    secure: security === 'TLS',
    ...(security === 'TLS' ? {} : { doSTARTTLS: security === 'STARTTLS' }),
    // The connection goes to the address, but the certificate must be for the name.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    // A separate context for each connection would cost 100 KB.
    tls: { secureContext: (secureContext ??= createSecureContext()) },
    auth: 'password' in secret ? { user, pass: secret.password } : { user, accessToken: secret.accessToken },
    logger: false,
    disableAutoIdle: true,
    // Compression costs 300 KB of memory for each connection.
    disableCompression: true,
    maxIdleTime: idleMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    transport: meter.transport,
    maxLineLength: maxLineBytes,
    // Some servers ignore the partial fetch and send the whole mail.
    maxLiteralSize: maxMailBytes,
    maxResponseSize: maxMailBytes + maxLineBytes,
  })
}

export async function findSentFolder(client: ImapFlow): Promise<string> {
  // If the server does not mark the folder, the library recognises its name in many languages.
  const folder = (await client.list()).find(({ specialUse }) => specialUse === sentFolder)
  if (!folder) throw new MailboxError('FOLDER_MISSING', 'The mailbox has no folder for sent mails.')
  return folder.path
}
