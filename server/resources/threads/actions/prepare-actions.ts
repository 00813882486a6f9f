/**
 * Prepares actions on a locked thread: resolves them, fills in variables, and runs every check that can fail, before writing anything. So
 * some threads of a batch can be rejected while the others change in the same transaction.
 */
import { checkReferences } from '#kit/references.ts'
import { ApiError, type ErrorDetail } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../../config.ts'
import { team } from '../../teams/index.ts'
import type { Action } from '../../thread-actions/index.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import { checkThreadChange } from '../change/change-thread.ts'
import { lockTeam } from '../queue/queries.ts'
import type { Frozen } from '../outgoing/frozen.ts'
import { threadClosed } from '../record/errors.ts'
import { freezeMessage } from '../sending/freeze-message.ts'
import { type MessageBody, readBody } from '../record/message-body.ts'
import type { ThreadRecord, ThreadFields } from '../record/queries.ts'
import { lockUsers } from './action-queries.ts'
import { fillTemplates, readVariableSets, referenceError } from './read-variables.ts'
import { resolveActions, type ResolvedActions } from './resolve-actions.ts'
import type { ActionContext, ActionMessage } from './resolver.ts'

/** Reply and actions of a canned response or a rule. */
export type ActionPlan = {
  readonly reply: {
    readonly body: string
    readonly bodyFormat: 'text' | 'html'
    /** Shared uploads, of which the message gets copies. */
    readonly files?: readonly StoredAttachment[]
  } | null
  readonly actions: readonly Action[]
}

/** Context for running actions. */
export type RunContext = ActionContext & { readonly effects: Effects; readonly config: Config; readonly secrets: Secrets }

type PreparedMessage = {
  readonly messageId: Uuid
  readonly internal: boolean
  readonly content: MessageBody
  readonly files: readonly StoredAttachment[]
  readonly mail: Frozen | null
}

/** Actions that are ready to be written. */
export type PreparedActions = ResolvedActions & { readonly thread: ThreadRecord; readonly written: readonly PreparedMessage[] }

/**
 * Locks the teams and users of the actions and the threads, in the lock order of all writers. Call it once the threads are locked, and
 * before preparing the first of them. Throws 422 for unknown teams.
 */
export async function lockActionTargets(
  { tx, by }: ActionContext,
  threads: readonly ThreadRecord[],
  actions: readonly Action[],
): Promise<void> {
  await checkReferences(tx, by.tenantId, { 'actions[].teamId': team }, { actions })
  // Actions with an assignment strategy lock the team before its members. The lock is the same for chats.
  if (actions.some(({ strategy }) => strategy !== undefined))
    for (const teamId of new Set(threads.flatMap((thread) => thread.teamId ?? [])))
      await tx.rows(lockTeam, { tenantId: by.tenantId, teamId, chats: false })
  const named = actions.flatMap(({ assigneeId, userIds = [] }) => [assigneeId ?? [], userIds].flat())
  const assignees = threads.flatMap(({ assigneeId }) => assigneeId ?? [])
  const ids = [...new Set([...assignees, ...named.filter((id) => id !== 'me'), ...(by.user ? [by.user.id] : [])])]
  if (ids.length > 0) await tx.rows(lockUsers, { tenantId: by.tenantId, ids })
}

/** Prepares the plan for a locked, unmerged thread. Throws for everything that prevents it. Writes nothing except a mail's recipients. */
export async function prepareActions(context: RunContext, thread: ThreadRecord, plan: ActionPlan): Promise<PreparedActions> {
  const { tx, by } = context
  const { tenantId } = by
  const resolved = await resolveActions(context, thread, plan.actions)
  const { filled, missing } = await fillMessages(context, thread, plan, resolved.messages)
  if (missing.length > 0) throw referenceError(missing)
  if (isRefusedReply(thread, resolved.fields, filled)) throw new ApiError(threadClosed)
  await checkThreadChange(tx, tenantId, thread, resolved.fields)
  const read = filled.map(({ body, bodyFormat, internal, files = [] }) => {
    return { messageId: newId(), internal, content: readBody({ body, bodyFormat }), files }
  })
  const written: PreparedMessage[] = []
  for (const message of read) {
    const key = { tenantId, threadId: thread.id, messageId: message.messageId }
    written.push({ ...message, mail: message.internal ? null : await freezeFor(context, key, message) })
  }
  return { ...resolved, thread, written }
}

/** Freezes what goes out with a reply. A rule's reply, which has no author, is automatic. */
function freezeFor(
  { tx, by, effects, config, secrets }: RunContext,
  key: { tenantId: Uuid; threadId: Uuid; messageId: Uuid },
  { content, files }: Pick<PreparedMessage, 'content' | 'files'>,
): Promise<Frozen | null> {
  return freezeMessage(tx, { config, secrets, effects }, key, { author: by.user, body: content, hasFiles: files.length > 0, input: {} })
}

/** Fills in the variables of the reply and the actions' messages. */
export async function fillMessages(
  { tx, by }: ActionContext,
  thread: ThreadRecord,
  { reply }: ActionPlan,
  messages: readonly ActionMessage[],
): Promise<{ filled: (ActionMessage & { bodyFormat: 'text' | 'html' })[]; missing: ErrorDetail[] }> {
  const templates = [...(reply ? [{ ...reply, place: 'body', internal: false }] : []), ...messages]
  if (templates.length === 0) return { filled: [], missing: [] }
  const { all, automatic } = await readVariableSets(tx, by, thread)
  return fillTemplates(templates, ({ internal }) => (by.user || internal ? all : automatic))
}

/** True if the actions reply to a closed thread without opening it. */
export function isRefusedReply(
  { status }: ThreadRecord,
  fields: Partial<ThreadFields>,
  messages: readonly Pick<ActionMessage, 'internal'>[],
): boolean {
  return status === 'closed' && (fields.status ?? 'closed') === 'closed' && messages.some(({ internal }) => !internal)
}
