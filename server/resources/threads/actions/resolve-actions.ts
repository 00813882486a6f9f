/** Resolves actions to new thread fields, messages, followers and other effects. Writes nothing. */
import { findChanges } from '#kit/changes.ts'
import type { Sent } from '#kit/write.ts'
import type { Action, ActionType } from '../../thread-actions/index.ts'
import { leaveQueue } from '../queue/find-assignee.ts'
import type { ThreadRecord, ThreadFields } from '../record/queries.ts'
import type { ActionContext, ActionMessage, ActionState, Follower, Resolved } from './resolver.ts'
import { resolvers } from './resolvers.ts'

export type ActionOutcome = { type: ActionType; outcome: 'DONE' | 'NO_EFFECT' }

export type ResolvedActions = {
  readonly fields: Partial<ThreadFields>
  readonly messages: readonly ActionMessage[]
  /** Followers before and after; null if no action reads them. */
  readonly followers: { readonly before: readonly Follower[]; readonly after: readonly Follower[] } | null
  readonly records: readonly NonNullable<Resolved['record']>[]
  readonly actions: readonly ActionOutcome[]
}

/** Resolves actions in order, each on the state left by the previous ones. Throws 422 with the path of a bad action. */
export async function resolveActions(context: ActionContext, thread: ThreadRecord, actions: readonly Action[]): Promise<ResolvedActions> {
  const fields: Partial<ThreadFields> = {}
  const messages: ActionMessage[] = []
  const records: NonNullable<Resolved['record']>[] = []
  const outcomes: ActionOutcome[] = []
  let state: ActionState = { thread, followers: null }
  let followersBefore: readonly Follower[] | null = null
  for (const [i, action] of actions.entries()) {
    const resolved = await resolvers[action.type](context, state, action, `actions[${i}]`)
    const changed = dropUndefined(resolved.fields ?? {})
    const { followers: following } = resolved
    followersBefore ??= following?.before ?? null
    const hasEffect =
      findChanges<ThreadRecord>(state.thread, changed) !== null ||
      (resolved.messages ?? []).length > 0 ||
      resolved.record !== undefined ||
      following?.after.length !== following?.before.length
    outcomes.push({ type: action.type, outcome: hasEffect ? 'DONE' : 'NO_EFFECT' })
    messages.push(...(resolved.messages ?? []))
    if (resolved.record) records.push(resolved.record)
    Object.assign(fields, changed)
    state = { thread: { ...state.thread, ...changed }, followers: following?.after ?? state.followers }
  }
  const followers = followersBefore && { before: followersBefore, after: state.followers ?? followersBefore }
  const allFields = { ...fields, ...leaveQueue(thread, fields) }
  // Actions may cancel out: one adds a label, and the next removes it.
  const isUnchanged =
    messages.length === 0 &&
    records.length === 0 &&
    findChanges<ThreadRecord>(thread, allFields) === null &&
    (followers === null || isSameSet(followers.before, followers.after))
  const told = isUnchanged ? outcomes.map(({ type }) => ({ type, outcome: 'NO_EFFECT' as const })) : outcomes
  return { fields: allFields, messages, followers, records, actions: told }
}

function isSameSet(one: readonly Follower[], other: readonly Follower[]): boolean {
  return one.length === other.length && one.every(({ id }) => other.some((each) => each.id === id))
}

function dropUndefined(fields: Sent<ThreadFields>): Partial<ThreadFields> {
  // Safe because only undefined fields are dropped.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ThreadFields>
}
