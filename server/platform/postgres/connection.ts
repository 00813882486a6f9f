/**
 * One connection to the database: an instance of the driver (postgres.js) that connects once.
 *
 * The driver's own pool reopens a closed connection and applies leftover state of the old connection to the new one: a statement gets
 * another statement's error, or rows that do not exist (porsager/postgres issues 1119, 1186, 1193, 1216 and 1223). Here a closed connection
 * is discarded completely; pool.ts opens another.
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
  /** Called with every statement as it runs; used by the tests' statement audit. */
  onStatement?: ((text: string, parameters: readonly unknown[]) => void) | undefined
}

/** The result of a statement: its rows, and the command tag that PostgreSQL reports. */
export type Answer = { rows: postgres.Row[]; command: string }

/** Each is called at most once; `onClose` is the last call, after which the connection is unusable. */
export type ConnectionEvents = { onOpen(): void; onClose(): void }

const statementTimeoutMsDefault = 10_000
/** PostgreSQL cancels a statement at its time limit. If no answer has arrived this long after that, none will. */
const graceSeconds = 2

export class DatabaseConnection {
  readonly #sql: postgres.Sql
  readonly #events: ConnectionEvents
  readonly #onStatement: ConnectionOptions['onStatement']
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
    this.#onStatement = options.onStatement
    const { statementTimeoutMs = statementTimeoutMsDefault } = options
    this.#sql = openDriver(
      { ...options, max: 1 },
      {
        socket: (target: Target) => this.#dial(target, pauseMs),
        onparameter: () => this.#open(),
        onclose: () => this.giveUp(),
        // Disabled, because the driver would close an old connection between two statements of a transaction.
        max_lifetime: 0,
      },
    )
    if (statementTimeoutMs > 0) this.#watch = setInterval(() => this.#tick(statementTimeoutMs / 1000 + graceSeconds), 1000).unref()
  }

  /** Whether the connection was ever established. */
  get hasOpened(): boolean {
    return this.#hasOpened
  }

  /**
   * Runs a prepared statement, or a script of several when `values` is null. Statements are sent at once and answered in order. Throws the
   * driver's errors; on a lost connection it always throws, without sending anything.
   */
  async run(text: string, values: readonly unknown[] | null): Promise<Answer> {
    if (this.#isClosed) throw connectionClosed()
    // Not by the driver's `debug`, which takes a stack trace with each statement.
    this.#onStatement?.(text, values ?? [])
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
      // After any other error the driver may assign answers to the wrong statements, so the connection is discarded.
      this.giveUp()
      throw error
    } finally {
      this.#pending--
      this.#silentSeconds = 0
    }
  }

  /**
   * The bytes of a `copy … to stdout`. Nothing else may run until they have been read completely; stopping early discards the connection.
   */
  async *copyOut(text: string): AsyncGenerator<Buffer> {
    if (this.#isClosed) throw connectionClosed()
    this.#onStatement?.(text, [])
    let isWhole = false
    try {
      const stream = await this.#sql.unsafe(text).readable()
      for await (const piece of stream) yield piece
      // The driver pauses its socket while the stream is not read and resumes it when the stream requests more, which an ended stream never
      // does (issue 917): without this the next statement may get no answer.
      // oxlint-disable-next-line no-underscore-dangle -- a method of every readable stream, public in its types; only subclasses need it otherwise
      stream._read(0)
      isWhole = true
    } finally {
      if (!isWhole) this.giveUp()
    }
  }

  /** Feeds a `copy … from stdin`. Throws PostgreSQL's error about the rows, or what `pieces` throws. */
  async copyIn(text: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    if (this.#isClosed) throw connectionClosed()
    this.#onStatement?.(text, [])
    const query = this.#sql.unsafe(text)
    const stream = await query.writable()
    // The driver reports an error after the last byte only to the statement, which has already been resolved with the stream, so the stream
    // never ends (issue 1173). Therefore the statement's reject function is replaced.
    const refused = new Promise<never>((_, reject) => Object.assign(query, { reject }))
    refused.catch(() => undefined)
    await Promise.race([pipeline(pieces, stream), refused])
  }

  /** Closes the connection gracefully, when nothing is in progress. */
  async leave(): Promise<void> {
    await this.#sql.end({ timeout: 1 })
    this.giveUp()
  }

  /** Closes the connection immediately: statements in progress fail, and whether they took effect is unknown. */
  giveUp(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#watch)
    // Not destroyed, because under TLS that raises an unhandled error. On a dead network the socket must not keep the process alive.
    this.#socket?.unref()
    void this.#sql.end({ timeout: 0 })
    this.#events.onClose()
  }

  /** The server sends its parameters after successful authentication. */
  #open(): void {
    if (this.#hasOpened || this.#isClosed) return
    this.#hasOpened = true
    this.#events.onOpen()
  }

  /** Counts ticks instead of time: when this process was blocked, answers may have arrived that are not read yet. */
  #tick(silentSecondsMax: number): void {
    if (this.#pending > 0 && ++this.#silentSeconds > silentSecondsMax) this.giveUp()
  }

  /** The driver requests a socket each time it connects: once for each host. Further requests would be reconnects and are refused. */
  async #dial({ path, host, port }: Target, pauseMs: number): Promise<Socket> {
    if (pauseMs > 0) await sleep(pauseMs)
    const i = this.#hostsTried++
    if (i >= host.length) this.giveUp()
    if (this.#isClosed) throw connectionClosed()
    this.#socket = path ? connect(path) : connect({ host: host[i], port: port[i] ?? 5432 })
    // The driver reads the host name for certificate verification from here.
    return Object.assign(this.#socket, { host: host[i] })
  }
}

/** The server address as parsed by the driver. */
type Target = { path: string | false; host: string[]; port: number[] }

/** The driver itself, with the settings of the service: for the class above, and for the benchmarks' bare floor. */
export function openDriver(
  { connection, max, statementTimeoutMs = statementTimeoutMsDefault, session = sessionDefaults }: ConnectionOptions & { max: number },
  own: object = {},
): postgres.Sql {
  const settings = {
    max,
    idle_timeout: 0,
    connect_timeout: 3,
    // See arrays.ts.
    fetch_types: false,
    onnotice: () => {},
    types: { ...plainTypes, ...arrayTypes },
    connection: sessionParameters(statementTimeoutMs, session),
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
 * After a statement that failed after sending some rows, the driver prepends that many empty slots to the next result (issue 1181). The row
 * count is taken from PostgreSQL's command tag.
 */
function withoutHoles(rows: postgres.RowList<postgres.Row[]>): postgres.Row[] {
  return rows.count !== null && rows.length > rows.count ? rows.slice(-rows.count) : rows
}

/** Whether PostgreSQL refused the statement and the connection remains usable. */
function isRefusal(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.severity === 'ERROR'
}

/** Uses the driver's error code, for code that checks it. */
export function connectionClosed(): Error {
  return Object.assign(new Error('The connection to the database is closed'), { code: 'CONNECTION_CLOSED' })
}
