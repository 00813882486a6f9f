/** Records whether a worker that holds an inbox's lease is connected. */
import type { Database, Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { emitConnectionChange } from '../connection.ts'
import type { ConnectionStateName } from '../connection-schema.ts'
import type { DomainConfig } from '../domains/sender-proof.ts'
import { getRetrySeconds } from './backoff.ts'
import { markConnected, markFailed } from './lease-queries.ts'

export type Lease = { readonly tenantId: Uuid; readonly inboxId: Uuid; readonly token: Uuid }
type Services = { readonly db: Database; readonly config: DomainConfig }

/** Thrown when another worker has taken the lease, so nothing may be committed. */
export class LeaseLost extends Error {}

/** Throws LeaseLost if the worker has lost the lease. */
export async function recordConnected(services: Services, { tenantId, inboxId, token }: Lease): Promise<void> {
  await changeState(services, { tenantId, inboxId }, 'CONNECTED', (tx) => tx.first(markConnected, { tenantId, inboxId, token }))
}

type Failure = {
  readonly isSignIn: boolean
  readonly error: { readonly code: string; readonly message: string }
  readonly attempts: number
}

/** Records a failure with the time of the next attempt, and ends the lease. Throws LeaseLost if the worker has lost it. */
export async function recordFailure(
  services: Services,
  { tenantId, inboxId, token }: Lease,
  { isSignIn, error, attempts }: Failure,
): Promise<void> {
  const state = isSignIn ? 'NEEDS_AUTH' : 'FAILING'
  const failure = { state, error, attempts, inSeconds: getRetrySeconds(attempts, isSignIn) } as const
  await changeState(services, { tenantId, inboxId }, state, (tx) => tx.first(markFailed, { tenantId, inboxId, token, ...failure }))
}

/** Changes the state, and emits the event if the state differs. */
async function changeState(
  { db, config }: Services,
  { tenantId, inboxId }: { tenantId: Uuid; inboxId: Uuid },
  state: ConnectionStateName,
  change: (tx: Queryable) => Promise<{ previous: ConnectionStateName } | null>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await change(tx)
    if (!changed) throw new LeaseLost()
    if (changed.previous === state) return
    const effects = new CollectedEffects()
    await emitConnectionChange({ tx, effects, tenantId, config }, inboxId, { receive: { state: changed.previous } })
    await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
  })
}
