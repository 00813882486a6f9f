/** Starts an attempt to send a message, and names what an attempt can find. */
import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { AttemptResult } from '../../mail/index.ts'
import { findWaiting } from './delivery.ts'
import { lockOutgoing, type Outgoing, readOutgoing, startAttempt } from './outgoing-queries.ts'

type Key = { tenantId: Uuid; messageId: Uuid }

/** An attempt that was started. `attempts` identifies it. */
export type Attempt = Key & { attempts: number }

/** Why an attempt was not made. */
export type Obstacle =
  /** Nothing was waiting, the message was erased, or the worker is shutting down. */
  | { kind: 'idle' }
  | { kind: 'paused'; seconds: number }
  /** The mail server may have the mail, so another job searches for it first. */
  | { kind: 'lookedFor' }
  /** The mail was sent again as often as allowed. */
  | { kind: 'uncertain' }

export type Found =
  | Obstacle
  /** The message could go nowhere: there is no mail server, or the inbox has no URL. */
  | { kind: 'kept' }
  /** The message must not be sent any more. */
  | { kind: 'refused'; error: string }
  /** `deliveryId` is the id under which a provider got the message, and `retryAfterSeconds` how long it asked to wait. */
  | { kind: 'attempted'; result: AttemptResult; deliveryId: Uuid | null; retryAfterSeconds?: number | null }

/**
 * Commits the start of an attempt. Does not repeat an attempt whose result is known but not shown yet. `findObstacle` returns what else
 * prevents it.
 */
export async function beginAttempt(
  db: Database,
  key: Key,
  findObstacle: (outgoing: Outgoing) => Obstacle | null,
): Promise<Found | { kind: 'started'; outgoing: Outgoing; attempt: Attempt }> {
  return db.background(key.tenantId, async (tx) => {
    if (!(await tx.first(lockOutgoing, key))) return { kind: 'idle' }
    // Read after taking the lock, because a request to cancel or resend may have held it.
    const outgoing = await tx.first(readOutgoing, key)
    if (!outgoing || findWaiting(outgoing.delivery).length === 0) return { kind: 'idle' }
    if (outgoing.result !== null) return { kind: 'attempted', result: outgoing.result, deliveryId: outgoing.deliveryId }
    if (outgoing.pausedSeconds > 0) return { kind: 'paused', seconds: outgoing.pausedSeconds }
    const obstacle = findObstacle(outgoing)
    if (obstacle !== null) return obstacle
    const attempt = await tx.first(startAttempt, key)
    return attempt ? { kind: 'started', outgoing, attempt: { ...key, ...attempt } } : { kind: 'idle' }
  })
}
