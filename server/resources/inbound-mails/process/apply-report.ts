/** Applies a bounce or a complaint to the message that it is about. */
import { type Effects, type Queryable, readEmail, type Uuid } from '../../../kit/index.ts'
import { applyBounce, findMessageThread } from '../../threads/index.ts'
import type { MailOutcome } from '../decide-outcome.ts'
import { type BouncedRecipient, isHardBounce } from '../guards/settle-bounce.ts'
import { markEmailFailed, readThreadFacts } from './queries.ts'

type Report = Extract<MailOutcome, { outcome: 'BOUNCE' }>

/** Returns the message's thread; null when the message is gone. */
export async function applyReport(
  { tx, effects, tenantId }: { tx: Queryable; effects: Effects; tenantId: Uuid },
  { messageId, isComplaint, recipients }: Report,
): Promise<Uuid | null> {
  const thread = await tx.first(findMessageThread, { tenantId, messageId })
  const facts = thread && (await tx.first(readThreadFacts, { tenantId, ids: [thread.threadId] }))
  const customers = new Set(facts?.customerAddresses.map((address) => readEmail(address) ?? address))
  const applied = await applyBounce({ tx, effects, tenantId }, messageId, recipients, (address) =>
    customers.has(readEmail(address) ?? address),
  )
  if (!applied) return null
  if (isComplaint) await markFailed(tx, tenantId, applied.recipients)
  else await markFailedAddresses(tx, tenantId, recipients)
  return applied.threadId
}

/** Stops automatic mail to the customers of addresses that do not exist. */
export async function markFailedAddresses(tx: Queryable, tenantId: Uuid, recipients: readonly BouncedRecipient[]): Promise<void> {
  const hard = recipients.filter(({ state, code }) => state === 'BOUNCED' && isHardBounce(code))
  await markFailed(
    tx,
    tenantId,
    hard.map(({ address }) => address),
  )
}

async function markFailed(tx: Queryable, tenantId: Uuid, failed: readonly string[]): Promise<void> {
  const addresses = failed.map((address) => readEmail(address) ?? address)
  if (addresses.length > 0) await tx.rows(markEmailFailed, { tenantId, addresses })
}
