/**
 * The SMTP server, with the limits that the library lacks: connections per network, time limits for each command, each mail and each
 * connection without a mail, maximum numbers of commands and rejections without a mail, and a graceful shutdown. SMTP smuggling: the
 * library ends a mail only at <CR><LF>.<CR><LF>. A dot between bare line feeds is part of the mail, so a sender cannot hide a second mail
 * in one that another server has checked. The service never relays the bytes of a mail by SMTP.
 */
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js'
import { getNetwork } from '#platform/http/caller-address.ts'
import { refusals, type SmtpRefusal } from './answers.ts'

export type SmtpLimits = {
  maxConnections: number
  /** Maximum connections from one IPv4 address, or from one IPv6 /64. */
  maxConnectionsPerNetwork: number
  maxRecipients: number
  /** Milliseconds without a byte until the connection ends. */
  idleMs: number
  /** Milliseconds for each command, and for a whole mail from DATA to the reply. */
  commandMs: number
  mailMs: number
  /** Limits of a connection until it delivers a mail, which resets them: milliseconds, commands except RCPT, and rejections. */
  withoutMailMs: number
  maxCommands: number
  maxRefusals: number
  /** Milliseconds for running mails to finish when the port stops. */
  finishMs: number
}

export const defaultSmtpLimits: SmtpLimits = {
  maxConnections: 100,
  maxConnectionsPerNetwork: 10,
  maxRecipients: 100,
  idleMs: 60_000,
  commandMs: 300_000,
  mailMs: 1_200_000,
  withoutMailMs: 300_000,
  maxCommands: 100,
  maxRefusals: 20,
  finishMs: 10_000,
}

/** Commands that the port does not support: it accepts mail for inboxes without authentication, and does not relay. */
const disabledCommands = ['AUTH', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL']

/** Milliseconds for a rejected client to read the reason. */
const refusalMs = 1_000

/** Maximum length of a command: longer than any address with parameters. */
const maxCommandLength = 4_096

const ownEnhancedCode = /^[245]\.\d{1,3}\.\d{1,3} /

type SmtpHandlers = Required<Pick<SMTPServerOptions, 'onMailFrom' | 'onRcptTo' | 'onData'>>

export type SmtpServerSettings = SmtpHandlers & {
  name: string
  lmtp: boolean
  maxBytes: number
  tls: { key: string; cert: string } | null
  limits: SmtpLimits
  /** Called when a connection has closed. */
  onEnd(session: SMTPServerSession): void
  /** Whether an address is a relay for many senders, to which the limit per network does not apply. */
  isTrustedRelay(address: string): boolean
}

/** Creates the server. Errors of single connections are `error` events. */
export class MailServer extends SMTPServer {
  readonly limits: SmtpLimits
  isStopping = false
  /** Number of open connections by network. */
  readonly #counts = new Map<string, number>()
  #open = 0
  readonly #isTrustedRelay: SmtpServerSettings['isTrustedRelay']
  readonly #bySession = new WeakMap<SMTPServerSession, MailConnection>()

  constructor({ limits, isTrustedRelay, onEnd, lmtp, name, maxBytes, tls, ...handlers }: SmtpServerSettings) {
    super({
      ...handlers,
      name,
      lmtp,
      size: maxBytes,
      ...tls,
      disabledCommands: tls === null ? [...disabledCommands, 'STARTTLS'] : disabledCommands,
      hideENHANCEDSTATUSCODES: false,
      heloResponse: '%s',
      disableReverseLookup: true,
      // Strict parsing rejects addresses that large mail providers issue, such as `a..b@example.com`.
      lenientAddressParsing: true,
      maxCommandLength,
      maxRecipients: limits.maxRecipients,
      socketTimeout: limits.idleMs,
      closeTimeout: limits.finishMs,
      logger: false,
      onClose: (session) => {
        this.#bySession.get(session)?.release()
        onEnd(session)
      },
    })
    this.limits = limits
    this.#isTrustedRelay = isTrustedRelay
  }

  override connect(socket: Socket | TLSSocket, options?: SMTPConnectionOptions | null): void {
    const address = socket.remoteAddress ?? ''
    const network = getNetwork(address)
    // Count connections on arrival, without rejected ones: otherwise simultaneous connections would reject each other.
    const count = this.#counts.get(network) ?? 0
    if (this.#open >= this.limits.maxConnections) return refuse(socket, refusals.allConnectionsUsed())
    if (count >= this.limits.maxConnectionsPerNetwork && !this.#isTrustedRelay(address))
      return refuse(socket, refusals.tooManyConnections())
    this.#open++
    this.#counts.set(network, count + 1)
    const connection = new MailConnection(this, socket, options)
    connection.onRelease = () => this.#uncount(network)
    this.#bySession.set(connection.session, connection)
    this.connections.add(connection)
    connection.on('error', (error: Error) => this.emit('error', error))
    connection.init()
  }

  #uncount(network: string): void {
    this.#open--
    const rest = (this.#counts.get(network) ?? 1) - 1
    if (rest > 0) this.#counts.set(network, rest)
    else this.#counts.delete(network)
  }

  /** Rejects new mails, gives running ones time to finish, and closes everything. */
  async stop(): Promise<void> {
    this.isStopping = true
    const closed = new Promise<void>((resolve) => this.close(resolve))
    for (const connection of this.connections) if (connection instanceof MailConnection) connection.finish()
    await closed
  }
}

/** Rejects a connection immediately, so that it takes no other connection's slot. */
function refuse(socket: Socket | TLSSocket, { responseCode, message }: SmtpRefusal): void {
  socket.on('error', () => {})
  socket.resume().end(`${responseCode} ${message}\r\n`)
  setTimeout(() => socket.destroy(), refusalMs).unref()
}

class MailConnection extends SMTPConnection {
  onRelease: () => void = () => {}
  readonly #mailServer: MailServer
  #deadline: NodeJS.Timeout
  #lifetime: NodeJS.Timeout
  /** Number of commands and rejections since the last mail. */
  #commands = 0
  #refusals = 0
  /** True from the reply to DATA until the reply to the mail. */
  #isReceiving = false
  #isReleased = false

  constructor(server: MailServer, socket: Socket | TLSSocket, options?: SMTPConnectionOptions | null) {
    super(server, socket, options)
    this.#mailServer = server
    this.#deadline = this.#startDeadline(server.limits.commandMs)
    this.#lifetime = this.#startLifetime()
  }

  /** Sends a reply. Keeps an enhanced code at its start; the library adds one to all others. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    const { maxRefusals, maxCommands, mailMs, commandMs } = this.#mailServer.limits
    if (code >= 400 && code !== 421 && ++this.#refusals > maxRefusals) return this.#endSession('4.7.0 Too many refusals without a mail')
    // Each command has one reply.
    if (code < 400 && context !== 'RCPT_TO_OK' && ++this.#commands > maxCommands)
      return this.#endSession('4.7.0 Too many commands without a mail')
    super.send(code, data, typeof data === 'string' && ownEnhancedCode.test(data) ? false : context)
    if (this.#isReleased) return
    // LMTP first sends the replies for the other recipients.
    if (this.#isReceiving && this.#mailServer.isStopping) setImmediate(() => this.finish())
    if (this.#isReceiving && code === 250) this.#commands = this.#refusals = 0
    const isDone = this.#isReceiving && code !== 354
    this.#isReceiving = code === 354
    // While a mail arrives, its own deadline applies.
    if (this.#isReceiving || isDone) clearTimeout(this.#lifetime)
    if (isDone) this.#lifetime = this.#startLifetime()
    clearTimeout(this.#deadline)
    this.#deadline = this.#startDeadline(this.#isReceiving ? mailMs : commandMs)
  }

  /** Ends the connection, unless a mail is arriving or being stored. That mail still gets its reply, which then ends the connection. */
  finish(): void {
    if (!this.#isReceiving && !this.#isReleased) super.send(421, '4.3.2 The service is stopping; try again later', false)
  }

  /** Releases the server's state for the connection. */
  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    clearTimeout(this.#deadline)
    clearTimeout(this.#lifetime)
    this.onRelease()
  }

  #startLifetime(): NodeJS.Timeout {
    return setTimeout(() => this.#endSession('4.4.2 No mail has come for too long'), this.#mailServer.limits.withoutMailMs).unref()
  }

  /** Ends the connection with a reason. */
  #endSession(reason: string): void {
    super.send(421, `${reason}; try again later`, false)
  }

  #startDeadline(ms: number): NodeJS.Timeout {
    return setTimeout(() => super.send(421, '4.4.2 This took too long; try again later', false), ms).unref()
  }
}
