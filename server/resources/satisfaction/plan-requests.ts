/** Plans a request when a thread is resolved: a reader of the outbox. */
import { createHash } from 'node:crypto'
import { fetchOne } from '#kit/write.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { reader } from '#platform/outbox/readers.ts'
import { isoTime } from '#platform/time.ts'
import { satisfactionReader } from '../tenants/index.ts'
import { threadStatusChanged, type ThreadRecord } from '../threads/index.ts'
import { ask, canBeMailed } from './ask.ts'
import { findSubjects, isEnabledAnywhere, type Subject } from './queries.ts'

export const planRequests = reader({
  name: satisfactionReader,
  description: 'Plans satisfaction requests when threads are resolved.',
  types: [threadStatusChanged],
  isWanted: async (tx, tenantId) => (await fetchOne(tx, isEnabledAnywhere, { tenantId })).isEnabled,
  batch: 400,
  async run({ tx, effects, tenantId, events }) {
    const latest = new Map(events.filter(isResolution).map((event) => [getThread(event).id, event]))
    if (latest.size === 0) return
    const subjects = await tx.rows(findSubjects, { tenantId, threadIds: [...latest.keys()] })
    for (const subject of subjects) {
      const event = latest.get(subject.threadId)
      if (!event || !isStillResolved(event, subject) || !shouldAsk(event, subject)) continue
      const { delayMinutes } = subject.settings
      const resolvedById = isByUser(event) ? (event.actor?.id ?? null) : null
      await ask({ tx, effects, tenantId }, subject, {
        channel: 'MAIL',
        planned: true,
        byRule: false,
        resolvedById,
        sendAt: event.createdAt,
        delayMinutes,
      })
    }
  },
})

// Safe because status events have the thread's record.
const getThread = ({ object }: EventRow): ThreadRecord => object as ThreadRecord

/** Whether an unresolved thread became resolved or closed, except by a merge. */
function isResolution(event: EventRow): boolean {
  const { status, mergedInto } = getThread(event)
  const from = String(event.previous?.['status'])
  return mergedInto === null && (from === 'open' || from === 'pending') && (status === 'resolved' || status === 'closed')
}

/** Whether the thread is still in the state of the event. If not, a later event about the thread decides. */
function isStillResolved(event: EventRow, { resolvedAt, closedAt, status, isMerged }: Subject): boolean {
  const { resolvedAt: wasResolvedAt, closedAt: wasClosedAt } = getThread(event)
  const isSame = (a: string | null, b: string | null): boolean => a !== null && b !== null && isoTime(a) === isoTime(b)
  return !isMerged && status !== 'open' && status !== 'pending' && (isSame(wasResolvedAt, resolvedAt) || isSame(wasClosedAt, closedAt))
}

function isByUser({ actor }: EventRow): boolean {
  return actor?.type === 'USER' || actor?.type === 'API_KEY'
}

const automaticCauses: ReadonlySet<string> = new Set(['RULE', 'AUTO_CLOSE', 'SNOOZE'])

function shouldAsk({ actor, cause }: EventRow, subject: Subject): boolean {
  const { enabled, onlyAnswered, notAfterAutomatic, exceptLabelIds, samplePercent } = subject.settings
  if (!enabled || !canBeMailed(subject)) return false
  if (actor?.type === 'IMPORT' || cause?.type === 'IMPORT') return false
  const isAutomatic = actor !== null && (actor.type === 'RULE' || actor.type === 'SYSTEM' || automaticCauses.has(cause?.type ?? ''))
  if (notAfterAutomatic && isAutomatic) return false
  if (onlyAnswered && subject.personId === null) return false
  if (subject.labelIds.some((id) => exceptLabelIds.includes(id))) return false
  return isInSample(subject.threadId, subject.episode, samplePercent)
}

/** Whether an episode is in the sample. Deterministic per episode. */
export function isInSample(threadId: Uuid, episode: number, percent: number): boolean {
  const hash = createHash('sha256').update(`${threadId} ${episode}`).digest().readUInt32BE(0)
  return hash < (percent / 100) * 2 ** 32
}
