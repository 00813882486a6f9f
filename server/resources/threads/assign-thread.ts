import { ApiError, endpoint, item, locked, toTypeId, unknownReference } from '../../kit/index.ts'
import { threadAssigneeChanged } from './errors.ts'
import { ThreadAssignment } from './input-schema.ts'
import { toThread } from './queries.ts'
import { Thread } from './schema.ts'
import { thread } from './thread.ts'
import { assigned } from './assignment/assigned.ts'

export const assignThread = endpoint({
  operationId: 'assignThread',
  method: 'POST',
  path: '/threads/{id}/assign',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Assign a thread',
  description:
    'To a person, a team, or nobody; fields left out stay. With a `strategy` a member of the team is chosen who is active, available, no viewer, and has ' +
    'fewer open threads, of all teams, than the team’s `maxOpenPerAgent`. When there is none the thread waits in the team’s queue: `assignee` is null, and ' +
    'as soon as somebody can take it the oldest is handed out. A thread that comes to a team without a person named is handed out as the team’s ' +
    '`assignment` says. By name anybody can be assigned but people who are suspended and viewers. Two agents who take the same thread send ' +
    '`ifAssigneeId: null`, and one of them gets it.',
  params: { id: thread.id },
  body: ThreadAssignment,
  responds: { 200: item(Thread, 'The thread as it is now') },
  errors: [unknownReference, threadAssigneeChanged],
  etag: true,
  writes: 'transaction',
  present: toThread,
  async handle(context) {
    const { ifAssigneeId, ...wanted } = context.body
    const current = await locked(context, thread)
    if (ifAssigneeId !== undefined && ifAssigneeId !== current.assigneeId) {
      const present = current.assigneeId === null ? null : toTypeId('usr', current.assigneeId)
      throw new ApiError(threadAssigneeChanged, {
        message: present ? `The thread is assigned to ${current.assigneeName ?? ''} (${present}).` : 'The thread is assigned to nobody.',
        details: [{ field: 'ifAssigneeId', code: 'ASSIGNEE_CHANGED', message: present ?? 'null' }],
      })
    }
    return assigned(context, current, wanted)
  },
})
