/** Which requests are under way on which connection, so that nothing is written between their answers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export type Exchange = { req: IncomingMessage; res: ServerResponse }

export class Connection {
  readonly #socket: Duplex
  readonly #open = new Set<Exchange>()
  #whenIdle: (() => void) | null = null
  /** The parser takes nothing more from this connection. */
  #deaf = false
  /** The request that came last. */
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

  /** Does it once every request that came so far has been answered. */
  whenIdle(act: () => void): void {
    if (this.#open.size > 0) this.#whenIdle = act
    else act()
  }

  /** Takes the bytes that follow away from the parser, and hands them to `take` instead. */
  stopParsing(take: (bytes: Buffer) => void = () => {}, ended: () => void = () => {}): void {
    this.#deaf = true
    this.#socket.removeAllListeners('data').removeAllListeners('end')
    this.#socket.on('data', take).on('end', ended).resume()
    // Node hands over the socket of a CONNECT without any listener, and an error that nobody hears of ends the process.
    this.#socket.on('error', () => this.#socket.destroy())
    // Node ends a connection at once that said `Connection: close`; with bytes unread the kernel would then reset the answer away.
    if (this.#socket instanceof Socket) this.#socket.destroySoon = () => this.close()
  }

  /** Says a last thing, and goes once the caller has gone or has had time to read it. */
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
