/**
 * The SMTP server with the limits that the library lacks: a time for each command and each mail, a number of connections from one address,
 * and a stop that lets mails finish.
 *
 * SMTP smuggling: the library ends a mail only at <CR><LF>.<CR><LF>. A dot between bare line feeds is part of the mail, so a sender cannot
 * hide a second mail in one that another server has checked. The service never relays the bytes of a mail by SMTP.
 */
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js'
import { refusals } from './answers.ts'

export type SmtpLimits = {
  maxConnections: number
  maxConnectionsPerAddress: number
  maxRecipients: number
  /** Milliseconds without a byte. */
  idleMs: number
  /** Milliseconds for each command, and for a whole mail from DATA to the answer. */
  commandMs: number
  mailMs: number
  /** Milliseconds that mails get to finish when the port stops. */
  finishMs: number
}

export const defaultSmtpLimits: SmtpLimits = {
  maxConnections: 100,
  maxConnectionsPerAddress: 10,
  maxRecipients: 100,
  idleMs: 60_000,
  commandMs: 300_000,
  mailMs: 1_200_000,
  finishMs: 10_000,
}

/** Commands that the port does not need: it accepts mail for inboxes without authentication, and does not relay. */
const disabledCommands = ['AUTH', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL']

/** Longer than any address and its parameters. */
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
  /** Whether an address is a mail server that hands over mail of many senders. The limit per address does not apply to it. */
  isTrustedRelay(address: string): boolean
}

/** Creates the server. Errors of single connections are events of the type `error`. */
export class MailServer extends SMTPServer {
  readonly limits: SmtpLimits
  isStopping = false
  /** Open connections by their address. */
  readonly #counts = new Map<string, number>()
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
      // Strict parsing refuses addresses that large mail providers give out, such as `a..b@example.com`.
      lenientAddressParsing: true,
      maxCommandLength,
      maxClients: limits.maxConnections,
      maxRecipients: limits.maxRecipients,
      socketTimeout: limits.idleMs,
      closeTimeout: limits.finishMs,
      logger: false,
      onConnect: ({ remoteAddress }, callback) => {
        const isOver = (this.#counts.get(remoteAddress) ?? 0) > limits.maxConnectionsPerAddress && !isTrustedRelay(remoteAddress)
        callback(isOver ? refusals.tooManyConnections() : null)
      },
      onClose: (session) => {
        this.#bySession.get(session)?.release()
        onEnd(session)
      },
    })
    this.limits = limits
  }

  override connect(socket: Socket | TLSSocket, options?: SMTPConnectionOptions | null): void {
    const connection = new MailConnection(this, socket, options)
    const { remoteAddress } = connection
    this.#counts.set(remoteAddress, (this.#counts.get(remoteAddress) ?? 0) + 1)
    connection.onRelease = () => this.#uncount(remoteAddress)
    this.#bySession.set(connection.session, connection)
    this.connections.add(connection)
    connection.on('error', (error: Error) => this.emit('error', error))
    connection.init()
  }

  #uncount(address: string): void {
    const rest = (this.#counts.get(address) ?? 1) - 1
    if (rest > 0) this.#counts.set(address, rest)
    else this.#counts.delete(address)
  }

  /** Refuses new mails, lets running ones finish for a while, and closes everything. */
  async stop(): Promise<void> {
    this.isStopping = true
    const closed = new Promise<void>((resolve) => this.close(resolve))
    for (const connection of this.connections) if (connection instanceof MailConnection) connection.finish()
    await closed
  }
}

class MailConnection extends SMTPConnection {
  onRelease: () => void = () => {}
  readonly #mailServer: MailServer
  #deadline: NodeJS.Timeout
  /** True from the answer to DATA until the mail has its own answer. */
  #isReceiving = false
  #isReleased = false

  constructor(server: MailServer, socket: Socket | TLSSocket, options?: SMTPConnectionOptions | null) {
    super(server, socket, options)
    this.#mailServer = server
    this.#deadline = this.#startDeadline(server.limits.commandMs)
  }

  /** Sends an answer. An answer that begins with an enhanced code keeps it; the library gives the others one. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    super.send(code, data, typeof data === 'string' && ownEnhancedCode.test(data) ? false : context)
    if (this.#isReleased) return
    // LMTP sends the answers for the other recipients first.
    if (this.#isReceiving && this.#mailServer.isStopping) setImmediate(() => this.finish())
    this.#isReceiving = code === 354
    const { mailMs, commandMs } = this.#mailServer.limits
    clearTimeout(this.#deadline)
    this.#deadline = this.#startDeadline(this.#isReceiving ? mailMs : commandMs)
  }

  /** Ends the connection unless a mail is arriving or being stored. That mail still gets its answer, which then ends the connection. */
  finish(): void {
    if (!this.#isReceiving && !this.#isReleased) super.send(421, '4.3.2 The service is stopping; try again later', false)
  }

  /** Releases what the server keeps for the connection. */
  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    clearTimeout(this.#deadline)
    this.onRelease()
  }

  #startDeadline(ms: number): NodeJS.Timeout {
    return setTimeout(() => super.send(421, '4.4.2 This took too long; try again later', false), ms).unref()
  }
}
