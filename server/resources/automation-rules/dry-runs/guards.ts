/** Applies the guards of running rules to the matches of a dry run so far. */
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import type { ThreadRecord } from '../../threads/index.ts'
import { findGuard, maxChangesPerHour } from '../runs/guards.ts'
import type { RunGuard } from '../runs/run-schema.ts'
import type { RuleDefinition } from '../schema.ts'
import type { ThreadMemory } from './dry-run-queries.ts'

const hourMs = 3_600_000

/** Returns the guard that would have stopped the rule, or null. `event` is null for a TIME rule. */
export function findPastGuard(
  { ruleId, rule }: { ruleId: Uuid | null; rule: RuleDefinition },
  { event, at, memory, thread }: { event: EventRow | null; at: number; memory: ThreadMemory; thread: Pick<ThreadRecord, 'createdAt'> },
): RunGuard | null {
  const { changedAt = [], repliedAt, askedAt } = memory
  const toTime = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())
  const past = {
    changes: changedAt.filter((time) => time > at - hourMs).length,
    repliedAt: toTime(repliedAt),
    customerWroteAt: toTime(askedAt),
    customerWasAutomatic: false,
  }
  return findGuard({ id: ruleId }, { replies: repliesToCustomer(rule) }, { event }, past, thread, at)?.guard ?? null
}

/** True if the actions may reply to the customer. A canned response may have no reply. */
export function repliesToCustomer({ actions }: RuleDefinition): boolean {
  return actions.some(({ type }) => type === 'REPLY' || type === 'APPLY_CANNED_RESPONSE')
}

/** Returns the state to keep for a thread after a match that would have changed it. */
export function rememberMatch(memory: ThreadMemory, rule: RuleDefinition, at: number): ThreadMemory {
  const changedAt = [...(memory.changedAt ?? []).filter((time) => time > at - hourMs), at].slice(-maxChangesPerHour)
  return { ...memory, applied: true, changedAt, ...(repliesToCustomer(rule) ? { repliedAt: at } : {}) }
}
