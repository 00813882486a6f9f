/** The resolvers of action types that only automation rules have. */
import type { ActionType } from '../../thread-actions/index.ts'
import { chooseMember } from '../assignment/assign.ts'
import { referenceError } from './read-variables.ts'
import type { ActionResolver } from './resolver.ts'

/** Assigns the thread to a member of its team whom a strategy chooses. */
export const assignByStrategy: ActionResolver = async ({ tx, by }, { thread }, { strategy }, place) => {
  if (strategy === undefined) return {}
  if (thread.teamId === null)
    throw referenceError([{ field: `${place}.strategy`, code: 'REQUIRED', message: 'needs a team, and the thread has none' }])
  return { fields: await chooseMember({ tx, principal: by }, thread, thread.teamId, strategy) }
}

export const ruleResolvers: Readonly<Record<Extract<ActionType, 'REPLY' | 'APPLY_CANNED_RESPONSE' | 'NOTIFY'>, ActionResolver>> = {
  REPLY: (_, __, { body = '', bodyFormat }, place) =>
    Promise.resolve({ messages: [{ body, bodyFormat, place: `${place}.body`, internal: false }] }),
  // The caller replaces this action by the reply and the actions of the canned response.
  APPLY_CANNED_RESPONSE: (_, __, { type }) => Promise.reject(new Error(`${type} was not replaced`)),
  NOTIFY: ({ notify }, { thread }, action, place) => {
    if (!notify) throw referenceError([{ field: place, code: 'NOT_ALLOWED', message: 'notifies only when a rule runs it' }])
    return Promise.resolve({ record: () => notify(thread, action) })
  },
}
