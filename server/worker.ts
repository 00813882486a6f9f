/** The worker: what happens after the answer. Webhook deliveries, and the upkeep of what grows. Any number may run. */
import type { Config } from './config.ts'
import type { Database } from './kit/db.ts'
import type { Log } from './kit/log.ts'
import { pruneIdempotencyKeys } from './kit/outbox/prune.ts'
import type { ResolveHost } from './kit/outbound/resolve-host.ts'
import { openSafeFetch } from './kit/outbound/safe-fetch.ts'
import { openSecrets } from './kit/secrets.ts'
// oxlint-disable-next-line import/no-unassigned-import -- for the declarations of all rooms' events, which the worker writes
import './resources/index.ts'
import { pruneAllEvents, rollUpEvents } from './resources/events/index.ts'
import { listTenants } from './resources/tenants/index.ts'
import { attemptsMax, maintainDeliveries, startDispatcher, type DispatcherOptions } from './resources/webhooks/index.ts'

export type Worker = {
  /** This process has written something: events may be waiting. */
  nudge(): void
  /** Finishes what is under way; what is not done is another worker's. */
  stop(): Promise<void>
}

const rollUpEveryMs = 60_000
const upkeepEveryMs = 3_600_000
/** Not at once: a start has better things to do. */
const firstUpkeepAfterMs = 60_000

export type WorkerOptions = Pick<DispatcherOptions, 'observe' | 'requestsWaiting'> & {
  /** How host names of webhooks become addresses. */
  resolveHost?: ResolveHost
}

/** `db` is the worker's own: a backlog of deliveries must not keep requests waiting for a connection. */
export function startWorker(config: Config, db: Database, log: Log, { resolveHost, ...options }: WorkerOptions = {}): Worker {
  const { timeoutSeconds, retrySeconds, allowedCidrs } = config.webhooks
  // Attempts are bounded by tenant; a bound by host would let one tenant keep all others from a host that they share.
  const fetch = openSafeFetch({
    allowedCidrs,
    timeoutMs: timeoutSeconds * 1000,
    socketsPerHostMax: attemptsMax.inAll,
    ...(resolveHost ? { resolveHost } : {}),
  })
  const dispatcher = startDispatcher({ db, log, fetch, secrets: openSecrets(config.secretKey), retrySeconds, timeoutSeconds, ...options })
  const upkeep = [
    repeat('counting events', rollUpEveryMs, log, () => rollUpEvents(db)),
    repeat('upkeep', upkeepEveryMs, log, () => runUpkeep(config, db)),
  ]
  return {
    nudge: () => dispatcher.nudge(),
    async stop() {
      for (const { stop } of upkeep) stop()
      await dispatcher.stop()
      fetch.close()
    },
  }
}

/** Deletes what is past its time, tenant by tenant, in short transactions. */
export async function runUpkeep({ retentionDays }: Config, db: Database): Promise<void> {
  await pruneIdempotencyKeys(db)
  const tenantIds = (await listTenants(db)).map(({ tenantId }) => tenantId)
  await maintainDeliveries(db, tenantIds, retentionDays.deliveries)
  // Only counted events are deleted, so that totals stay exact.
  await rollUpEvents(db, 0)
  await pruneAllEvents(db, tenantIds, retentionDays.events)
}

/** Runs `work` every `everyMs`, never twice at once; a failure is logged and the next turn tries again. */
function repeat(what: string, everyMs: number, log: Log, work: () => Promise<void>): { stop(): void } {
  let timer: NodeJS.Timeout
  let stopped = false
  const turn = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.warn({ error }, `${what} failed and is tried again later`)
    }
    if (!stopped) timer = setTimeout(turn, everyMs).unref()
  }
  timer = setTimeout(turn, Math.min(everyMs, firstUpkeepAfterMs)).unref()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
