/** Tracks the sending of an inbox: an inbox whose server rejects all its mail pauses (a circuit breaker). */
import { databaseNowIso } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { type AttemptResult, getPauseSeconds } from '../../mail/index.ts'
import { emitConnectionChange } from '../connection.ts'
import type { ConnectionStateName } from '../connection-schema.ts'
import type { DomainConfig } from '../domains/sender-proof.ts'
import { lockSending, setSending } from './sending-queries.ts'

type Context = { readonly tx: Queryable; readonly effects: Pick<Effects, 'emit'>; readonly tenantId: Uuid; readonly config: DomainConfig }

const stateOfPause = { SIGN_IN: 'NEEDS_AUTH', THROTTLED: 'PAUSED', SENDER: 'FAILING' } as const

/**
 * Pauses the inbox when the server rejects all its mail, and resumes when the server accepts one. Returns the seconds of the pause, 0 if
 * the inbox is not paused.
 */
export async function noteSending(context: Context, inboxId: Uuid, { pause, error, recipients }: AttemptResult): Promise<number> {
  const { tx, tenantId } = context
  const earlier = await tx.first(lockSending, { tenantId, inboxId })
  const { attempts = 0, pausedSeconds = 0 } = earlier ?? {}
  // An attempt from before the pause must neither end nor extend it. Otherwise a few concurrent mails would extend it to an hour.
  if (pausedSeconds > 0) return pausedSeconds
  if (pause === null) {
    const works = recipients.some(({ state }) => state === 'ACCEPTED')
    if (works && earlier?.state !== 'CONNECTED')
      await set(context, inboxId, earlier?.state, { state: 'CONNECTED', error: null, seconds: null })
    return 0
  }
  const cause = { code: pause, message: error, at: databaseNowIso(), attempts: attempts + 1 }
  const seconds = getPauseSeconds(attempts + 1)
  await set(context, inboxId, earlier?.state, { state: stateOfPause[pause], error: cause, seconds })
  return seconds
}

async function set(
  context: Context,
  inboxId: Uuid,
  before: ConnectionStateName | undefined,
  { state, error, seconds }: { state: ConnectionStateName; error: object | null; seconds: number | null },
): Promise<void> {
  const { tx, tenantId } = context
  const isSet = await tx.first(setSending, { tenantId, inboxId, state, error, pauseSeconds: seconds })
  if (isSet && state !== before) await emitConnectionChange(context, inboxId, { send: { state: before ?? 'NOT_USED' } })
}

/** Records whether a provider takes the messages of an inbox. `error` is null when it does. The inbox never pauses. */
export async function noteProviderSending(context: Context, inboxId: Uuid, error: string | null): Promise<void> {
  const earlier = await context.tx.first(lockSending, { tenantId: context.tenantId, inboxId })
  const before = earlier?.state
  if (error !== null) {
    const cause = { code: 'PROVIDER_FAILED', message: error, at: databaseNowIso() }
    await set(context, inboxId, before, { state: 'FAILING', error: cause, seconds: null })
  } else if (before !== 'CONNECTED') await set(context, inboxId, before, { state: 'CONNECTED', error: null, seconds: null })
}
