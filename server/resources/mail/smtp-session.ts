/**
 * One connection to a mail server, from the sign-in to QUIT. nodemailer's connection speaks the protocol. This class adds the features that
 * delivery needs: connections to pinned addresses, a hook before the final dot, a separate time limit for the reply to the dot, and errors
 * that name their step.
 */
import { isIP, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Config } from '../../config.ts'
import { ForbiddenHostError } from '#platform/outbound/mail-hosts.ts'
import type { OutgoingServer, SmtpSignIn } from './outgoing-server.ts'
import { SmtpError, toSmtpError, type LibraryError, type SmtpStep } from './smtp-errors.ts'
import { parseReply, toStatusCode, type SmtpReply } from './smtp-replies.ts'
import { connectTo } from './smtp-socket.ts'
import { toAsciiDomain } from './wire-address.ts'

export type SmtpTimeouts = {
  /** Milliseconds for each step, except the reply to the final dot. */
  readonly stepMs: number
  /** Milliseconds for the reply to the final dot. */
  readonly dataMs: number
}

export function toSmtpTimeouts({ stepTimeoutSeconds, dataTimeoutSeconds }: Config['mail']): SmtpTimeouts {
  return { stepMs: stepTimeoutSeconds * 1000, dataMs: dataTimeoutSeconds * 1000 }
}

export type Envelope = { readonly from: string; readonly recipients: readonly string[]; readonly size: number | null }
export type RecipientRefusal = { readonly recipient: string; readonly reply: SmtpReply | null }
/** State of an envelope, also when sending fails halfway. `isDotSent` is true as soon as the final dot may have been sent. */
export type SendState = { accepted: readonly string[]; refused: readonly RecipientRefusal[]; isDotSent: boolean }

/** Milliseconds for all steps up to the final dot, so that a server that trickles bytes cannot hold a connection for days. */
const maxSendMs = 20 * 60_000

export class SmtpSession {
  readonly #connection: SMTPConnection
  readonly #timeouts: SmtpTimeouts
  /** Rejects when the connection breaks. */
  readonly #broken: Promise<never>
  /** The server's reply to EHLO, which lists its extensions. */
  #extensions = ''
  #isClosed = false
  #senderReply: SmtpReply | null = null

  private constructor(connection: SMTPConnection, timeouts: SmtpTimeouts) {
    this.#connection = connection
    this.#timeouts = timeouts
    this.#broken = new Promise((_, reject) => {
      connection.on('error', (error: LibraryError) => {
        this.#isClosed = true
        reject(error)
      })
      connection.on('end', () => {
        this.#isClosed = true
        reject(Object.assign(new Error('Connection closed'), { code: 'ECONNECTION', command: 'CONN' }))
      })
    })
    this.#broken.catch(() => {})
  }

  /** Connects and signs in. Calls `onStep` at the start of each step. Throws SmtpError. */
  static async open(
    server: OutgoingServer,
    timeouts: SmtpTimeouts,
    signal: AbortSignal,
    onStep: (step: SmtpStep) => void = () => {},
  ): Promise<SmtpSession> {
    onStep('RESOLVE')
    const addresses = await resolveHost(server)
    signal.throwIfAborted()
    onStep('CONNECT')
    const socket = await connectTo(server, addresses, timeouts.stepMs, signal)
    // Imported on first use, because loading the library takes about 5 % of the start, and most processes send their first mail later.
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const { host, port, security, checkCertificate = true, certificateName, ownName } = server
    const name = certificateName ?? host
    const connection = new Connection({
      connection: socket,
      host,
      port,
      secure: security === 'TLS',
      requireTLS: security === 'STARTTLS',
      ignoreTLS: security === 'NONE',
      tls: { rejectUnauthorized: checkCertificate, ...(isIP(name) === 0 ? { servername: name } : {}) },
      ...(ownName === undefined ? {} : { name: ownName }),
      connectionTimeout: timeouts.stepMs,
      greetingTimeout: timeouts.stepMs,
      socketTimeout: timeouts.stepMs,
      socketCloseTimeout: 0,
      customAuth: {
        [tokenMethod]: ({ auth, sendCommand }) => signInByToken(auth.credentials, sendCommand),
        [senderMethod]: async ({ auth, sendCommand }) => {
          session.#senderReply = parseReply((await sendCommand(`MAIL FROM:<${auth.credentials.user}>`)).response)
          await sendCommand('RSET')
        },
      },
    })
    const session = new SmtpSession(connection, timeouts)
    const abort = (): void => session.close()
    signal.addEventListener('abort', abort, { once: true })
    try {
      onStep('GREETING')
      await session.#call((done) => connection.connect(done), 'GREETING')
      session.#extensions = connection.lastServerResponse || ''
      if (server.auth !== null) {
        onStep('SIGN_IN')
        const credentials = toCredentials(server.auth)
        await session.#call((done) => connection.login(credentials, done), 'CONNECTION')
      }
      signal.throwIfAborted()
      return session
    } catch (error) {
      session.close()
      throw error
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#connection.destroyed
  }

  /** True when the server supports non-ASCII addresses and headers (SMTPUTF8, RFC 6531). */
  get acceptsUtf8(): boolean {
    return /^\d{3}[ -]SMTPUTF8\b/im.test(this.#extensions)
  }

  /**
   * Sends one mail and returns the server's reply to the final dot. Awaits `beforeDot` when everything but the dot has been handed over.
   * Updates `state` while sending. Throws SmtpError for failures of the server or the connection, and the errors of `chunks` and
   * `beforeDot`.
   */
  async send(
    { from, recipients, size }: Envelope,
    chunks: () => AsyncIterable<Buffer>,
    beforeDot: () => Promise<void>,
    state: SendState,
  ): Promise<string> {
    const own: { error: unknown }[] = []
    const isClosed = (): boolean => this.isClosed
    async function* untilDot(): AsyncGenerator<Buffer> {
      try {
        yield* chunks()
        await beforeDot()
      } catch (error) {
        own.push({ error })
        throw error
      }
      if (isClosed()) throw new Error('The connection was closed.')
      state.isDotSent = true
      startDataTimer()
    }
    const deadline = setTimeout(() => this.close(), maxSendMs)
    let dataTimer: NodeJS.Timeout | undefined
    const startDataTimer = (): void => {
      clearTimeout(deadline)
      // The library's limit counts from the last byte and is shorter.
      this.#socket?.setTimeout(0)
      dataTimer = setTimeout(() => this.close(), this.#timeouts.dataMs)
    }
    const source = Readable.from(untilDot(), { objectMode: false, highWaterMark: 65_536 })
    // The library writes the recipients' states into this object. They are valid even if the connection breaks.
    const envelope: Tracked = { from, to: [...recipients], ...(size === null ? {} : { size }) }
    try {
      const { response } = await this.#call<{ response: string }>((done) => this.#connection.send(envelope, source, done), 'CONNECTION')
      // A server that replies before it has the whole mail cannot have accepted it.
      if (!state.isDotSent) throw new SmtpError('DATA', 'The mail server replied before the mail was complete.')
      return response
    } catch (error) {
      const [failure] = own
      throw failure === undefined ? error : failure.error
    } finally {
      clearTimeout(deadline)
      clearTimeout(dataTimer)
      if (!this.isClosed) this.#socket?.setTimeout(this.#timeouts.stepMs)
      source.destroy()
      state.accepted = [...(envelope.accepted ?? [])]
      state.refused = (envelope.rejectedErrors ?? []).map(({ recipient = '', response = '' }) => ({
        recipient,
        reply: parseReply(response),
      }))
    }
  }

  /** Offers a sender to the server, then resets. Throws SmtpError if the server rejects it. */
  async checkSender(from: string): Promise<void> {
    const offer = { user: toAsciiDomain(from).replaceAll(/[\p{Cc}<>]/gu, ''), pass: '', method: senderMethod }
    await this.#call((done) => this.#connection.login(offer, done), 'SENDER')
    const reply = this.#senderReply
    if (reply === null || reply.code >= 400)
      throw new SmtpError('SENDER', `The mail server refused at MAIL FROM: ${reply === null ? 'unknown' : toStatusCode(reply)}.`, { reply })
  }

  /** Resets the session for the next mail. Throws if the server has closed the connection. */
  async reset(): Promise<void> {
    await this.#call((done) => this.#connection.reset(done), 'CONNECTION')
  }

  /** Lets the process exit while this connection is idle. */
  unref(): void {
    this.#socket?.unref()
  }

  ref(): void {
    this.#socket?.ref()
  }

  /** Sends QUIT and closes. */
  quit(): void {
    if (!this.isClosed) this.#connection.quit()
  }

  /** Closes immediately. A mail in transfer fails. */
  close(): void {
    this.#isClosed = true
    this.#connection.close()
  }

  get #socket(): Socket | null {
    return this.#connection['_socket'] || null
  }

  /** Calls a method of the library. Throws SmtpError; `step` applies to errors without a step. */
  async #call<Result>(start: (done: (error?: LibraryError | null, result?: Result) => void) => void, step: SmtpStep): Promise<Result> {
    const called = new Promise<Result>((resolve, reject) => {
      // Safe because the library passes a result when there is no error.
      start((error, result) => (error ? reject(error) : resolve(result as Result)))
    })
    try {
      return await Promise.race([called, this.#broken])
    } catch (error) {
      called.catch(() => {})
      throw toSmtpError(error, step)
    }
  }
}

/** Name of a custom auth method that exchanges commands without signing in. The library has no other way to send single commands. */
const senderMethod = 'SENDER'

async function resolveHost({ host, port, resolve }: OutgoingServer): Promise<readonly string[] | null> {
  if (resolve === undefined) return null
  try {
    return await resolve(host, port)
  } catch (cause) {
    const message = cause instanceof ForbiddenHostError ? cause.message : 'The host of the mail server could not be resolved.'
    throw new SmtpError('RESOLVE', message, { cause })
  }
}

/** Envelope with the library's additions. */
type Tracked = {
  from: string
  to: string[]
  size?: number
  accepted?: string[]
  rejectedErrors?: { recipient?: string; response?: string }[]
}

/** Custom auth method for XOAUTH2. The library's own renews tokens and then hides the server's reply. */
const tokenMethod = 'TOKEN'

function toCredentials(auth: SmtpSignIn): SMTPConnection.AuthenticationType {
  if ('password' in auth) return { user: auth.user, pass: auth.password }
  return { user: auth.user, pass: auth.accessToken, method: tokenMethod }
}

/** Signs in with an access token. After a rejection, the server first sends the reason, and its reply only after an empty line. */
async function signInByToken(
  { user, pass }: { user: string; pass: string },
  sendCommand: (command: string) => Promise<{ status: number }>,
): Promise<void> {
  const { status } = await sendCommand(`AUTH XOAUTH2 ${Buffer.from(`user=${user}\x01auth=Bearer ${pass}\x01\x01`).toString('base64')}`)
  const final = status === 334 ? (await sendCommand('')).status : status
  if (final !== 235) throw new Error('Invalid login')
}
