/** Tracks the requests in progress on each connection, so that nothing is written between their responses. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export type Exchange = { req: IncomingMessage; res: ServerResponse }

export class Connection {
  readonly #socket: Duplex
  readonly #open = new Set<Exchange>()
  #whenIdle: (() => void) | null = null
  /** True when the parser no longer reads from this connection. */
  #deaf = false
  /** The latest request. */
  last: Exchange | null = null

  constructor(socket: Duplex) {
    this.#socket = socket
  }

  get deaf(): boolean {
    return this.#deaf
  }

  get open(): Iterable<Exchange> {
    return this.#open
  }

  enter(exchange: Exchange): void {
    this.last = exchange
    this.#open.add(exchange)
  }

  leave(exchange: Exchange): void {
    this.#open.delete(exchange)
    if (this.#open.size > 0) return
    this.#whenIdle?.()
    this.#whenIdle = null
  }

  /** Calls `act` when all requests received so far have their responses. */
  whenIdle(act: () => void): void {
    if (this.#open.size > 0) this.#whenIdle = act
    else act()
  }

  /** Detaches the connection from the parser. `take` receives all later bytes. */
  stopParsing(take: (bytes: Buffer) => void = () => {}, ended: () => void = () => {}): void {
    this.#deaf = true
    this.#socket.removeAllListeners('data').removeAllListeners('end')
    this.#socket.on('data', take).on('end', ended).resume()
    // Node passes the socket of a CONNECT without an error listener, and an unhandled error would end the process.
    this.#socket.on('error', () => this.#socket.destroy())
    // Node closes a connection with `Connection: close` immediately. If unread bytes are left, the kernel sends a reset, and the client
    // loses the response.
    if (this.#socket instanceof Socket) this.#socket.destroySoon = () => this.close()
  }

  /** Sends a last response, then closes when the caller has closed or has had time to read the response. */
  close(text?: string): void {
    const socket = this.#socket
    if (socket.destroyed || socket.writableEnded) return
    socket.end(text)
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
}

const lingerMs = 2_000

export class Connections {
  readonly #of = new WeakMap<Duplex, Connection>()

  of(socket: Duplex): Connection {
    let connection = this.#of.get(socket)
    if (!connection) this.#of.set(socket, (connection = new Connection(socket)))
    return connection
  }
}
