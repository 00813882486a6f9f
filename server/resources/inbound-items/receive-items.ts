/**
 * Receives from providers that the service connects to, such as Telegram. Items are stored before the provider learns that they have arrived,
 * and a repeated item is a duplicate, so nothing is lost or doubled when the process is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProviderConnection, ProviderError, type Receiving } from '../../channels/channel.ts'
import type { HookSettings } from '../../channels/hook-settings.ts'
import { providers } from '../../channels/hook.ts'
import type { Service, ServiceContext } from '#platform/services.ts'
import { connectInbox, type HeldInbox, LeaseLost, recordArrival, recordConnected, recordFailure, Receiver } from '../inboxes/index.ts'
import { acceptItems } from './accept-items.ts'

const lookMs = 1_000
/** Milliseconds after which a lost connection is normal. */
const stableMs = 60_000
/** Seconds between checks that a provider still posts what comes in. */
const checkSeconds = 3_600
/** Milliseconds before the next request after an empty response that came at once. */
const restMs = 1_000

export const receiveItems: Service = {
  name: 'receive-items',
  description: 'Receives messages from providers that the service connects to, such as Telegram.',
  start: (context) =>
    new Receiver(context, {
      isOfProvider: true,
      lookMs,
      receive(held, { hook, attempts }, signal) {
        if (hook === null) return null
        const { connected } = providers[hook.provider].receive
        return connected?.isConnected(hook) ? receive(context, held, { hook, connected, attempts }, signal) : null
      },
    }),
}

type ReceivingInbox = { readonly hook: HookSettings; readonly connected: Receiving; readonly attempts: number }

/** Receives until `signal` aborts, the lease is lost, or a failure was recorded. Never throws. */
async function receive(
  context: ServiceContext,
  held: HeldInbox,
  { hook, connected, attempts }: ReceivingInbox,
  signal: AbortSignal,
): Promise<{ againInSeconds: number } | undefined> {
  let failures = attempts
  while (!signal.aborted) {
    const connectedAt = { ms: Number.POSITIVE_INFINITY }
    try {
      const connection = await connectInbox({ ...context, outbound: context.fetch }, held, hook, signal)
      if (connection === null) return { againInSeconds: checkSeconds }
      const fetches = await connected.begin(hook, connection)
      await recordConnected(context, held)
      connectedAt.ms = performance.now()
      if (!fetches) return { againInSeconds: checkSeconds }
      await fetchItems(context, held, { hook, connected, connection })
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return undefined
      const wasStable = performance.now() - connectedAt.ms > stableMs
      failures = wasStable ? 0 : failures + 1
      // Connect again once immediately, without a change of state.
      if (wasStable && error instanceof ProviderError && !error.isSignIn) continue
      await recordProblem(context, held, error, Math.max(1, failures))
      return undefined
    }
  }
  return undefined
}

type Connected = { readonly hook: HookSettings; readonly connected: Receiving; readonly connection: ProviderConnection }

/** Fetches items until the signal of the connection aborts. Holds no connection of the database while it waits. */
async function fetchItems(context: ServiceContext, held: HeldInbox, { hook, connected, connection }: Connected): Promise<void> {
  const { signal } = connection
  const { tenantId, inboxId, token } = held
  for (let cursor: number | null = null; !signal.aborted; ) {
    const startedAt = performance.now()
    const found = await connected.next(cursor, connection)
    held.readAt = performance.now()
    if (found.items.length > 0) {
      if (!(await context.db.first(recordArrival, { tenantId, inboxId, token }))) throw new LeaseLost()
      await acceptItems(context, { inbox: { tenantId, inboxId, hook }, items: found.items })
    } else if (performance.now() - startedAt < restMs) await sleep(restMs, undefined, { signal }).catch(() => undefined)
    // The next request tells the provider that the items have arrived.
    cursor = found.cursor
  }
}

async function recordProblem(context: ServiceContext, held: HeldInbox, error: unknown, attempts: number): Promise<void> {
  const { log } = context
  const { tenantId, inboxId: inbox } = held
  const isKnown = error instanceof ProviderError
  log.warn(
    { ...(isKnown ? { code: error.code, reason: error.message } : { error }), tenantId, inbox, attempts },
    'an inbox could not receive',
  )
  const failure = {
    isSignIn: isKnown && error.isSignIn,
    error: isKnown
      ? { code: error.code, message: error.message }
      : { code: 'NOT_STORED', message: 'Messages could not be stored. The operator’s log has the reason.' },
    attempts,
  }
  await recordFailure(context, held, failure).catch((cause: unknown) =>
    // The lease expires, and the inbox is tried again.
    log.warn({ error: cause, inbox }, 'the failure of an inbox was not recorded'),
  )
}
