/** Rules by which a tenant blocks or allows senders. */
import type { Uuid } from '#platform/ids.ts'

/** A row of sender_rules. `pattern` is canonical: an address, or @ and a domain. */
export type SenderRule = { readonly pattern: string; readonly action: 'BLOCK' | 'ALLOW'; readonly inboxId: Uuid | null }

/** Returns the patterns that match an address, for loading a sender's rules. */
export function listSenderPatterns(address: string): string[] {
  return [address, address.slice(address.lastIndexOf('@'))]
}

/**
 * Returns the action of the most specific rule, or null. A rule for the address beats one for the domain, and then a rule for the inbox
 * beats one for all inboxes.
 */
export function applySenderRules(rules: readonly SenderRule[], address: string, inboxId: Uuid): SenderRule['action'] | null {
  for (const pattern of listSenderPatterns(address)) {
    const matching = rules.filter((rule) => rule.pattern === pattern)
    const rule = matching.find((each) => each.inboxId === inboxId) ?? matching.find((each) => each.inboxId === null)
    if (rule !== undefined) return rule.action
  }
  return null
}
