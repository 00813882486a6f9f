/** Resolvers of action types that only automation rules have. */
import type { ActionType } from '../../thread-actions/index.ts'
import { chooseMember } from '../assignment/assign.ts'
import { fillTemplates, readVariables, referenceError } from './read-variables.ts'
import type { ActionResolver } from './resolver.ts'

/** Assigns the thread to a team member chosen by a strategy. */
export const assignByStrategy: ActionResolver = async ({ tx, by }, { thread }, { strategy }, place) => {
  if (strategy === undefined) return {}
  if (thread.teamId === null)
    throw referenceError([{ field: `${place}.strategy`, code: 'REQUIRED', message: 'needs a team, and the thread has none' }])
  return { fields: await chooseMember({ tx, principal: by }, thread, thread.teamId, strategy) }
}

export const ruleResolvers: Readonly<Record<Extract<ActionType, 'REPLY' | 'APPLY_CANNED_RESPONSE' | 'NOTIFY'>, ActionResolver>> = {
  REPLY: (_, __, { body = '', bodyFormat, files = [] }, place) =>
    Promise.resolve({ messages: [{ body, bodyFormat, place: `${place}.body`, internal: false, files }] }),
  // The caller expands this action to the reply and actions of the canned response.
  APPLY_CANNED_RESPONSE: (_, __, { type }) => Promise.reject(new Error(`${type} was not replaced`)),
  async NOTIFY({ tx, by }, { thread }, { text = '', userIds = [], teamId = null, assignee, followers = false }, place) {
    // The job fills in the variables. Only check them here.
    const { missing } = fillTemplates([{ body: text, bodyFormat: 'text', place: `${place}.text` }], await readVariables(tx, by, thread))
    if (missing.length > 0) throw referenceError(missing)
    const isForNobody = userIds.length === 0 && teamId === null && !followers && !(assignee && thread.assigneeId !== null)
    if (isForNobody) return {}
    const { cause } = by.identity
    return {
      record: (effects, { id: threadId, assigneeId }) => {
        if (cause?.type !== 'RULE' || !cause.id || !cause.runId) throw new Error('Only rules notify')
        effects.enqueue('notify-users', {
          key: `${cause.runId} ${place}`,
          input: {
            ruleId: cause.id,
            threadId,
            eventId: cause.rootEventId,
            userIds: [...userIds, ...(assignee && assigneeId !== null ? [assigneeId] : [])],
            teamId,
            followers,
            text,
          },
        })
      },
    }
  },
}
