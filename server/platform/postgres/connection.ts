/**
 * One connection to the database: an instance of the driver (postgres.js) that connects once. The driver's own pool reopens a closed
 * connection and applies leftover state of the old connection to the new one: a statement gets another statement's error, or rows that do
 * not exist (porsager/postgres issues 1119, 1186, 1193, 1216 and 1223). So a closed DatabaseConnection is discarded, and pool.ts opens
 * another. This can go when the driver fixes these issues or is replaced.
 */
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { arrayTypes } from './arrays.ts'
import { toRecords, type Columns } from './records.ts'
import { sessionDefaults, toSessionParameters, type SessionSettings } from './session.ts'

export type ConnectionOptions = {
  /** A postgres:// URL, or the address of the embedded PostgreSQL. */
  connection: string | { host: string; port: number; user: string; password: string; database: string }
  /** Milliseconds after which a statement is cancelled and its request fails with 504. 0 for no limit (migrations, maintenance). */
  statementTimeoutMs?: number
  session?: SessionSettings
  /** Receives every statement when it runs, for the tests' statement audit. */
  onStatement?: ((text: string, parameters: readonly unknown[]) => void) | undefined
}

/** Result of a statement: its rows, and PostgreSQL's command tag. */
export type StatementResult = { rows: Record<string, unknown>[]; command: string }

/** The driver's result with rows as arrays. */
type RowArrays = unknown[][] & { columns: Columns; count: number | null; command: string }

/** Callbacks, each called at most once. `onClose` is the last; the connection is unusable after it. */
export type ConnectionEvents = { onOpen(): void; onClose(): void }

const statementTimeoutMsDefault = 10_000
/** Seconds after a statement's time limit, when PostgreSQL cancels the statement, until the connection counts as lost. */
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

  /** Connects `pauseMs` after the first statement. */
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

  /** True once the connection has been established, even if it has since closed. */
  get hasOpened(): boolean {
    return this.#hasOpened
  }

  /**
   * Runs a prepared statement, or a script of several statements when `values` is null, without its rows. Sends it immediately
   * (pipelining); results arrive in call order. Throws the driver's errors. On a lost connection, always throws without sending anything.
   */
  async run(text: string, values: readonly unknown[] | null): Promise<StatementResult> {
    if (this.#isClosed) throw connectionClosedError()
    // The driver's option `debug` would do the same but captures a stack trace of each statement.
    this.#onStatement?.(text, values ?? [])
    this.#pending++
    try {
      const result = await (values === null ? this.#runScript(text) : this.#runPrepared(text, values))
      if (this.#isClosed) throw connectionClosedError()
      return result
    } catch (error) {
      if (isRefusal(error)) throw this.#isClosed ? connectionClosedError() : error
      // After any other error the driver may assign results to the wrong statements, so discard the connection.
      this.giveUp()
      throw error
    } finally {
      this.#pending--
      this.#silentSeconds = 0
    }
  }

  async #runScript(text: string): Promise<StatementResult> {
    const { command } = await this.#sql.unsafe(text).simple()
    return { rows: [], command }
  }

  async #runPrepared(text: string, values: readonly unknown[]): Promise<StatementResult> {
    // Safe because db.ts only passes values that the driver can serialise.
    const query = this.#sql.unsafe(text, values as postgres.ParameterOrJSON<never>[], { prepare: true })
    // Safe because the driver then returns each row as an array of its columns, regardless of their types.
    const result = (await query.values()) as unknown as RowArrays
    return { rows: toRecords(removeHoles(result), result.columns), command: result.command }
  }

  /**
   * Yields the bytes of a `copy … to stdout`. Nothing else may run until the caller has read all of them. Stopping early discards the
   * connection.
   */
  async *copyOut(text: string): AsyncGenerator<Buffer> {
    if (this.#isClosed) throw connectionClosedError()
    this.#onStatement?.(text, [])
    let isComplete = false
    try {
      const stream = await this.#sql.unsafe(text).readable()
      for await (const piece of stream) yield piece
      // The driver pauses its socket while the stream is not read and resumes it when the stream requests more, which an ended stream never
      // does (issue 917). Without this call the next statement may get no result.
      // oxlint-disable-next-line no-underscore-dangle -- a method of every readable stream, public in its types; only subclasses need it otherwise
      stream._read(0)
      isComplete = true
    } finally {
      if (!isComplete) this.giveUp()
    }
  }

  /** Sends the rows of a `copy … from stdin`. Throws PostgreSQL's error about the rows, or the error of `pieces`. */
  async copyIn(text: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    if (this.#isClosed) throw connectionClosedError()
    this.#onStatement?.(text, [])
    const query = this.#sql.unsafe(text)
    const stream = await query.writable()
    // The driver reports an error after the last byte only to the query, which has already resolved with the stream, so the stream never
    // ends (porsager/postgres issue 1173). Replacing the query's reject function makes the error visible.
    const refused = new Promise<never>((_, reject) => Object.assign(query, { reject }))
    refused.catch(() => undefined)
    await Promise.race([pipeline(pieces, stream), refused])
  }

  /** Closes an idle connection gracefully. */
  async leave(): Promise<void> {
    await this.#sql.end({ timeout: 1 })
    this.giveUp()
  }

  /** Closes the connection immediately. Statements in progress fail, and may or may not have taken effect. */
  giveUp(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#watch)
    // Destroying the socket would raise an unhandled error under TLS. On a dead network, the socket must not keep the process alive.
    this.#socket?.unref()
    void this.#sql.end({ timeout: 0 })
    this.#events.onClose()
  }

  /** Called when the server sends its parameters, right after authentication. */
  #open(): void {
    if (this.#hasOpened || this.#isClosed) return
    this.#hasOpened = true
    this.#events.onOpen()
  }

  /**
   * Gives up on a silent connection. Counts ticks rather than time, because a process that was blocked has results that it has not read
   * yet.
   */
  #tick(maxSilentSeconds: number): void {
    if (this.#pending > 0 && ++this.#silentSeconds > maxSilentSeconds) this.giveUp()
  }

  /** Opens the driver's socket to the next host. The driver calls it once per host; further calls would reconnect and are rejected. */
  async #dial({ path, host, port }: Target, pauseMs: number): Promise<Socket> {
    if (pauseMs > 0) await sleep(pauseMs)
    const i = this.#hostsTried++
    if (i >= host.length) this.giveUp()
    if (this.#isClosed) throw connectionClosedError()
    this.#socket = path ? connect(path) : connect({ host: host[i], port: port[i] ?? 5432 })
    // The driver verifies the certificate against this property.
    return Object.assign(this.#socket, { host: host[i] })
  }
}

/** Address of the server, as parsed by the driver. */
type Target = { path: string | false; host: string[]; port: number[] }

/** Returns the driver with the service's settings, for DatabaseConnection and for benchmarks of the driver alone. */
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
    connection: toSessionParameters(statementTimeoutMs, session),
    ...own,
  }
  // Safe because the driver passes unknown connection parameters to the server unchanged.
  return (
    typeof connection === 'string'
      ? postgres(connection, settings as postgres.Options<Record<string, postgres.PostgresType>>)
      : postgres({ ...connection, ...settings } as postgres.Options<Record<string, postgres.PostgresType>>)
  ) as postgres.Sql
}

/** Reads timestamptz, timestamp and date as text, and bigint (counts, sequences) as a number. */
const plainTypes = {
  date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
}

/**
 * Removes empty elements at the start of a result. After a statement that failed after n rows, the driver prepends n empty elements to the
 * next result (porsager/postgres issue 1181). PostgreSQL's command tag has the real number of rows.
 */
function removeHoles(rows: RowArrays): unknown[][] {
  return rows.count !== null && rows.length > rows.count ? rows.slice(-rows.count) : rows
}

/** True when PostgreSQL rejected the statement and the connection remains usable. */
function isRefusal(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.severity === 'ERROR'
}

/** Returns the error of a closed connection, with the code that the driver uses. */
export function connectionClosedError(): Error {
  return Object.assign(new Error('The connection to the database is closed'), { code: 'CONNECTION_CLOSED' })
}
