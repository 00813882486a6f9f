/** Saves changes to rules: checks them, stores a version, and makes enabled rules run. */
import type { TransactionContext } from '#kit/handler.ts'
import { type Sent, updateResource } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Outcome } from '#platform/outbox/effects.ts'
import { startReading } from '#platform/outbox/readers.ts'
import { checkRule } from './check-rule.ts'
import { deleteOldVersions, insertVersion, maxVersions, rulesReader, startFromNow, type StoredVersion } from './queries.ts'
import { requireRuleScopes } from './rule-scopes.ts'
import { automationRule, countEnabled, type RuleRow } from './rule.ts'
import { deleteTimes, insertTimes } from './times/time-queries.ts'

type Context = Pick<TransactionContext<{ id: Uuid }, undefined, unknown>, 'tx' | 'effects' | 'principal'>

/** The fields whose values `checkRule` checks. */
const checkedFields = ['trigger', 'filter', 'changed', 'message', 'actions'] as const satisfies (keyof StoredVersion)[]
/** Fields that only affect how often the rule runs. Changing them requires the rule's scopes, too. */
const otherFields = ['stopsLater', 'oncePerThread'] as const satisfies (keyof StoredVersion)[]

/** Changes a locked rule. Enabling it ends its pause, and makes it run on events from now on. */
export async function changeRule(context: Context, current: RuleRow, sent: Sent<StoredVersion>): Promise<Outcome<RuleRow>> {
  const { tx, principal, effects } = context
  const isEnabling = sent.enabled === true && !current.enabled
  // A rule that can no longer run, because a referenced object has changed, can still be disabled or renamed.
  const next = { ...current, ...definedFields(sent) }
  if (isEnabling || checkedFields.some((name) => sent[name] !== undefined)) await checkRule(tx, principal, next)
  else if (otherFields.some((name) => sent[name] !== undefined)) await requireRuleScopes(tx, principal, next)
  const outcome = await updateResource(context, automationRule, current, { ...sent, ...(isEnabling ? { pausedReason: null } : {}) })
  if (outcome.record.version === current.version) return outcome
  await recordVersion(context, outcome.record)
  await keepTimes(context, outcome.record, { restarts: isEnabling })
  if (isEnabling) {
    countEnabled(effects)
    await startRule(context, current.id)
  }
  return outcome
}

/**
 * Makes an enabled TIME rule run on what is due from now on, and unschedules any other rule. A change alone does not move the rule's
 * position.
 */
export async function keepTimes(
  { tx, principal: { tenantId } }: { readonly tx: Queryable; readonly principal: { readonly tenantId: Uuid } },
  { id: ruleId, enabled, trigger }: Pick<RuleRow, 'id' | 'enabled' | 'trigger'>,
  { restarts }: { restarts: boolean },
): Promise<void> {
  if (enabled && trigger.type === 'TIME') await tx.rows(insertTimes, { tenantId, ruleId, restarts })
  else await tx.rows(deleteTimes, { tenantId, ruleId })
}

type Author = { readonly tx: Queryable; readonly principal: { readonly tenantId: Uuid; readonly user: { readonly id: Uuid } | null } }

/** Stores the current state of a rule as a version, and deletes the oldest version when there are too many. */
export async function recordVersion({ tx, principal: { tenantId, user } }: Author, row: RuleRow): Promise<void> {
  const { id: ruleId, version, name, description, enabled, trigger, filter, changed, message, actions, stopsLater, oncePerThread } = row
  const rule = { name, description, enabled, trigger, filter, changed, message, actions, stopsLater, oncePerThread }
  await tx.rows(insertVersion, { tenantId, ruleId, version, id: newId(), authorId: user?.id ?? null, rule })
  await tx.rows(deleteOldVersions, { tenantId, ruleId, keep: maxVersions })
}

/** Makes an enabled rule run on events from now on. Call it as the last statement before the commit. */
export async function startRule({ tx, principal: { tenantId } }: Pick<Context, 'tx' | 'principal'>, id: Uuid): Promise<void> {
  await startReading(tx, tenantId, rulesReader)
  await tx.rows(startFromNow, { tenantId, id })
}

type Defined<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }

/** Drops fields that are undefined. */
export function definedFields<Fields extends object>(fields: Fields): Defined<Fields> {
  // Safe because an omitted optional field means the same as an undefined one.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
}
