/** Assigns a thread to a person, a team, nobody, or a member chosen by a strategy: used by every operation that assigns. */
import {
  ApiError,
  checkReferences,
  type Effects,
  type Outcome,
  OutdatedRead,
  type Queryable,
  unknownReference,
  type Uuid,
  validationFailed,
} from '../../../kit/index.ts'
import { team } from '../../teams/index.ts'
import { applyThreadChange, type ThreadFields } from '../change-thread.ts'
import type { ThreadRecord } from '../queries.ts'
import { leaveQueue, findAssignee } from './find-assignee.ts'
import { findStrategy, type Strategy } from './queries.ts'
import { lockTeamAndPick } from './member-picker.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

export type Assignment = {
  readonly assigneeId?: Uuid | null | undefined
  readonly teamId?: Uuid | null | undefined
  readonly strategy?: Strategy | undefined
}

/** Assigns a locked thread. Teams are locked before people, as everywhere. */
export async function applyAssignment(context: Context, current: ThreadRecord, wanted: Assignment): Promise<Outcome<ThreadRecord>> {
  const { assigneeId, teamId = current.teamId } = wanted
  const action = { action: 'thread.assigned' }
  const strategy = wanted.strategy ?? (await findTeamStrategy(context, current, wanted))
  if (wanted.strategy && assigneeId)
    throw assignmentError(validationFailed, 'strategy', 'AMBIGUOUS', 'cannot be combined with an assigneeId')
  if (strategy)
    return applyThreadChange(context, current, await chooseMember(context, current, teamId, strategy), { ...action, isHeld: true })
  if (teamId !== current.teamId) await checkReferences(context.tx, context.principal.tenantId, { teamId: team }, { teamId })
  // Somebody who has it may keep it, whatever they are by now.
  const person =
    assigneeId === current.assigneeId ? {} : await findAssignee(context.tx, context.principal.tenantId, assigneeId, { field: 'assigneeId' })
  return applyThreadChange(context, current, { teamId, ...person, ...leaveQueue(current, { assigneeId, teamId }) }, action)
}

/** The strategy of a team that assigns its threads itself, when a thread is moved to it without a named or existing assignee. */
async function findTeamStrategy(
  { tx, principal }: Context,
  current: ThreadRecord,
  { assigneeId, teamId }: Assignment,
): Promise<Strategy | null> {
  if (!teamId || teamId === current.teamId || (assigneeId === undefined ? current.assigneeId : assigneeId)) return null
  return (await tx.first(findStrategy, { tenantId: principal.tenantId, teamId }))?.strategy ?? null
}

/** The member who takes the thread now; without one, or behind an older thread, it waits in the team's queue. */
async function chooseMember(
  { tx, principal: { tenantId } }: Context,
  current: ThreadRecord,
  teamId: Uuid | null,
  strategy: Strategy,
): Promise<Partial<ThreadFields>> {
  if (teamId === null)
    throw assignmentError(unknownReference, 'teamId', 'REQUIRED', 'is required, because a strategy needs a team and the thread has none')
  const { id, createdAt } = current
  const turn = await lockTeamAndPick(tx, { tenantId, teamId, leastLoaded: strategy === 'LEAST_LOADED', thread: { id, createdAt } })
  if (!turn) throw assignmentError(unknownReference, 'teamId', 'UNKNOWN', 'does not exist in this tenant')
  const choice = current.status === 'open' && turn.olderWaits ? null : await turn.pickNext(strategy)
  if (!choice && turn.skippedLocked) throw new OutdatedRead('A person who may take the thread was locked by another request')
  await turn.save()
  return choice
    ? { teamId, assigneeId: choice.id, assigneeName: choice.name, queuedFor: null }
    : { teamId, assigneeId: null, assigneeName: null, queuedFor: strategy }
}

function assignmentError(declaration: typeof validationFailed, field: string, code: string, message: string): ApiError {
  return new ApiError(declaration, { details: [{ field, code, message }] })
}
