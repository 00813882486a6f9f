/**
 * One connection to the database: an instance of the driver (postgres.js) that connects once.
 *
 * The driver's own pool makes a closed connection again, and what the old conversation left behind is taken for the
 * beginning of the new one: a statement gets another's error, or rows that are not there (porsager/postgres issues 1119,
 * 1186, 1193, 1216 and 1223). Here what closes is given up whole; db-pool.ts opens another.
 */
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { arrayTypes } from './arrays.ts'
import { sessionDefaults, sessionParameters, type SessionSettings } from './session.ts'

export type ConnectionOptions = {
  /** A postgres:// URL, or the parts of the embedded one. */
  connection: string | { host: string; port: number; user: string; password: string; database: string }
  /** Milliseconds after which a statement is given up (504); 0 for none (migrations, maintenance). */
  statementTimeoutMs?: number
  session?: SessionSettings
  /** Sees every statement as it runs; the tests' statement audit listens here. */
  onStatement?: ((text: string, parameters: readonly unknown[]) => void) | undefined
}

/** What a statement answers: its rows, and the command that PostgreSQL says it carried out. */
export type Answer = { rows: postgres.Row[]; command: string }

/** Each comes once at most; nothing comes after `onClose`, when the connection is of no use any more. */
export type ConnectionEvents = { onOpen(): void; onClose(): void }

const statementTimeoutMsDefault = 10_000
/** PostgreSQL itself ends a statement at its limit. If nothing has come so long after that, nothing will. */
const graceSeconds = 2

export class DatabaseConnection {
  readonly #sql: postgres.Sql
  readonly #events: ConnectionEvents
  readonly #watch: NodeJS.Timeout | undefined
  #socket: Socket | null = null
  #hostsTried = 0
  #hasOpened = false
  #isClosed = false
  #pending = 0
  #silentSeconds = 0

  /** Connects with the first statement, after `pauseMs`. */
  constructor(options: ConnectionOptions, pauseMs: number, events: ConnectionEvents) {
    this.#events = events
    const { statementTimeoutMs = statementTimeoutMsDefault } = options
    this.#sql = openDriver(
      { ...options, max: 1 },
      {
        socket: (target: Target) => this.#dial(target, pauseMs),
        onparameter: () => this.#open(),
        onclose: () => this.giveUp(),
        // The driver would end a connection that is old between two statements of a transaction.
        max_lifetime: 0,
      },
    )
    if (statementTimeoutMs > 0) this.#watch = setInterval(() => this.#tick(statementTimeoutMs / 1000 + graceSeconds), 1000).unref()
  }

  /** Whether the server has ever let us in. */
  get hasOpened(): boolean {
    return this.#hasOpened
  }

  /**
   * Runs a prepared statement, or a script of several when `values` is null. Statements are sent at once and answered in
   * order. Throws what the driver throws; after a loss, always, and without sending anything.
   */
  async run(text: string, values: readonly unknown[] | null): Promise<Answer> {
    if (this.#isClosed) throw connectionClosed()
    this.#pending++
    try {
      // Safe because db.ts passes values of the kinds that the driver serialises.
      const rows = await (values === null
        ? this.#sql.unsafe(text).simple()
        : this.#sql.unsafe(text, values as postgres.ParameterOrJSON<never>[], { prepare: true }))
      if (this.#isClosed) throw connectionClosed()
      return { rows: withoutHoles(rows), command: rows.command }
    } catch (error) {
      if (isRefusal(error)) throw this.#isClosed ? connectionClosed() : error
      // After any other error the driver may have lost count of whose answer comes next: none is taken any more.
      this.giveUp()
      throw error
    } finally {
      this.#pending--
      this.#silentSeconds = 0
    }
  }

  /** The bytes of a `copy … to stdout`. Nothing else may run until they have been read to the end; who stops before loses the connection. */
  async *copyOut(text: string): AsyncGenerator<Buffer> {
    if (this.#isClosed) throw connectionClosed()
    let isWhole = false
    try {
      const stream = await this.#sql.unsafe(text).readable()
      for await (const piece of stream) yield piece
      // The driver pauses its socket while nobody reads, and goes on when the stream asks for more, which one that has ended
      // never does (issue 917): without this the next statement may get no answer.
      // oxlint-disable-next-line no-underscore-dangle -- a method of every readable stream, public in its types; only subclasses need it otherwise
      stream._read(0)
      isWhole = true
    } finally {
      if (!isWhole) this.giveUp()
    }
  }

  /** Feeds a `copy … from stdin`. Throws what PostgreSQL says of the rows, or what `pieces` throws. */
  async copyIn(text: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    if (this.#isClosed) throw connectionClosed()
    const query = this.#sql.unsafe(text)
    const stream = await query.writable()
    // What PostgreSQL says after the last byte, the driver tells the statement alone, which has been answered with the stream by
    // then, and the stream never ends (issue 1173). So the statement's way to fail is led here.
    const refused = new Promise<never>((_, reject) => Object.assign(query, { reject }))
    refused.catch(() => undefined)
    await Promise.race([pipeline(pieces, stream), refused])
  }

  /** Closes the connection politely, when nothing is under way. */
  async leave(): Promise<void> {
    await this.#sql.end({ timeout: 1 })
    this.giveUp()
  }

  /** Closes the connection at once: what is under way fails, and nobody knows what it did. */
  giveUp(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#watch)
    // Not destroyed: under TLS that makes an error that nobody hears. When the network is dead, it must not keep the process alive.
    this.#socket?.unref()
    void this.#sql.end({ timeout: 0 })
    this.#events.onClose()
  }

  /** The server tells its parameters to whom it has let in. */
  #open(): void {
    if (this.#hasOpened || this.#isClosed) return
    this.#hasOpened = true
    this.#events.onOpen()
  }

  /** Counts ticks instead of time: when this process itself was held up, the answers may lie there unread. */
  #tick(silentSecondsMax: number): void {
    if (this.#pending > 0 && ++this.#silentSeconds > silentSecondsMax) this.giveUp()
  }

  /** The driver asks for a socket each time it connects: once for each host. More often it would connect again. */
  async #dial({ path, host, port }: Target, pauseMs: number): Promise<Socket> {
    if (pauseMs > 0) await sleep(pauseMs)
    const i = this.#hostsTried++
    if (i >= host.length) this.giveUp()
    if (this.#isClosed) throw connectionClosed()
    this.#socket = path ? connect(path) : connect({ host: host[i], port: port[i] ?? 5432 })
    // Where the driver looks for the name that a certificate must bear.
    return Object.assign(this.#socket, { host: host[i] })
  }
}

/** The driver's reading of where the server is. */
type Target = { path: string | false; host: string[]; port: number[] }

/** The driver itself, with the settings of the service: for the class above, and for the benchmarks' bare floor. */
export function openDriver(
  {
    connection,
    max,
    statementTimeoutMs = statementTimeoutMsDefault,
    session = sessionDefaults,
    onStatement,
  }: ConnectionOptions & { max: number },
  own: object = {},
): postgres.Sql {
  const settings = {
    max,
    idle_timeout: 0,
    connect_timeout: 3,
    // See db-arrays.ts.
    fetch_types: false,
    onnotice: () => {},
    types: { ...plainTypes, ...arrayTypes },
    connection: sessionParameters(statementTimeoutMs, session),
    ...(onStatement ? { debug: (_: number, text: string, parameters: unknown[]) => onStatement(text, parameters) } : {}),
    ...own,
  }
  // Safe because the driver passes unknown connection parameters through to the server as they are.
  return (
    typeof connection === 'string'
      ? postgres(connection, settings as postgres.Options<Record<string, postgres.PostgresType>>)
      : postgres({ ...connection, ...settings } as postgres.Options<Record<string, postgres.PostgresType>>)
  ) as postgres.Sql
}

/** timestamptz, timestamp and date as text; bigint (counts, sequences) as number. */
const plainTypes = {
  date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
}

/**
 * After a statement that failed amid its rows, the driver puts the rows of the next one behind as many holes (issue 1181).
 * The count is PostgreSQL's own.
 */
function withoutHoles(rows: postgres.RowList<postgres.Row[]>): postgres.Row[] {
  return rows.count !== null && rows.length > rows.count ? rows.slice(-rows.count) : rows
}

/** Whether PostgreSQL refused a statement, and goes on with the next. */
function isRefusal(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.severity === 'ERROR'
}

/** In the driver's words, for who reads its codes. */
export function connectionClosed(): Error {
  return Object.assign(new Error('The connection to the database is closed'), { code: 'CONNECTION_CLOSED' })
}
