/** Keeps the lease of a job that takes longer than its lease. */
import type { Uuid } from '../ids.ts'
import type { WorkerServices } from './job.ts'
import { renewLease } from './queries.ts'

/** Maximum seconds between two renewals. */
const maxRenewalSeconds = 3
/** A worker that has not renewed its lease for this time is taken for dead: three renewals are missing. */
const maxSilenceSeconds = 10

/**
 * Returns the seconds of a lease that are left when its worker is taken for dead. The job then no longer counts against the limit of concurrent
 * jobs, so that the jobs of a killed process do not hold up others until their leases end. Only the end of the lease allows another worker to
 * claim the job itself, because a worker that is merely slow may still be at it.
 */
export function getSilentSeconds({ renewsLease, leaseSeconds }: { renewsLease: boolean; leaseSeconds: number }): number {
  return renewsLease ? Math.max(0, leaseSeconds - maxSilenceSeconds) : 0
}

/** Milliseconds that an attempt may still take after the worker was told to stop. */
const maxStopMs = 5_000

export type KeptLease = {
  /** Aborts when the lease is lost, and some seconds after the worker was told to stop. */
  readonly signal: AbortSignal
  /** Stops renewing. Most of the lease is left. */
  release(): void
}

/** Renews the lease every quarter of its duration, and at least every three seconds. While the database is unreachable the lease runs out, and then it counts as lost. */
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
