import { findSettingNeeds, requireNeeds, type SettingScopes } from '#kit/require-scopes.ts'
import type { KeyScope, Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import type { SlaConditions } from './schema.ts'

const harmless: readonly KeyScope[] = []

/** Scopes for comparing each condition, because a thread's policy reveals the result. */
const conditionScopes: SettingScopes<Static<typeof SlaConditions>> = {
  priorities: harmless,
  channels: harmless,
  inboxIds: harmless,
  teamIds: harmless,
  labelIds: harmless,
  customerFields: ['customers:read'],
}

type Conditions = Static<typeof SlaConditions>

/** Throws 403 listing each changed condition on data that the caller may not read. */
export function checkMayCompare(
  principal: Principal,
  { before = {}, after = {} }: { before?: Conditions; after?: Conditions | undefined },
): void {
  const needs = findSettingNeeds(conditionScopes, { before, after }, 'conditions.')
  requireNeeds(principal, needs, 'The policy reads fields that this key may not.')
}
