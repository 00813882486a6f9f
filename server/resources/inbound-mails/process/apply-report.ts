/** Applies a bounce or a complaint to its message. */
import type { Queryable } from '#platform/db.ts'
import { readEmail } from '#platform/email.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { markFailedCustomers } from '../../customers/index.ts'
import { applyBounce, findMessageThread, noteUnprovedReport } from '../../threads/index.ts'
import { markFailedUsers } from '../../users/index.ts'
import type { MailOutcome } from '../decide-outcome.ts'
import { type BouncedRecipient, isHardBounce } from '../guards/settle-bounce.ts'
import { readThreadFacts } from './queries.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }
type Report = Extract<MailOutcome, { outcome: 'BOUNCE' }>

/** Applies the report. Returns the message's thread; null when the message is gone. */
export async function applyReport(
  { tx, effects, tenantId }: Context,
  { messageId, complaining, recipients, unproved }: Report,
): Promise<Uuid | null> {
  const thread = await tx.first(findMessageThread, { tenantId, messageId })
  const facts = thread && (await tx.first(readThreadFacts, { tenantId, ids: [thread.threadId] }))
  const customers = new Set(facts?.customerAddresses.map(toCanonical))
  const applied = await applyBounce({ tx, effects, tenantId }, messageId, recipients, (address) => customers.has(toCanonical(address)))
  if (!applied) return null
  if (unproved.length > 0) await noteUnprovedReport(tx, tenantId, applied.threadId, unproved)
  await markFailedCustomers(tx, tenantId, complaining.length > 0 ? complaining.map(toCanonical) : listFailed(recipients))
  return applied.threadId
}

/** Applies a bounce of system mail, such as an invitation, to the user or customer that it did not reach. */
export async function applySystemReport(context: Context, recipients: readonly BouncedRecipient[]): Promise<void> {
  const failed = listFailed(recipients)
  await markFailedCustomers(context.tx, context.tenantId, failed)
  await markFailedUsers(context, failed)
}

/** Returns the canonical addresses that reject mail permanently (hard bounces). */
function listFailed(recipients: readonly BouncedRecipient[]): string[] {
  return recipients.filter(({ state, code }) => state === 'BOUNCED' && isHardBounce(code)).map(({ address }) => toCanonical(address))
}

function toCanonical(address: string): string {
  return readEmail(address) ?? address
}
