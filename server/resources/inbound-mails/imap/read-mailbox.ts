/** Reads one mailbox while this worker holds its lease. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AcceptServices } from '../accept/accept-mail.ts'
import { LeaseLost, recordConnected, recordFailure } from '../../inboxes/index.ts'
import { connectMailbox } from './connect.ts'
import { type HeldMailbox, MailFetcher } from './fetch-mails.ts'
import { MailboxError } from './imap-errors.ts'

/** Milliseconds after which a lost connection is normal: many servers close idle connections. */
const stableMs = 60_000
const hourMs = 3_600_000
/** Minimum milliseconds between fetches, for a server that announces mail without having any. */
const restMs = 1_000

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

function toFailure(error: unknown, attempts: number): Parameters<typeof recordFailure>[2] {
  return {
    isSignIn: error instanceof MailboxError && error.isSignIn,
    error:
      error instanceof MailboxError
        ? { code: error.code, message: error.message }
        : { code: 'NOT_STORED', message: 'The mail could not be stored. The operator’s log has the reason.' },
    attempts,
  }
}
