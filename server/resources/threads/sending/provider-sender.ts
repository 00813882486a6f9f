import { backoffSeconds } from '#platform/jobs/backoff.ts'
import type { HookSettings } from '../../../channels/hook-settings.ts'
import { providers } from '../../../channels/hook.ts'
import { noteProviderSending } from '../../inboxes/index.ts'
import { toProviderReferenceHash } from '../outgoing/provider-reference.ts'
import type { Sender } from '../outgoing/sender.ts'

/** Returns what records the results of attempts to send through a provider. */
export function createProviderSender(name: HookSettings['provider']): Sender {
  const { retrySeconds, giveUpAfterSeconds } = providers[name].send
  return {
    async noteResult(context, inboxId, { outcome, error }) {
      await noteProviderSending(context, inboxId, outcome === 'DONE' ? null : error)
      return 0
    },
    getRetryDelay(failures, { retryAfterSeconds = null }, ageSeconds) {
      const delay = backoffSeconds(Math.min(failures, retrySeconds.length), retrySeconds)
      if (delay === null) return null
      // The last attempt is made at the end of the time, however long the program asked to wait.
      return Math.min(Math.max(delay, retryAfterSeconds ?? 0), Math.max(0, giveUpAfterSeconds - ageSeconds) + 1)
    },
    maxAgeSeconds: giveUpAfterSeconds,
    // A chat shows a repeated message as such, and a long outage must not leave messages to the agents.
    maxUncertain: Number.POSITIVE_INFINITY,
    tooOldError: 'The message could not be sent in time.',
    hashReference: toProviderReferenceHash,
  }
}
