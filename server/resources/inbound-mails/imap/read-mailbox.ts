/** Reads one mailbox while this worker holds its lease. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import type { AcceptServices } from '../accept/accept-mail.ts'
import { type ConnectionStateName, emitConnectionChange } from '../../inboxes/index.ts'
import { getRetrySeconds } from './backoff.ts'
import { connectMailbox } from './connect.ts'
import { type HeldMailbox, LeaseLost, MailFetcher } from './fetch-mails.ts'
import { MailboxError } from './imap-errors.ts'
import { markConnected, markFailed } from './queries.ts'

/** Milliseconds after which a lost connection is normal: many servers close idle connections. */
const stableMs = 60_000
const hourMs = 3_600_000
/** Minimum milliseconds between fetches, for a server that announces mail without having any. */
const restMs = 1_000

type Lease = { tenantId: Uuid; inboxId: Uuid; token: Uuid }

/**
 * Connects, fetches new mail, and waits for more, until `signal` aborts. A failure is recorded with the time of the next attempt, and ends
 * the lease. Never throws.
 */
export async function readMailbox(services: AcceptServices, held: HeldMailbox, attempts: number, signal: AbortSignal): Promise<void> {
  const { log } = services
  let failures = attempts
  while (!signal.aborted) {
    const connectedAt = { ms: Number.POSITIVE_INFINITY }
    try {
      await stayConnected(services, held, signal, () => (connectedAt.ms = performance.now()))
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return
      const wasStable = performance.now() - connectedAt.ms > stableMs
      failures = wasStable ? 0 : failures + 1
      // Reconnect once immediately, without a change of state.
      if (wasStable && error instanceof MailboxError && !error.isSignIn) continue
      const failure = toFailure(error, Math.max(1, failures))
      // The library's errors contain the commands sent, so log only the message.
      const reason = error instanceof MailboxError ? { code: error.code, reason: error.message } : { error }
      log.warn({ ...reason, tenantId: held.tenantId, inbox: held.inboxId, attempts: failure.attempts }, 'a mailbox could not be read')
      return recordFailure(services, held, failure).catch((cause: unknown) =>
        // The lease expires, and the mailbox is retried.
        log.warn({ error: cause, inbox: held.inboxId }, 'the failure of a mailbox was not recorded'),
      )
    }
  }
}

async function stayConnected(services: AcceptServices, held: HeldMailbox, signal: AbortSignal, onConnected: () => void): Promise<void> {
  const mailbox = await connectMailbox(services, held, held.imap)
  const close = (): void => mailbox.close()
  signal.addEventListener('abort', close)
  try {
    signal.throwIfAborted()
    onConnected()
    await recordConnected(services, held)
    const fetcher = new MailFetcher(services, held, mailbox, signal)
    await fetcher.catchUp()
    held.readAt = performance.now()
    for (let searchedAt = performance.now(); !signal.aborted; ) {
      await mailbox.wait(services.config.mailIn.pollSeconds * 1000)
      signal.throwIfAborted()
      const accepted = await fetcher.fetchNew()
      held.readAt = performance.now()
      if (accepted === 0) await sleep(restMs, undefined, { signal })
      if (performance.now() - searchedAt < hourMs) continue
      await fetcher.fetchLate()
      searchedAt = performance.now()
    }
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

type Failure = { state: 'FAILING' | 'NEEDS_AUTH'; error: { code: string; message: string }; attempts: number; inSeconds: number }

function toFailure(error: unknown, attempts: number): Failure {
  const isSignIn = error instanceof MailboxError && error.isSignIn
  return {
    state: isSignIn ? 'NEEDS_AUTH' : 'FAILING',
    error:
      error instanceof MailboxError
        ? { code: error.code, message: error.message }
        : { code: 'NOT_STORED', message: 'The mail could not be stored. The operator’s log has the reason.' },
    attempts,
    inSeconds: getRetrySeconds(attempts, isSignIn),
  }
}

async function recordConnected(services: AcceptServices, { tenantId, inboxId, token }: Lease): Promise<void> {
  await changeState(services, { tenantId, inboxId }, 'CONNECTED', (tx) => tx.first(markConnected, { tenantId, inboxId, token }))
}

async function recordFailure(services: AcceptServices, { tenantId, inboxId, token }: Lease, failure: Failure): Promise<void> {
  await changeState(services, { tenantId, inboxId }, failure.state, (tx) => tx.first(markFailed, { tenantId, inboxId, token, ...failure }))
}

/** Changes the state, and emits the event if the state differs. Throws LeaseLost if the worker has lost the lease. */
async function changeState(
  { db, config }: AcceptServices,
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
