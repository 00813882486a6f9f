/** The resolvers of all action types. */
import { fetchOne } from '#kit/write.ts'
import { mergeCustomFields } from '../../custom-fields/index.ts'
import type { ActionType } from '../../thread-actions/index.ts'
import { findAssignee } from '../queue/find-assignee.ts'
import { readTime, untilReply } from '../record/queries.ts'
import { listFollowers, listLabelsById, listUsersById } from './action-queries.ts'
import { readNextWorkingDay } from './next-working-day.ts'
import { referenceError } from './read-variables.ts'
import type { ActionContext, ActionResolver, ActionState, Follower, Resolved } from './resolver.ts'
import { assignByStrategy, ruleResolvers } from './rule-resolvers.ts'

export const resolvers: Readonly<Record<ActionType, ActionResolver>> = {
  ...ruleResolvers,
  SET_STATUS: (_, __, { status }) => Promise.resolve({ fields: { status } }),
  SET_PRIORITY: (_, __, { priority }) => Promise.resolve({ fields: { priority } }),
  SET_TEAM: (_, __, { teamId }) => Promise.resolve({ fields: { teamId } }),
  async ASSIGN(context, state, action, place) {
    if (action.strategy !== undefined) return assignByStrategy(context, state, action, place)
    const field = `${place}.assigneeId`
    const { tenantId, user: agent } = context.by
    if (action.assigneeId === 'me' && agent === null)
      throw referenceError([{ field, code: 'UNKNOWN', message: 'is “me”, and no agent runs the action' }])
    const assigneeId = action.assigneeId === 'me' && agent ? agent.id : (action.assigneeId ?? null)
    return { fields: await findAssignee(context.tx, tenantId, assigneeId, { field }) }
  },
  async ADD_LABELS({ tx, by }, { thread: { labels } }, { labelIds = [] }, place) {
    const found = await tx.rows(listLabelsById, { tenantId: by.tenantId, ids: labelIds })
    const carried = new Set(labels.map(({ id }) => id))
    const missing = labelIds.find((id) => !carried.has(id) && found.every((label) => label.id !== id))
    if (missing !== undefined)
      throw referenceError([{ field: `${place}.labelIds`, code: 'UNKNOWN', message: 'names a label that is archived' }])
    return { fields: { labels: [...labels, ...found.filter(({ id }) => !carried.has(id))] } }
  },
  REMOVE_LABELS: (_, { thread: { labels } }, { labelIds = [] }) =>
    Promise.resolve({ fields: { labels: labels.filter(({ id }) => !labelIds.includes(id)) } }),
  SET_CUSTOM_FIELDS: (_, { thread }, { customFields }) =>
    Promise.resolve({ fields: { customFields: mergeCustomFields(thread.customFields, customFields) } }),
  async SNOOZE({ tx, by }, { thread }, { durationSeconds, until }) {
    if (until === 'NEXT_WORKING_DAY')
      return { fields: { status: 'pending', snoozedUntil: await readNextWorkingDay(tx, by.tenantId, thread) } }
    if (durationSeconds === undefined) return { fields: { status: 'pending', snoozedUntil: untilReply } }
    return { fields: { status: 'pending', snoozedUntil: (await fetchOne(tx, readTime, { at: null, inSeconds: durationSeconds })).at } }
  },
  ADD_NOTE: (_, __, { body = '', bodyFormat }, place) =>
    Promise.resolve({ messages: [{ body, bodyFormat, place: `${place}.body`, internal: true }] }),
  async ADD_FOLLOWERS(context, state, { userIds = [] }, place) {
    const before = await readFollowers(context, state)
    const ids = userIds.filter((id) => before.every((follower) => follower.id !== id))
    if (ids.length === 0) return { followers: { before, after: before } }
    const added = await context.tx.rows(listUsersById, { tenantId: context.by.tenantId, ids })
    const unknown = userIds.findIndex((id) => ids.includes(id) && added.every((each) => each.id !== id))
    if (unknown >= 0)
      throw referenceError([{ field: `${place}.userIds[${unknown}]`, code: 'UNKNOWN', message: 'does not exist in this tenant' }])
    return { followers: { before, after: [...before, ...added] } }
  },
  async REMOVE_FOLLOWERS(context, state, { userIds = [] }) {
    const before = await readFollowers(context, state)
    return { followers: { before, after: before.filter(({ id }) => !userIds.includes(id)) } }
  },
  // The satisfaction module imports this one, so refer to its job by name.
  REQUEST_SATISFACTION({ by }) {
    const isByRule = by.user === null
    const record: Resolved['record'] = (effects, { id }) =>
      effects.enqueue('request-satisfaction', { key: isByRule ? `${id} rule` : id, input: { threadId: id, isByRule } })
    return Promise.resolve({ record })
  },
  SEND_WEBHOOK: ({ emitForWebhook }, _, { webhookId }) =>
    Promise.resolve(webhookId === undefined ? {} : { record: (effects, record) => emitForWebhook(effects, record, webhookId) }),
}

async function readFollowers({ tx, by }: ActionContext, { thread, followers }: ActionState): Promise<readonly Follower[]> {
  return followers ?? tx.rows(listFollowers, { tenantId: by.tenantId, threadId: thread.id })
}
