/**
 * Reconstructs what happened to a thread whose first events were deleted, from its row, messages and ratings. Such a thread is counted once; its
 * later events count as usual, and a rebuild keeps its facts.
 */
import { isoTime } from '#platform/time.ts'
import type { RatingRow } from '../../satisfaction/index.ts'
import { isUnresolved, type Happening } from './happening.ts'
import type { MessageRow, ThreadRow } from './queries.ts'

/** Maximum number of ratings per thread, so that the numbers of their facts fit into a column. */
const maxRatings = 100

/** Returns what happened before `next`, the first existing event; null for everything. */
export function fromRows(
  thread: ThreadRow,
  { messages, ratings }: { messages: readonly MessageRow[]; ratings: readonly RatingRow[] },
  next: Happening | null,
): Happening[] {
  const { id, assigneeId, teamId, inboxId, priority, channel, isFollowUp } = thread
  const toMs = (time: string): number => Date.parse(isoTime(time))
  // No event has these numbers, and they differ between threads.
  const common = { sequence: -thread.publicNumber, eventId: id, threadId: id, actorId: null, cause: null }
  const at = toMs(thread.createdAt)
  const context = { assigneeId, teamId, inboxId, priority, channel }
  const cause = isFollowUp ? 'FOLLOW_UP' : null
  const happened: Happening[] = [{ ...common, n: 0, at, order: at, cause, type: 'created', context, status: 'open', waitingSince: null }]
  const before = next?.order ?? Number.POSITIVE_INFINITY
  const isNext = (message: MessageRow): boolean => next?.type === 'message' && next.messageId === message.id
  for (const message of messages.filter((each) => toMs(each.createdAt) < before && !isNext(each))) {
    const { authorType, internal, automatic, lost } = message
    const kind = internal
      ? 'NOTED'
      : authorType === 'CUSTOMER'
        ? 'RECEIVED'
        : authorType === 'AGENT' && !automatic && !lost
          ? 'ANSWERED'
          : 'AUTOMATIC'
    const time = toMs(message.createdAt)
    const isReceived = kind === 'RECEIVED'
    happened.push({
      ...common,
      n: happened.length % 30_000,
      at: time,
      order: time,
      cause: isReceived ? 'CUSTOMER' : null,
      type: 'message',
      kind,
      messageId: message.id,
      personId: authorType === 'CUSTOMER' ? null : message.authorId,
      quiet: isReceived && automatic,
    })
  }
  const last = Math.max(...happened.map(({ order }) => order))
  const end = { ...common, n: 30_000 }
  // If the next event is a merge or its undoing, the row does not have the previous status. Assume unresolved, which threads are most of
  // the time.
  const status = next?.type === 'status' ? next.from : next?.type === 'merged' ? 'open' : thread.status
  const isMerged = next?.type === 'unmerged' || (thread.isMerged && next?.type !== 'merged')
  if (isMerged) happened.push({ ...end, at: last, order: last, type: 'merged' })
  else if (status !== 'open') {
    const resolvedAt = isUnresolved(status) ? null : (thread.resolvedAt ?? thread.closedAt)
    const time = Math.max(last, Math.min(resolvedAt === null ? last : toMs(resolvedAt), before - 1))
    happened.push({ ...end, at: time, order: time, type: 'status', from: 'open', to: status, isMerge: false })
  }
  for (const [i, { id: requestId, personId, scale, score, sentAt, answeredAt }] of ratings.slice(0, maxRatings).entries()) {
    const rating = { ...common, n: 30_010 + 2 * i, requestId, personId }
    const isEarlier = (time: number, type: Happening['type']): boolean =>
      time < before && !(next?.type === type && 'requestId' in next && next.requestId === requestId)
    const [asked, answered] = [toMs(sentAt), answeredAt === null ? null : toMs(answeredAt)]
    if (isEarlier(asked, 'asked')) happened.push({ ...rating, at: asked, order: asked, type: 'asked' })
    if (score !== null && answered !== null && isEarlier(answered, 'rated'))
      happened.push({ ...rating, n: rating.n + 1, at: answered, order: answered, cause: 'CUSTOMER', type: 'rated', scale, score })
  }
  return happened
}
