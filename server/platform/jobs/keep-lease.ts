/** Renews the lease of a job that takes longer than its lease. */
import type { Uuid } from '../ids.ts'
import type { WorkerServices } from './job.ts'
import { renewLease } from './queries.ts'

/** Maximum seconds between two renewals. */
const maxRenewalSeconds = 3
/** Seconds without a renewal (three missed ones) after which a worker counts as dead. */
const maxSilenceSeconds = 10

/**
 * Returns the remaining seconds of a lease at which its worker counts as dead. From then on the job does not count against the concurrency
 * limit, so that jobs of a killed process do not hold up others until their leases expire. Only after expiry may another worker claim the
 * job itself, because a slow worker may still be running it.
 */
export function getSilentSeconds({ renewsLease, leaseSeconds }: { renewsLease: boolean; leaseSeconds: number }): number {
  return renewsLease ? Math.max(0, leaseSeconds - maxSilenceSeconds) : 0
}

/** Milliseconds that an attempt may still take after the worker starts to shut down. */
const maxStopMs = 5_000

export type KeptLease = {
  /** Aborts when the lease is lost, or a few seconds after the worker starts to shut down. */
  readonly signal: AbortSignal
  /** Stops renewing. Most of the lease is left at that point. */
  release(): void
}

/**
 * Renews the lease every quarter of its duration, and at least every three seconds. While the database is unreachable the lease expires,
 * and then it counts as lost.
 */
export function keepLease(
  { db, stopping }: Pick<WorkerServices, 'db' | 'stopping'>,
  { leaseSeconds, ...attempt }: { tenantId: Uuid; id: Uuid; attempt: number; leaseSeconds: number },
): KeptLease {
  const controller = new AbortController()
  const leaseMs = leaseSeconds * 1000
  let renewal: NodeJS.Timeout
  let expiry: NodeJS.Timeout
  let stop: NodeJS.Timeout | undefined
  const release = (): void => {
    clearTimeout(renewal)
    clearTimeout(expiry)
    clearTimeout(stop)
    stopping.removeEventListener('abort', startToStop)
  }
  const give = (reason: string): void => {
    release()
    controller.abort(new Error(reason))
  }
  const startToStop = (): void => {
    stop = setTimeout(() => give('The worker stops.'), maxStopMs)
  }
  const expireAfter = (ms: number): void => {
    clearTimeout(expiry)
    expiry = setTimeout(() => give('The lease ended.'), ms)
  }
  const renewLater = (): void => {
    renewal = setTimeout(() => void renew(), Math.min(leaseMs / 4, maxRenewalSeconds * 1000))
  }
  let isReleased = false
  const renew = async (): Promise<void> => {
    const askedAt = performance.now()
    const result = await db.rows(renewLease, { ...attempt, leaseSeconds }).catch(() => null)
    if (isReleased || controller.signal.aborted) return
    if (result?.length === 0) return give('The lease was lost.')
    if (result !== null) expireAfter(leaseMs - (performance.now() - askedAt))
    renewLater()
  }
  expireAfter(leaseMs)
  renewLater()
  if (stopping.aborted) startToStop()
  else stopping.addEventListener('abort', startToStop, { once: true })
  return {
    signal: controller.signal,
    release() {
      isReleased = true
      release()
    },
  }
}
