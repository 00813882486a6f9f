/** Adds sender rules within other operations. */
import { deleteResource, insertResource } from '#kit/write.ts'
import { ConflictError, OutdatedRead, type Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { findSenderRule } from './queries.ts'
import { senderRule, senderRuleCreated, senderRuleDeleted } from './sender-rule.ts'

type Writing = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

/** Allows an address: its mail passes the guards, in all inboxes. */
export function allowSender(context: Writing, address: string): Promise<void> {
  return ensureRule(context, address, 'ALLOW')
}

/** Blocks an address, or a domain as `@` and its name: suspends its mail in all inboxes. */
export function blockSender(context: Writing, pattern: string): Promise<void> {
  return ensureRule(context, pattern, 'BLOCK')
}

/** Replaces a contrary rule. Rules for one inbox stay, because they are more specific. */
async function ensureRule(context: Writing, pattern: string, action: 'ALLOW' | 'BLOCK'): Promise<void> {
  const { tx, effects, principal } = context
  const { tenantId } = principal
  const earlier = await tx.first(findSenderRule, { tenantId, pattern })
  if (earlier?.action === action) return
  if (earlier) {
    await deleteResource(context, senderRule, earlier)
    effects.emit(senderRuleDeleted, earlier.id, earlier)
  }
  try {
    const { record } = await insertResource(context, senderRule, { ...senderRule.defaults, pattern, action })
    effects.emit(senderRuleCreated, record.id, record)
  } catch (error) {
    // The transaction is retried, and then finds the rule.
    throw error instanceof ConflictError ? new OutdatedRead('Another request has added the rule') : error
  }
}
