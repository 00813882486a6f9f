/**
 * The webhook worker: turns events into deliveries and attempts what is due. Any number of processes may run one.
 *
 * Everything it knows is in the database: a worker that is killed loses nothing but its leases, which run out.
 * It looks for work every 50 ms while there is any, every 200 after five quiet seconds, and at once when this process has
 * written something (`nudge`).
 *
 * Tenants do not wait for each other: what a tenant's own slow transactions or receivers hold up is held up for it alone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { LockTimeoutError } from '../../../kit/db.ts'
import type { Uuid } from '../../../kit/ids.ts'
import type { DispatcherOptions } from './dispatcher-options.ts'
import { fanOutTenant } from './fan-out.ts'
import { Pace } from './pace.ts'
import { attemptOne, Successes, Turns, type Place } from './settle.ts'
import { Shares } from './shares.ts'
import { claimDeliveries, tenantsBehind, webhooksDue } from './queries.ts'

export type Dispatcher = {
  /** Something may be due now. */
  nudge(): void
  /** Takes no more work, finishes the attempts under way, then resolves. */
  stop(): Promise<void>
}

const pollMs = 50
const quietPollMs = 200
const quietAfterMs = 5_000
/** Attempts under way at most of one webhook, over all workers. */
const perWebhook = 16
/** Deliveries are taken when this many attempts are free, so that under load one statement takes several. */
const claimAtLeast = 8
/** What a lease lasts beyond the longest attempt: the time to write its outcome down, on a bad day. */
const leaseSlackSeconds = 5
const fanOutsAtOnce = 2
const tenantsPerRound = 50
const webhooksPerRound = 200

/** A claim that a write of the webhook's row prevented is made again after so long: such writes are short. */
const comeAgainMs = 20
/** So many in a row, and the row is held for long, or gone. */
const preventedMax = 10

/** Work on one webhook: `again` asks it to look for more, `wake` tells it so while it waits. */
type Drain = { again: boolean; wake: () => void; done: Promise<void>; underWay: Set<Promise<void>> }

export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, log, timeoutSeconds, requestsWaiting } = options
  const draining = new Map<Uuid, Drain>()
  const shares = new Shares()
  const pace = new Pace({ requestsWaiting })
  /** Failures are written down two at a time: of the worker's few connections they never have all. */
  const failures = new Turns(2)
  const stopping = new AbortController()
  let wake: (() => void) | null = null
  let nudged = false

  const nudge = (): void => {
    nudged = true
    wake?.()
  }
  const room = (tenantId: Uuid): boolean => !stopping.signal.aborted && shares.free(tenantId) > 0
  /** How many attempts of a tenant may begin, up to `wanted`, once it is their turn; none when its share was used up meanwhile, or the worker stops. */
  const takePlaces = async (tenantId: Uuid, wanted: number): Promise<number> => {
    const allowed = await pace.take(wanted)
    const places = shares.take(tenantId, allowed)
    pace.giveBack(allowed - places)
    return places
  }
  const giveBackUnused = (tenantId: Uuid, places: number): void => {
    shares.giveBack(tenantId, places)
    pace.giveBack(places)
  }

  /** Works on one webhook until nothing of it is due, with as many attempts at once as its bound and its tenant's share allow. */
  const work = async (place: Place, drain: Drain): Promise<void> => {
    const { tenantId } = place
    const { underWay } = drain
    const successes = new Successes(db, place)
    for (let backlog = false, prevented = 0; ; ) {
      const free = perWebhook - underWay.size
      if ((free >= claimAtLeast || !backlog) && free > 0 && (drain.again || backlog) && room(tenantId)) {
        const places = await takePlaces(tenantId, free)
        if (places === 0) continue
        drain.again = false
        const claims = await db
          .rows(claimDeliveries, { ...place, concurrency: perWebhook, limit: places, leaseSeconds: timeoutSeconds + leaseSlackSeconds })
          .catch((error: unknown) => {
            giveBackUnused(tenantId, places)
            throw error
          })
        const claimed = claims.filter((claim) => claim.id !== null)
        giveBackUnused(tenantId, places - claimed.length)
        const [first] = claims
        prevented = first ? 0 : prevented + 1
        if (prevented > 0 && prevented < preventedMax) {
          // An earlier claim may have put the webhook off by a second, for the case that this worker dies.
          await sleep(comeAgainMs)
          drain.again = true
          continue
        }
        // When others have all the places, they come back for more, or their leases end.
        backlog = first !== undefined && first.more && (claimed.length > 0 || underWay.size > 0)
        for (const delivery of claimed) {
          const attempt = attemptOne(options, place, delivery, successes, failures).finally(() => {
            shares.giveBack(tenantId, 1)
            underWay.delete(attempt)
          })
          underWay.add(attempt)
        }
      }
      // With no room left the webhook stays due in the database, and a later round comes back to it.
      if (underWay.size === 0 && !((drain.again || backlog) && room(tenantId))) return
      if (underWay.size > 0)
        await Promise.race([
          ...underWay,
          new Promise<void>((resolve) => {
            drain.wake = resolve
          }),
        ])
    }
  }

  const startOrWake = (place: Place): void => {
    const running = draining.get(place.webhookId)
    if (running) {
      running.again = true
      running.wake()
      return
    }
    if (!room(place.tenantId)) return
    const drain: Drain = { again: true, wake: () => {}, done: Promise.resolve(), underWay: new Set() }
    draining.set(place.webhookId, drain)
    drain.done = work(place, drain)
      .catch((error: unknown) => log.warn({ error, webhookId: place.webhookId }, 'deliveries of a webhook stalled and are taken up again'))
      // What is still under way when the database went away is not left behind by stop().
      .finally(() => Promise.all(drain.underWay).then(() => draining.delete(place.webhookId)))
  }

  /** Tenants being fanned out. One that waits for a lock keeps none of the others waiting. */
  const fanningOut = new Map<Uuid, Promise<void>>()
  const startFanOut = (tenantId: Uuid): void => {
    fanningOut.set(
      tenantId,
      fanOutTenant(db, tenantId)
        .then((webhookIds) => {
          for (const webhookId of webhookIds ?? []) startOrWake({ tenantId, webhookId })
          // More may have come meanwhile, and the round passed this tenant by.
          if (webhookIds) nudge()
        })
        .catch((error: unknown) =>
          log[error instanceof LockTimeoutError ? 'debug' : 'warn'](
            { error, tenantId },
            'events could not be turned into deliveries and are tried again',
          ),
        )
        .finally(() => fanningOut.delete(tenantId)),
    )
  }

  /** Says whether there was anything to do. */
  const round = async (): Promise<boolean> => {
    const behind = await db.rows(tenantsBehind, { except: [...fanningOut.keys()], limit: tenantsPerRound })
    for (const { tenantId } of behind) {
      while (fanningOut.size >= fanOutsAtOnce) await Promise.race(fanningOut.values())
      if (stopping.signal.aborted) return true
      startFanOut(tenantId)
    }
    const fullWebhooks = [...draining].filter(([, { underWay }]) => underWay.size >= perWebhook).map(([id]) => id)
    const due = await db.rows(webhooksDue, { fullTenants: shares.full(), fullWebhooks, limit: webhooksPerRound })
    for (const place of due) startOrWake(place)
    return behind.length > 0 || due.length > 0
  }

  const loop = async (): Promise<void> => {
    let awayMs = 0
    let busyAt = performance.now()
    while (!stopping.signal.aborted) {
      nudged = false
      try {
        if (await round()) busyAt = performance.now()
        awayMs = 0
      } catch (error) {
        // The database is away or the statement failed: nothing is lost, so it is tried again, ever more patiently.
        awayMs = Math.min(5_000, awayMs * 2 + 100)
        log.warn({ error }, 'the webhook worker waits for the database')
      }
      if (nudged) busyAt = performance.now()
      const pollEveryMs = performance.now() - busyAt > quietAfterMs ? quietPollMs : pollMs
      if (!nudged || awayMs > 0) await pause(awayMs || pollEveryMs)
    }
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const running = loop()
  return {
    nudge,
    async stop() {
      stopping.abort()
      pace.stop()
      wake?.()
      await running
      await Promise.all(fanningOut.values())
      await Promise.all([...draining.values()].map(({ done }) => done))
    },
  }
}
