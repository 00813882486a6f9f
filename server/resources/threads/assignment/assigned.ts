/** Assigning a thread to a person, a team, nobody, or whom a strategy chooses: for every operation that does. */
import {
  ApiError,
  checkReferences,
  OutdatedRead,
  unknownReference,
  validationFailed,
  type Effects,
  type Outcome,
  type Queryable,
  type Uuid,
} from '../../../kit/index.ts'
import { team } from '../../teams/index.ts'
import { changedThread, type ThreadFields } from '../change-thread.ts'
import type { ThreadRecord } from '../queries.ts'
import { findStrategy, holdNominee, type Strategy } from './queries.ts'
import { beginTurn } from './turn.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

export type Assignment = {
  readonly assigneeId?: Uuid | null | undefined
  readonly teamId?: Uuid | null | undefined
  readonly strategy?: Strategy | undefined
}

/** Assigns a locked thread. Teams are locked before people, as everywhere. */
export async function assigned(context: Context, current: ThreadRecord, wanted: Assignment): Promise<Outcome<ThreadRecord>> {
  const { assigneeId, teamId = current.teamId } = wanted
  const action = { action: 'thread.assigned' }
  const strategy = wanted.strategy ?? (await ownStrategy(context, current, wanted))
  if (wanted.strategy && assigneeId)
    throw refused(validationFailed, 'strategy', 'AMBIGUOUS', 'chooses somebody, and assigneeId names somebody')
  if (strategy) return changedThread(context, current, await chosen(context, current, teamId, strategy), { ...action, isHeld: true })
  if (teamId !== current.teamId) await checkReferences(context.tx, context.principal.tenantId, { teamId: team }, { teamId })
  const person = await named(context, current, assigneeId)
  // Nobody is who shall have it, so it does not wait for somebody either.
  return changedThread(context, current, { teamId, ...person, ...(assigneeId === null ? { queuedFor: null } : {}) }, action)
}

/** That of a team which hands out what comes to it, when the thread comes to it and nobody was named or has it. */
async function ownStrategy(
  { tx, principal }: Context,
  current: ThreadRecord,
  { assigneeId, teamId }: Assignment,
): Promise<Strategy | null> {
  if (!teamId || teamId === current.teamId || (assigneeId === undefined ? current.assigneeId : assigneeId)) return null
  return (await tx.first(findStrategy, { tenantId: principal.tenantId, teamId }))?.strategy ?? null
}

/** Somebody by name: no matter how many threads they have, and also before they accepted their invitation. */
async function named(
  { tx, principal: { tenantId } }: Context,
  current: ThreadRecord,
  id: Uuid | null | undefined,
): Promise<Pick<ThreadFields, 'assigneeId' | 'assigneeName'>> {
  if (id === undefined || id === current.assigneeId) return { assigneeId: current.assigneeId, assigneeName: current.assigneeName }
  if (id === null) return { assigneeId: null, assigneeName: null }
  const person = await tx.first(holdNominee, { tenantId, id })
  if (!person) throw refused(unknownReference, 'assigneeId', 'UNKNOWN', 'does not exist in this tenant')
  if (person.status === 'SUSPENDED') throw refused(unknownReference, 'assigneeId', 'SUSPENDED', 'is suspended and takes no threads')
  if (person.role === 'VIEWER') throw refused(unknownReference, 'assigneeId', 'VIEWER', 'is a viewer and cannot reply')
  return { assigneeId: id, assigneeName: person.name }
}

/** Who takes the thread now; without anybody it waits in the team's queue, as it does behind an older one. */
async function chosen(
  { tx, principal: { tenantId } }: Context,
  current: ThreadRecord,
  teamId: Uuid | null,
  strategy: Strategy,
): Promise<Partial<ThreadFields>> {
  if (teamId === null)
    throw refused(unknownReference, 'teamId', 'REQUIRED', 'is needed: a strategy chooses within a team, and the thread has none')
  const { id, createdAt } = current
  const turn = await beginTurn(tx, { tenantId, teamId, leastLoaded: strategy === 'LEAST_LOADED', thread: { id, createdAt } })
  if (!turn) throw refused(unknownReference, 'teamId', 'UNKNOWN', 'does not exist in this tenant')
  const choice = current.status === 'open' && turn.olderWaits ? null : await turn.next(strategy)
  if (!choice && turn.passedOver) throw new OutdatedRead('Somebody who may take the thread was held by another request')
  await turn.end()
  return choice
    ? { teamId, assigneeId: choice.id, assigneeName: choice.name, queuedFor: null }
    : { teamId, assigneeId: null, assigneeName: null, queuedFor: strategy }
}

function refused(declaration: typeof validationFailed, field: string, code: string, message: string): ApiError {
  return new ApiError(declaration, { details: [{ field, code, message }] })
}
