import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { toTypeId } from '#platform/ids.ts'
import { threadAssigneeChanged } from '../record/errors.ts'
import { ThreadAssignment } from '../record/input-schema.ts'
import { toThread } from '../record/queries.ts'
import { Thread } from '../record/schema.ts'
import { thread } from '../record/thread.ts'
import { applyAssignment } from './assign.ts'

export const assignThread = endpoint.write({
  operationId: 'assignThread',
  method: 'POST',
  path: '/threads/{id}/assign',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Assign a thread',
  description:
    'Assigns a thread to an agent or a team, or unassigns it. Omitted fields do not change. A `strategy` chooses a member of the ' +
    'team who is active, available, not a viewer, and has fewer open threads, across all teams, than the team’s ' +
    '`maxOpenPerAgent`. If no member can take it, the thread waits in the team’s queue with `assignee` null, and the oldest ' +
    'thread is assigned as soon as a member can take it. A thread that moves to a team without an `assigneeId` is assigned ' +
    'according to the team’s `assignment` setting. Any user except suspended users and viewers can be assigned explicitly. A thread of a suspended user or a viewer goes ' +
    'back to its team, which assigns it according to its `assignment` setting, when it is unassigned or opened, or when the customer ' +
    'writes. If two agents ' +
    'take the same thread with `ifAssigneeId: null`, only one of them gets it.',
  params: { id: thread.id },
  body: ThreadAssignment,
  responds: { 200: item(Thread, 'The updated thread') },
  errors: [unknownReference, threadAssigneeChanged],
  etag: true,
  present: toThread,
  async handle(context) {
    const { ifAssigneeId, ...assignment } = context.body
    const current = await lockResource(context, thread)
    if (ifAssigneeId !== undefined && ifAssigneeId !== current.assigneeId) {
      const assigneeId = current.assigneeId === null ? null : toTypeId('usr', current.assigneeId)
      throw new ApiError(threadAssigneeChanged, {
        message: assigneeId
          ? `The thread is assigned to ${current.assigneeName ?? ''} (${assigneeId}). Load it again before you assign it.`
          : 'The thread is unassigned. Load it again before you assign it.',
        details: [{ field: 'ifAssigneeId', code: 'ASSIGNEE_CHANGED', message: assigneeId ?? 'null' }],
      })
    }
    return applyAssignment(context, current, assignment)
  },
})
