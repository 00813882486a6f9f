/** Runs the service: opens and closes the database, HTTP and background work together. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, Server as Port } from 'node:net'
import { toServiceUrl, type Config } from '../config.ts'
import { openDashboardPort } from '../web/dashboard-host.ts'
import type { Database } from '#platform/db.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import type { MetricsSource } from '#platform/http/merged-metrics.ts'
import type { Metrics } from '#platform/http/metrics.ts'
import type { HttpService } from '#platform/http/server.ts'
import type { Log } from '#platform/log.ts'
import { createSecrets } from '#platform/secrets.ts'
import type { MailPort } from '../resources/inbound-mails/index.ts'
import type { Worker } from '../worker.ts'
import { openServiceDatabase } from './open-database.ts'
import { workerPoolSize } from './process-layout.ts'

/** Milliseconds that running requests may take to finish when the service stops. */
const maxFinishMs = 10_000

export type OpenService = {
  /** The URL at which callers on this machine reach the service. */
  url: string
  /** The SMTP port for incoming mail; null if the service accepts no mail. */
  mailPort: number | null
  db: Database
  /** Finishes running requests, then closes everything. */
  close(): Promise<void>
}

export type ServiceParts = {
  /** Whether a worker runs in the same process. */
  worker: boolean
  /** Whether this process opens the SMTP port. Default: true. */
  mailPort?: boolean
  /** Replaces what /metrics shows, given the metrics of this process. Default: these metrics. */
  shareMetrics?: (registry: Metrics['registry']) => MetricsSource
}

/** Starts the service. When the start fails, it leaves nothing running and throws an Error with a message for the operator. */
export async function openService(
  config: Config,
  log: Log,
  { worker: withWorker, mailPort: withMailPort = true, shareMetrics = (registry) => registry }: ServiceParts,
): Promise<OpenService> {
  // These imports load the modules. Do not turn them into static imports: the modules load while the database starts.
  const loadModules = () => Promise.all([import('../app.ts'), import('../app-metrics.ts'), import('../worker.ts')])
  const database = await openServiceDatabase(config, log, 'serve', loadModules)
  const { db } = database
  let http: HttpService | null = null
  let worker: Worker | null = null
  let dashboardPort: Port | null = null
  let mailPort: MailPort | null = null
  const close = async (): Promise<void> => {
    dashboardPort?.close()
    await Promise.all([http && finishRequests(http), mailPort?.stop()])
    await worker?.stop()
    await database.close()
  }
  try {
    const [{ createApp }, { createAppMetrics }, { startWorker }] = await loadModules()
    const metrics = createAppMetrics(db)
    http = createApp(config, db, log, { metrics, shownMetrics: shareMetrics(metrics.registry), onWrite: () => worker?.nudge() })
    await http.ready()
    // Deletes the files that a killed process was receiving. The start does not wait for that.
    getFileStore(config)
      .sweep()
      .catch((error: unknown) => log.warn({ error }, 'unfinished files could not be deleted'))
    const url = await listen(http.server, config)
    if (config.dashboardPort !== null) dashboardPort = await listenForDashboard(http.server, config, config.dashboardPort)
    if (withMailPort) mailPort = await listenForMail(config, db, log, () => worker?.nudge())
    if (withWorker)
      worker = startWorker(config, database.openPool(workerPoolSize), log, {
        observe: metrics.observeAttempt,
        requestsWaiting: () => db.poolState().waiting,
      })
    return { url, mailPort: mailPort?.port ?? null, db, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function listenForDashboard(server: Server, { host }: Config, port: number): Promise<Port> {
  const opened = openDashboardPort(server)
  await listening(opened, port, host, 'DASHBOARD_PORT')
  return opened
}

/** Opens the SMTP port. Without MAIL_IN_PORT, a second service on this machine works without one. */
export async function listenForMail(config: Config, db: Database, log: Log, onWrite: () => void): Promise<MailPort | null> {
  const { port, host, isPortGiven } = config.mailIn
  const { startMailPort } = await import('../resources/inbound-mails/index.ts')
  try {
    return await startMailPort({ config, db, log, secrets: createSecrets(config.secretKey), onWrite })
  } catch (error) {
    // Safe because all fields that ErrnoException adds are optional. Only errors of the system have a call.
    const failure = error as NodeJS.ErrnoException
    if (failure.syscall === undefined) throw error
    const explained = explainListening(failure, port ?? 0, host, 'MAIL_IN_PORT', 'MAIL_IN_HOST')
    if (isPortGiven) throw explained
    log.warn(`No mail comes in: ${explained.message}, or MAIL_IN_PORT=0 for none.`)
    return null
  }
}

async function listening(server: Port, port: number, host: string, setting: string): Promise<void> {
  await once(server.listen(port, host), 'listening').catch((error: NodeJS.ErrnoException) => {
    throw explainListening(error, port, host, setting)
  })
}

async function listen(server: Server, { port, host }: Config): Promise<string> {
  await listening(server, port, host, 'PORT')
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  return toServiceUrl(host, (server.address() as AddressInfo).port)
}

/** Turns the error of a failed `listen` into an error with a message for the operator. */
export function explainListening(error: NodeJS.ErrnoException, port: number, host: string, setting = 'PORT', hostSetting = 'HOST'): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use: another program, or another Skein, listens there. Stop it, or choose another port: ${setting}=${port === 65_535 ? 3000 : port + 1}`,
    EACCES: `${setting} ${port} can only be opened by root. Choose a port above 1023.`,
    EADDRNOTAVAIL: `${hostSetting} ${host} is not an address of this machine.`,
    ENOTFOUND: `${hostSetting} ${host} cannot be resolved.`,
  }
  return new Error(sentences[error.code ?? ''] ?? `${hostSetting} ${host}, ${setting} ${port}: ${error.message}`, { cause: error })
}

/** Stops accepting requests and waits for the running ones, then aborts those that take too long. */
async function finishRequests({ server, close }: HttpService): Promise<void> {
  const stopped = server.listening ? new Promise((resolve) => server.close(resolve)) : null
  // A kept-alive connection becomes idle when its last request ends. close() would otherwise keep waiting for it.
  const sweeper = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => server.closeAllConnections(), maxFinishMs)
  try {
    await Promise.all([close(), stopped])
  } finally {
    clearInterval(sweeper)
    clearTimeout(deadline)
  }
}
