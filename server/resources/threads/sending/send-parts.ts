/**
 * Sends a message to a provider that does not recognise a repeated one, in one or more parts. Each part commits that the provider may have it
 * before its request, and that the provider has accepted it before the next part. A worker that is killed in between sends at most one part
 * again, and the delivery is marked as uncertain.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/db.ts'
import type { OutgoingPart, ProviderResult } from '../../../channels/channel.ts'
import type { Attempt } from '../outgoing/attempt.ts'
import { acceptPart, enterPart } from '../outgoing/outgoing-queries.ts'
import { toProviderReferenceHash } from '../outgoing/provider-reference.ts'
import type { OutgoingOfProvider } from '../outgoing/outgoing-queries.ts'

/** Seconds between attempts to store that a part was accepted. */
const storeDelays = [0.2, 1, 5]

/** Returns the result of the first part that was not accepted, or of the last part. Null when another attempt has started, or the message is gone. */
export async function sendParts(
  db: Database,
  attempt: Attempt,
  { inboxId, acceptedParts }: Pick<OutgoingOfProvider, 'inboxId' | 'acceptedParts'>,
  parts: readonly OutgoingPart[],
  send: (content: object) => Promise<ProviderResult>,
): Promise<ProviderResult | null> {
  const { tenantId, messageId } = attempt
  let externalId = Object.values(acceptedParts).at(-1) ?? null
  for (const { key: part, content } of parts) {
    if (Object.hasOwn(acceptedParts, part)) continue
    if (!(await db.first(enterPart, attempt))) return null
    const result = await send(content)
    if (result.state !== 'ACCEPTED') return result
    externalId = result.externalId
    const hash = externalId === null ? null : toProviderReferenceHash(inboxId, externalId).toString('hex')
    await store(() => db.first(acceptPart, { tenantId, messageId, part, externalId: externalId ?? '', hash }))
  }
  return { state: 'ACCEPTED', externalId: externalId === '' ? null : externalId }
}

/** If the database is unreachable for a moment, a later attempt still succeeds. Otherwise the part would be sent again. */
async function store(commit: () => Promise<unknown>): Promise<void> {
  for (const seconds of storeDelays)
    try {
      await commit()
      return
    } catch {
      await sleep(seconds * 1_000)
    }
  await commit()
}
