/**
 * Computes the scopes that a rule requires of callers who save, restore, enable, apply, explain or try it, so that a rule never has more
 * rights than they do.
 */
import { type Need, requireNeeds } from '#kit/require-scopes.ts'
import type { Queryable } from '#platform/db.ts'
import { declaredEvents } from '#platform/outbox/events.ts'
import type { KeyScope, Principal } from '#platform/principal.ts'
import { cannedResponse } from '../canned-responses/index.ts'
import { findInstructionNeeds } from '../thread-actions/index.ts'
import type { ThreadFilter } from './condition-schema.ts'
import type { RuleDefinition } from './schema.ts'

const shownByThreads: readonly KeyScope[] = ['threads:read']

/** Scopes for comparing each filter, whose result is visible in the rule's effects. A new filter does not compile without them. */
const filterScopes: { readonly [Field in keyof ThreadFilter]-?: readonly KeyScope[] } = {
  status: shownByThreads,
  assigneeId: shownByThreads,
  followerId: shownByThreads,
  teamId: shownByThreads,
  inboxId: shownByThreads,
  customerId: shownByThreads,
  labelId: shownByThreads,
  priority: shownByThreads,
  channel: shownByThreads,
  customFields: shownByThreads,
  externalRef: shownByThreads,
  createdAfter: shownByThreads,
  createdBefore: shownByThreads,
  updatedAfter: shownByThreads,
  updatedBefore: shownByThreads,
  lastMessageAfter: shownByThreads,
  lastMessageBefore: shownByThreads,
  waiting: shownByThreads,
  waitingSinceAfter: shownByThreads,
  waitingSinceBefore: shownByThreads,
  slaState: shownByThreads,
  slaDueAfter: shownByThreads,
  slaDueBefore: shownByThreads,
  snoozed: shownByThreads,
  customerFields: ['customers:read'],
}

type Tried = Pick<RuleDefinition, 'trigger' | 'filter' | 'actions'>

/**
 * Throws 403 listing each part of the rule whose scopes the caller lacks, including the actions of canned responses that the rule applies.
 */
export async function requireRuleScopes(tx: Queryable, principal: Pick<Principal, 'tenantId' | 'scopes'>, rule: Tried): Promise<void> {
  requireNeeds(principal, [...findRuleNeeds(rule), ...(await findAppliedNeeds(tx, principal, rule))], purpose)
}

const purpose = 'The rule does or reads what this key may not.'

function findRuleNeeds({ trigger, filter, actions }: Tried): Need[] {
  return [
    // TIME rules and conditions on messages and changes read threads.
    { field: 'trigger', scopes: shownByThreads },
    ...(trigger.events ?? []).map((type, i) => ({ field: `trigger.events[${i}]`, scopes: getEventScopes(type) })),
    ...Object.entries(filter).flatMap(([list, filters]) =>
      filters.flatMap((each, i) =>
        // Safe because the schema of filters allows no other fields.
        (Object.keys(each) as (keyof ThreadFilter)[]).map((name) => ({
          field: `filter.${list}[${i}].${name}`,
          scopes: filterScopes[name],
        })),
      ),
    ),
    ...findInstructionNeeds(actions),
  ]
}

/** Returns the scopes for reading events of a type. */
export function getEventScopes(eventType: string): readonly KeyScope[] {
  return declaredEvents().flatMap(({ type, scope }) => (type === eventType ? [scope] : []))
}

/**
 * Returns the scopes for the canned responses that the rule applies. A missing canned response requires none, because saving the rule is
 * rejected later.
 */
async function findAppliedNeeds(tx: Queryable, { tenantId }: Pick<Principal, 'tenantId'>, { actions }: Tried): Promise<Need[]> {
  const needs: Need[] = []
  for (const [i, { cannedResponseId: id }] of actions.entries()) {
    const found = id === undefined ? null : await tx.first(cannedResponse.statements.find, { tenantId, id })
    const own = found ? findInstructionNeeds(found.actions, found.body) : []
    needs.push(...own.map(({ scopes }) => ({ field: `actions[${i}].cannedResponseId`, scopes })))
  }
  return needs
}
