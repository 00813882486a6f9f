/**
 * Sends a mail with several recipients as one copy per recipient, each with a mark that the other recipients never see. Otherwise a
 * recipient could forge a bounce of another recipient's mail.
 */
import type { AttemptResult, RecipientResult } from '../../mail/index.ts'

type SendCopy = {
  /** Sends one recipient's copy. `beforeData` must end before the final dot. */
  readonly attempt: (recipient: string, beforeData: () => Promise<void>) => Promise<AttemptResult>
  /** Commits, before each copy's final dot, the results to assume if the process is killed now. */
  readonly enter: (soFar: AttemptResult) => Promise<void>
}

/** Returns one result for all recipients. After a failure that concerns every mail, the remaining recipients wait for the next attempt. */
export async function sendCopies(recipients: readonly string[], { attempt, enter }: SendCopy): Promise<AttemptResult> {
  const results: AttemptResult[] = []
  for (const recipient of recipients) {
    const result = await attempt(recipient, () => enter(joinResults([...results, toUncertain(recipient)], recipients)))
    results.push(result)
    if (concernsOthers(result)) break
  }
  return joinResults(results, recipients)
}

function joinResults(results: readonly AttemptResult[], all: readonly string[]): AttemptResult {
  const tried = results.flatMap(({ recipients }) => recipients)
  const error = results.find((result) => result.error !== null)?.error ?? null
  const rest = all
    .filter((address) => !tried.some((each) => each.address === address))
    .map((address): RecipientResult => ({ address, state: 'DEFERRED', code: null, reason: error }))
  const recipients = [...tried, ...rest]
  const has = (state: RecipientResult['state']): boolean => recipients.some((each) => each.state === state)
  const providerIds = results.flatMap(({ providerId }) => providerId ?? [])
  return {
    recipients,
    outcome: has('UNCERTAIN') ? 'UNCERTAIN' : has('DEFERRED') ? 'DEFERRED' : 'DONE',
    providerId: providerIds[0] ?? null,
    otherProviderIds: providerIds.slice(1),
    pause: results.find(({ pause }) => pause !== null)?.pause ?? null,
    error,
  }
}

function toUncertain(address: string): AttemptResult {
  const error = 'The process ended before the mail server’s response.'
  const recipients = [{ address, state: 'UNCERTAIN', code: null, reason: null }] as const
  return { recipients, outcome: 'UNCERTAIN', providerId: null, pause: null, error }
}

/** True when the connection or the sender failed, rather than the recipient. */
function concernsOthers({ recipients, pause }: AttemptResult): boolean {
  return pause !== null || recipients.some(({ state, code }) => state === 'UNCERTAIN' || (state === 'DEFERRED' && code === null))
}
