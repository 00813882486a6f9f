/** Assigns a thread to a user, a team, neither, or a team member chosen by a strategy. */
import { checkReferences } from '#kit/references.ts'
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import { ApiError, unknownReference, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects, Outcome } from '#platform/outbox/effects.ts'
import { isChat } from '../../../channels/thread-channels.ts'
import { team } from '../../teams/index.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import type { ThreadRecord, ThreadFields } from '../record/queries.ts'
import { leaveQueue, findAssignee } from '../queue/find-assignee.ts'
import { findStrategy, type Strategy } from '../queue/queries.ts'
import { lockTeamForPicking } from '../queue/member-picker.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

export type Assignment = {
  readonly assigneeId?: Uuid | null | undefined
  readonly teamId?: Uuid | null | undefined
  readonly strategy?: Strategy | undefined
}

/** Assigns a locked thread. Locks the team before the user, which is the lock order of all writers. */
export async function applyAssignment(context: Context, current: ThreadRecord, wanted: Assignment): Promise<Outcome<ThreadRecord>> {
  const { assigneeId, teamId = current.teamId } = wanted
  const action = { action: 'thread.assigned' }
  const strategy = wanted.strategy ?? (await findTeamStrategy(context, current, wanted))
  if (wanted.strategy && assigneeId)
    throw assignmentError(validationFailed, 'strategy', 'AMBIGUOUS', 'cannot be combined with an assigneeId')
  if (strategy)
    return applyThreadChange(context, current, await chooseMember(context, current, teamId, strategy), { ...action, isLocked: true })
  if (teamId !== current.teamId) await checkReferences(context.tx, context.principal.tenantId, { teamId: team }, { teamId })
  const person = await findAssignee(context.tx, context.principal.tenantId, assigneeId, { field: 'assigneeId' })
  return applyThreadChange(context, current, { teamId, ...person, ...leaveQueue(current, { assigneeId, teamId }) }, action)
}

/** Returns the new team's strategy when the thread moves to a team and neither has nor gets an assignee; null otherwise. */
async function findTeamStrategy(
  { tx, principal }: Context,
  current: ThreadRecord,
  { assigneeId, teamId }: Assignment,
): Promise<Strategy | null> {
  if (!teamId || teamId === current.teamId || (assigneeId === undefined ? current.assigneeId : assigneeId)) return null
  return (await tx.first(findStrategy, { tenantId: principal.tenantId, teamId }))?.strategy ?? null
}

/** Assigns the thread to a member, or to the team's queue when no member is free or an older thread is waiting. */
export async function chooseMember(
  { tx, principal: { tenantId } }: Pick<Context, 'tx' | 'principal'>,
  current: ThreadRecord,
  teamId: Uuid | null,
  strategy: Strategy,
): Promise<Partial<ThreadFields>> {
  if (teamId === null)
    throw assignmentError(unknownReference, 'teamId', 'REQUIRED', 'is required, because a strategy needs a team and the thread has none')
  const { id, createdAt } = current
  const chats = isChat(current.channel)
  const picker = await lockTeamForPicking(tx, {
    tenantId,
    teamId,
    chats,
    leastLoaded: strategy === 'LEAST_LOADED',
    thread: { id, createdAt },
  })
  if (!picker) throw assignmentError(unknownReference, 'teamId', 'UNKNOWN', 'does not exist in this tenant')
  const choice = current.status === 'open' && picker.olderWaits ? null : await picker.pickNext(strategy)
  if (!choice && picker.skippedLocked) throw new OutdatedRead('A person who may take the thread was locked by another request')
  await picker.save()
  return choice
    ? { teamId, assigneeId: choice.id, assigneeName: choice.name, queuedFor: null }
    : { teamId, assigneeId: null, assigneeName: null, queuedFor: strategy }
}

function assignmentError(declaration: typeof validationFailed, field: string, code: string, message: string): ApiError {
  return new ApiError(declaration, { details: [{ field, code, message }] })
}
