/** Connects to a mail server with a line-based protocol, such as IMAP and SMTP. */
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Thrown when a step fails, with a message for the person who set up the inbox. */
export class StepFailure extends Error {}

/** Maximum characters and lines of a reply. A list of ten thousand folders fits. */
const maxReplyLength = 2_097_152
const maxReplyLines = 20_000

export class LineConnection {
  #socket: Socket
  readonly #signal: AbortSignal
  #received = ''
  #failure: Error | null = null
  #wake: () => void = () => {}

  private constructor(socket: Socket, signal: AbortSignal) {
    this.#signal = signal
    this.#socket = socket
    this.#listen()
  }

  /** Connects to the first address that responds. */
  static async open(addresses: readonly string[], port: number, signal: AbortSignal): Promise<LineConnection> {
    let failure: unknown = new StepFailure('The host has no address.')
    for (const host of addresses) {
      try {
        return new LineConnection(await settle(connect({ host, port, noDelay: true }), 'connect', signal), signal)
      } catch (error) {
        failure = error
      }
    }
    throw toStepFailure(failure)
  }

  /** Encrypts the connection. The certificate must be valid for `host`. */
  async startTls(host: string): Promise<string> {
    this.#socket.removeAllListeners()
    const socket = connectTls({ socket: this.#socket, host, ...(isIP(host) === 0 ? { servername: host } : {}) })
    try {
      await settle(socket, 'secureConnect', this.#signal)
    } catch (error) {
      this.#socket.destroy()
      throw toStepFailure(error)
    }
    this.#socket = socket
    // Drop bytes that arrived before the encryption, which an attacker could have injected (STARTTLS injection).
    this.#received = ''
    this.#listen()
    return `${socket.getProtocol() ?? 'TLS'}, certificate for ${host}`
  }

  send(line: string): void {
    this.#socket.write(`${line}\r\n`)
  }

  /** Returns the lines up to and including the first for which `isLast` is true. */
  async read(isLast: (line: string) => boolean): Promise<string[]> {
    const lines: string[] = []
    let length = 0
    for (;;) {
      const end = this.#received.indexOf('\n')
      if (end < 0) {
        if (this.#failure) throw this.#failure
        if (length + this.#received.length > maxReplyLength) throw new StepFailure('The server’s reply is too long.')
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        continue
      }
      const line = this.#received.slice(0, end).replace(/\r$/, '')
      this.#received = this.#received.slice(end + 1)
      length += end + 1
      lines.push(line)
      if (isLast(line)) return lines
      if (length > maxReplyLength || lines.length > maxReplyLines) throw new StepFailure('The server’s reply is too long.')
    }
  }

  close(): void {
    this.#socket.destroy()
  }

  #listen(): void {
    const fail = (error: unknown): void => {
      this.#failure ??= toStepFailure(error)
      this.#wake()
    }
    this.#socket.setEncoding('utf8')
    this.#socket.on('data', (text: string) => {
      this.#received += text
      // Nothing is read between two commands, so the reply limit alone is not enough.
      if (this.#received.length > maxReplyLength) {
        fail(new StepFailure('The server’s reply is too long.'))
        this.#socket.destroy()
      }
      this.#wake()
    })
    this.#socket.on('error', fail)
    this.#socket.on('close', () => fail(new StepFailure('The server closed the connection.')))
    const abort = (): void => {
      fail(new StepFailure('The server did not reply in time.'))
      this.#socket.destroy()
    }
    this.#signal.addEventListener('abort', abort, { once: true })
    if (this.#signal.aborted) abort()
  }
}

/** Waits for an event of a new socket. Destroys the socket when an error or the signal comes first. */
function settle<Kind extends Socket>(socket: Kind, event: string, signal: AbortSignal): Promise<Kind> {
  return new Promise((resolve, reject) => {
    const abort = (): void => fail(new StepFailure('The server did not reply in time.'))
    const stop = (): void => {
      signal.removeEventListener('abort', abort)
      socket.removeListener('error', fail)
      socket.removeListener('close', closed)
    }
    function fail(error: unknown): void {
      stop()
      socket.on('error', () => {})
      socket.destroy()
      reject(error)
    }
    function closed(): void {
      fail(new StepFailure('The server closed the connection.'))
    }
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', fail)
    socket.once('close', closed)
    socket.once(event, () => {
      stop()
      resolve(socket)
    })
    if (signal.aborted) abort()
  })
}

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The server refused the connection. Check the port.',
  ECONNRESET: 'The server closed the connection. Check port and encryption.',
  ETIMEDOUT: 'The server did not reply in time.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ENETUNREACH: 'The server cannot be reached.',
  CERT_HAS_EXPIRED: 'The server’s certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The server’s certificate is for another host.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The server’s certificate is not signed by a known authority.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The server’s certificate is not signed by a known authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The server’s certificate is not signed by a known authority.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not encrypt this port from the start. Try STARTTLS.',
}

function toStepFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return new StepFailure(sentences[code] ?? `The connection failed (${code}).`, { cause: error })
}
