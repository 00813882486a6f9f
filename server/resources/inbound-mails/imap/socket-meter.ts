/**
 * Limits what a mail server may do with one connection. Each command has a deadline and a byte budget. Between commands the socket is
 * paused, so a server that sends unsolicited data fills only its own buffers. Each tenant has one byte rate for all its mailboxes.
 */
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ImapTransport } from 'imapflow'
import { MailboxError } from './imap-errors.ts'
import { ByteRate } from '../byte-rate.ts'

export type CommandLimits = {
  /** Maximum bytes that the server may send. */
  readonly maxBytes: number
  /** Bytes of the command itself, which take time on a slow line. */
  readonly sentBytes?: number
  /** Whether the response has lines to parse, which cost more than the bytes of a mail. */
  readonly hasLines?: boolean
}

/** Milliseconds for a command, in addition to the transfer time of its bytes. */
const commandMs = 60_000
/** Minimum transfer rate. A slower server is cut off, even if it never stops sending. */
const minBytesPerMs = 16
/** Bytes that the server may send during IDLE. Beyond them, the socket is paused until the next command. */
const maxIdleBytes = 262_144
/** Maximum bytes of incomplete responses in a process. Beyond them, the longest response fails. */
const maxPendingBytes = 128 * 1_048_576
/** Cost of a line in bytes: parsing a line takes about as long as copying this many. */
const lineCost = 1_024
const lineFeed = 0x0a

const rate = new ByteRate({ perMs: 8_192, burst: 16 * 1_048_576 })
/** Meters with a command in progress, and the bytes of their responses so far. */
const pending = new Map<SocketMeter, number>()
let pendingBytes = 0

type Command = CommandLimits & { startedAt: number; received: number }

export class SocketMeter {
  readonly #tenantId: string
  readonly #commandMs: number
  #socket: Socket | null = null
  #count: (chunk: Buffer) => void = () => {}
  #command: Command | null = null
  #timer: NodeJS.Timeout | undefined
  #resumeTimer: NodeJS.Timeout | undefined
  #isIdling = false
  #idleBytes = 0
  #failure: MailboxError | null = null

  constructor(tenantId: string, options: { commandMs?: number | undefined } = {}) {
    this.#tenantId = tenantId
    this.#commandMs = options.commandMs ?? commandMs
  }

  /** The reason why the meter has closed the connection, or null. */
  get failure(): MailboxError | null {
    return this.#failure
  }

  /** Opens the IMAP library's sockets so that their bytes are counted. */
  readonly transport: ImapTransport = {
    connect: ({ host, port, servername, tls, secure }, onConnect) =>
      this.#watch(
        secure ? connectTls({ host, port, ...(servername ? { servername } : {}), ...tls }, onConnect) : connect({ host, port }, onConnect),
      ),
    upgrade: (plain, { host, servername, tls }, onSecure) => {
      plain.removeListener('data', this.#count)
      return this.#watch(connectTls({ socket: plain, host, ...(servername ? { servername } : {}), ...tls }, onSecure))
    },
  }

  /** Runs a command within its limits. The command fails when the meter closes the connection. */
  async run<Result>(limits: CommandLimits, work: () => Promise<Result>): Promise<Result> {
    if (this.#failure) throw this.#failure
    this.#command = { ...limits, startedAt: performance.now(), received: 0 }
    this.#setDeadline()
    this.#resume()
    try {
      return await work()
    } finally {
      clearTimeout(this.#timer)
      setPending(this, 0)
      this.#command = null
      this.#pauseUnlessIdling()
    }
  }

  /** Reads unsolicited responses, within a small budget, until the returned function is called. */
  startIdling(): () => void {
    this.#isIdling = true
    this.#idleBytes = 0
    this.#resume()
    return () => {
      this.#isIdling = false
      this.#pauseUnlessIdling()
    }
  }

  /** Releases the timers. The caller closes the connection. */
  stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#resumeTimer)
    setPending(this, 0)
  }

  #watch(socket: Socket): Socket {
    this.#socket = socket
    this.#count = (chunk) => this.#receive(chunk)
    socket.on('data', this.#count)
    return socket
  }

  #receive(chunk: Buffer): void {
    const command = this.#command
    if (command) {
      command.received += chunk.length
      if (command.received > command.maxBytes) return this.#fail('TOO_MUCH', 'The server sent much more than it was asked for.')
      setPending(this, command.received)
    } else if (!this.#isIdling || (this.#idleBytes += chunk.length) > maxIdleBytes) this.#socket?.pause()
    if (pendingBytes > maxPendingBytes) findLongest()?.cutOff()
    const cost = chunk.length + (command?.hasLines === false ? 0 : countLines(chunk) * lineCost)
    const delayMs = rate.take(this.#tenantId, cost)
    if (delayMs > 0) this.#pauseFor(delayMs)
  }

  #pauseFor(ms: number): void {
    this.#socket?.pause()
    // The server is not to blame for the pause.
    if (this.#command) this.#command.startedAt += ms
    clearTimeout(this.#resumeTimer)
    this.#resumeTimer = setTimeout(() => {
      this.#resumeTimer = undefined
      if (this.#command || (this.#isIdling && this.#idleBytes <= maxIdleBytes)) this.#socket?.resume()
    }, ms)
  }

  #resume(): void {
    if (this.#resumeTimer === undefined) this.#socket?.resume()
  }

  #pauseUnlessIdling(): void {
    if (!this.#command && !this.#isIdling) this.#socket?.pause()
  }

  /** Sets the timer for the time by which the command must end or receive more. */
  #setDeadline(): void {
    const command = this.#command
    if (!command) return
    const { startedAt, received, sentBytes = 0 } = command
    const restMs = startedAt + this.#commandMs + (received + sentBytes) / minBytesPerMs - performance.now()
    if (restMs <= 0) return this.#fail('TOO_SLOW', 'The server took too long to answer a command.')
    this.#timer = setTimeout(() => this.#setDeadline(), restMs)
  }

  /** Closes the connection, because its response is the longest of too many pending ones. */
  cutOff(): void {
    this.#fail('TOO_MUCH', 'The server sent more than the service can hold at the moment.')
  }

  #fail(code: string, message: string): void {
    this.#failure ??= new MailboxError(code, message)
    this.stop()
    this.#socket?.destroy(this.#failure)
  }
}

function setPending(meter: SocketMeter, bytes: number): void {
  pendingBytes += bytes - (pending.get(meter) ?? 0)
  if (bytes === 0) pending.delete(meter)
  else pending.set(meter, bytes)
}

function findLongest(): SocketMeter | undefined {
  return [...pending].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

function countLines(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) lines++
  return lines
}
