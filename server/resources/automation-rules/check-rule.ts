/** Checks what a rule's schema cannot express: dependencies between fields, the size, and referenced objects. */
import { checkNamed } from '#kit/references.ts'
import type { Queryable } from '#platform/db.ts'
import { findEmailProblem } from '#platform/email.ts'
import { ApiError, type ErrorDetail, unknownReference, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import { cannedResponse } from '../canned-responses/index.ts'
import { readThreadFieldFilter } from '../custom-fields/index.ts'
import { readQuery } from '../threads/index.ts'
import { checkActions, checkVariables, variablesWithoutAgent } from '../thread-actions/index.ts'
import type { RuleAction } from './action-schema.ts'
import { findEventTypes, type RuleChange } from './condition-schema.ts'
import { findNamed } from './named.ts'
import { requireRuleScopes } from './rule-scopes.ts'
import type { RuleDefinition } from './schema.ts'

const maxRuleBytes = 64 * 1024

/**
 * Throws 403 if the rule would do or read something that the caller may not, and 400 or 422 listing each invalid field. Locks the
 * referenced objects against deletion.
 */
export async function checkRule(
  tx: Queryable,
  { tenantId, scopes }: Pick<Principal, 'tenantId' | 'scopes'>,
  rule: RuleDefinition,
): Promise<void> {
  await requireRuleScopes(tx, { tenantId, scopes }, rule)
  const details = [
    ...findTriggerProblems(rule),
    ...rule.changed.flatMap(findChangeProblems),
    ...findMissingChanges(rule),
    ...findDomainProblems(rule),
  ]
  if (Buffer.byteLength(JSON.stringify(rule)) > maxRuleBytes)
    details.push({ field: 'actions', code: 'TOO_LARGE', message: 'a rule must have at most 64 KiB as JSON' })
  for (const [i, { type, teamId }] of rule.actions.entries())
    if (type === 'NOTIFY' && teamId === null) details.push({ field: `actions[${i}].teamId`, code: 'REQUIRED', message: 'must be a team' })
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  checkActions(rule.actions)
  checkVariables(null, rule.actions, variablesWithoutAgent)
  if (rule.message?.words !== undefined) readQuery(rule.message.words, 'message.words')
  for (const [list, filters] of Object.entries(rule.filter))
    for (const [i, { customFields }] of filters.entries())
      await readThreadFieldFilter(tx, tenantId, customFields, `filter.${list}[${i}].customFields`)
  await checkNamed(tx, tenantId, findNamed(rule))
  await checkCannedResponses(tx, tenantId, rule.actions)
}

function findTriggerProblems({ trigger, changed, message }: RuleDefinition): ErrorDetail[] {
  const { type, events, since, afterMinutes, businessHoursId } = trigger
  const required = (field: string): ErrorDetail => ({ field, code: 'REQUIRED', message: `is required by ${type}` })
  const excess = (field: string, value: unknown): ErrorDetail[] =>
    value === undefined || value === null ? [] : [{ field, code: 'NOT_ALLOWED', message: `does not belong to ${type}` }]
  if (type === 'EVENT') {
    const isOfMessages = events?.length === 1 && events[0] === 'message.created'
    return [
      ...(events ? [] : [required('trigger.events')]),
      ...excess('trigger.since', since),
      ...excess('trigger.afterMinutes', afterMinutes),
      ...excess('trigger.businessHoursId', businessHoursId),
      ...(message && !isOfMessages
        ? [{ field: 'message', code: 'NOT_ALLOWED', message: 'requires that `trigger.events` is `message.created` alone' }]
        : []),
    ]
  }
  return [
    ...(since ? [] : [required('trigger.since')]),
    ...(afterMinutes === undefined ? [required('trigger.afterMinutes')] : []),
    ...excess('trigger.events', events),
    ...(changed.length > 0 ? excess('changed', changed) : []),
    ...excess('message', message),
    ...(afterMinutes !== undefined && afterMinutes < 0 && since !== 'SLA_DUE'
      ? [{ field: 'trigger.afterMinutes', code: 'OUT_OF_RANGE', message: 'may be negative only with `SLA_DUE`' }]
      : []),
    ...(businessHoursId && since === 'SLA_DUE'
      ? [
          {
            field: 'trigger.businessHoursId',
            code: 'NOT_ALLOWED',
            message: 'does not belong to SLA_DUE, which has the hours of its policy',
          },
        ]
      : []),
  ]
}

function findChangeProblems({ field, from, to, added, removed }: RuleChange, i: number): ErrorDetail[] {
  const isOfLabels = field === 'labels'
  const excess = Object.entries(isOfLabels ? { from, to } : { added, removed }).filter(([, value]) => value !== undefined)
  return excess.map(([name]) => ({ field: `changed[${i}].${name}`, code: 'NOT_ALLOWED', message: `does not belong to ${field}` }))
}

/** Returns a problem for each change that no event of the rule contains, or one problem if no single event contains all changes. */
function findMissingChanges({ trigger: { events }, changed }: RuleDefinition): ErrorDetail[] {
  if (!events || changed.length === 0) return []
  const eventTypes = changed.map(({ field }) => findEventTypes(field))
  const missing = eventTypes.flatMap((types, i) =>
    events.some((event) => types.includes(event))
      ? []
      : [{ field: `changed[${i}].field`, code: 'NOT_ALLOWED', message: `requires ${types.join(' or ')} in \`trigger.events\`` }],
  )
  if (missing.length > 0 || events.some((event) => eventTypes.every((types) => types.includes(event)))) return missing
  return [{ field: 'changed', code: 'NOT_ALLOWED', message: 'has changes that no single event of `trigger.events` contains together' }]
}

/** Returns a problem for each domain that no address can have. */
function findDomainProblems({ message }: RuleDefinition): ErrorDetail[] {
  return (message?.fromDomains ?? []).flatMap((domain, i) => {
    const problem = findEmailProblem(`x@${domain}`)
    const hint = 'must be a domain such as example.com, which includes its subdomains'
    return problem ? [{ field: `message.fromDomains[${i}]`, code: 'INVALID_FORMAT', message: hint }] : []
  })
}

/** Throws 422 for a personal canned response, which its owner could change without review. */
async function checkCannedResponses(tx: Queryable, tenantId: Uuid, actions: readonly RuleAction[]): Promise<void> {
  for (const [i, { cannedResponseId }] of actions.entries()) {
    if (cannedResponseId === undefined) continue
    const found = await tx.first(cannedResponse.statements.find, { tenantId, id: cannedResponseId })
    if (found?.visibility === 'SHARED') continue
    const details = [{ field: `actions[${i}].cannedResponseId`, code: 'NOT_SHARED', message: 'is not a shared canned response' }]
    throw new ApiError(unknownReference, { details })
  }
}
