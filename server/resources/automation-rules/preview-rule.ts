/** Previews the effect of a rule's actions on a thread, for explanations and dry runs. Writes nothing. */
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { type ActionActor, type ActionContext, previewActions, type StateChanges, type ThreadRecord } from '../threads/index.ts'
import type { ActionType } from '../thread-actions/index.ts'
import { expandActions } from './runs/expand-actions.ts'
import type { RuleDefinition } from './schema.ts'

export type RulePreview = {
  outcome: 'WOULD_CHANGE' | 'NO_EFFECT' | 'WOULD_FAIL'
  /** Why an action would be rejected; null if none would. */
  error: string | null
  changes: StateChanges
  actions: { type: ActionType; outcome: 'DONE' | 'NO_EFFECT' }[]
}

const nothing: StateChanges = { before: {}, after: {} }

export async function previewRule(
  tx: Queryable,
  tenant: { tenantId: Uuid; name: string },
  { actions }: RuleDefinition,
  thread: ThreadRecord,
): Promise<RulePreview> {
  const { tenantId, name } = tenant
  const by: ActionActor = { tenantId, tenant: { name }, user: null, identity: systemIdentity(tenantId) }
  const context: ActionContext = { tx, by, emitForWebhook: () => undefined }
  const expanded = await expandActions(tx, tenantId, actions).catch((error: unknown) => {
    if (error instanceof ApiError && error.declaration.status < 500) return error
    throw error
  })
  if (expanded instanceof ApiError) return toFailure(expanded.details?.[0] ?? { field: '', message: expanded.message })
  const preview = await previewActions(context, thread, { reply: null, actions: expanded.actions })
  const [problem] = [...preview.problems, ...preview.missing]
  if (problem || !preview.changes) return toFailure(problem ?? { field: '', message: 'An action would be refused.' })
  const outcome = preview.actions.some((action) => action.outcome === 'DONE') ? 'WOULD_CHANGE' : 'NO_EFFECT'
  const outcomes = actions.map(({ type }, i): RulePreview['actions'][number] => {
    const own = expanded.origins.flatMap((origin, n) => (origin === i ? [preview.actions[n]?.outcome] : []))
    return { type, outcome: own.includes('DONE') ? 'DONE' : 'NO_EFFECT' }
  })
  return { outcome, error: null, changes: preview.changes, actions: outcomes }
}

function toFailure({ field, message }: { field: string; message: string }): RulePreview {
  return { outcome: 'WOULD_FAIL', error: `${field} ${message}`.trim(), changes: nothing, actions: [] }
}
