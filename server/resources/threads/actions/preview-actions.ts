/** Previews the effect of actions on a thread. Writes nothing. */
import { fetchOne } from '#kit/write.ts'
import { ApiError, type ErrorDetail } from '#platform/errors.ts'
import { checkThreadChange } from '../change/change-thread.ts'
import { threadClosed } from '../record/errors.ts'
import type { ThreadRecord, ThreadFields } from '../record/queries.ts'
import { findReplySettings } from './action-queries.ts'
import { fillMessages, isRefusedReply, type ActionPlan } from './prepare-actions.ts'
import { resolveActions, type ActionOutcome, type ResolvedActions } from './resolve-actions.ts'
import type { ActionContext, ActionMessage } from './resolver.ts'
import { findStateChanges, toThreadState, type StateChanges } from './thread-state.ts'

export type ActionsPreview = {
  /** Null if the actions cannot run. */
  readonly changes: StateChanges | null
  readonly actions: readonly ActionOutcome[]
  /** Messages as they would be written. */
  readonly messages: readonly ActionMessage[]
  /** Variables without a value, with the path of their text. */
  readonly missing: readonly ErrorDetail[]
  /** Further obstacles to running the actions. */
  readonly problems: readonly ErrorDetail[]
}

const nothing: ResolvedActions = { fields: {}, messages: [], followers: null, records: [], actions: [] }

export async function previewActions(context: ActionContext, thread: ThreadRecord, plan: ActionPlan): Promise<ActionsPreview> {
  const { tx, by } = context
  const problems: ErrorDetail[] = []
  const collect = async <Result>(work: Promise<Result>): Promise<Result | null> => {
    try {
      return await work
    } catch (error) {
      problems.push(...toProblems(error))
      return null
    }
  }
  const resolved = (await collect(resolveActions(context, thread, plan.actions))) ?? nothing
  const { fields, followers, actions } = resolved
  const { filled: messages, missing } = await fillMessages(context, thread, plan, resolved.messages)
  if (isRefusedReply(thread, fields, messages)) problems.push(...toProblems(new ApiError(threadClosed)))
  await collect(checkThreadChange(tx, by.tenantId, thread, fields))
  if (problems.length > 0) return { changes: null, actions, messages, missing, problems }
  const next = { ...thread, ...(await assignOnReply(context, thread, messages)), ...fields }
  const wakes = next.status !== thread.status && fields.snoozedUntil === undefined ? { snoozedUntil: null } : {}
  const before = toThreadState(thread, followers?.before)
  const after = toThreadState({ ...next, ...wakes }, followers?.after)
  return { changes: findStateChanges(before, after), actions, messages, missing, problems }
}

/** Returns the fields that the first reply to an unassigned thread sets. */
async function assignOnReply(
  { tx, by }: ActionContext,
  { assigneeId }: ThreadRecord,
  messages: readonly ActionMessage[],
): Promise<Partial<ThreadFields>> {
  const { user, tenantId } = by
  if (assigneeId !== null || user?.kind !== 'PERSON' || messages.every(({ internal }) => internal)) return {}
  const { assignOnFirstReply } = await fetchOne(tx, findReplySettings, { tenantId })
  return assignOnFirstReply ? { assigneeId: user.id, assigneeName: user.name } : {}
}

/** Returns the details of a client error. Rethrows all others. */
function toProblems(error: unknown): ErrorDetail[] {
  if (!(error instanceof ApiError) || error.declaration.status >= 500) throw error
  return error.details?.length ? [...error.details] : [{ field: '', code: error.declaration.code, message: error.message }]
}
