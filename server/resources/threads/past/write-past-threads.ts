/**
 * Writes threads that happened before, with their own times: the rows that the same requests would have left, without events. So nothing
 * goes out for them: no mail, no webhook, no notification, no rule, no SLA clock. The caller counts their facts for reports.
 */
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { reindexThread } from '../../thread-search/index.ts'
import { insertPastMessages, insertPastThreads, type PastThreadRow, takeThreadNumbers } from './past-queries.ts'

export type PastMessage = {
  authorType: 'CUSTOMER' | 'AGENT'
  authorId: Uuid
  authorName: string
  body: string
  internal: boolean
  at: string
}

/** A thread as it was. The messages are in order; the first is the customer's. */
export type PastThread = Pick<
  PastThreadRow,
  'subject' | 'priority' | 'channel' | 'inboxId' | 'assigneeId' | 'customerId' | 'labelIds' | 'snoozedUntil' | 'resolvedAt' | 'closedAt'
> & { status: 'open' | 'pending' | 'resolved' | 'closed'; messages: readonly PastMessage[] }

type Context = { readonly tx: Queryable; readonly effects: Pick<Effects, 'count'>; readonly tenantId: Uuid }

/** Writes the threads and their totals. Returns their ids. Locks the counters, so lock other rows first. */
export async function writePastThreads({ tx, effects, tenantId }: Context, threads: readonly PastThread[]): Promise<Uuid[]> {
  if (threads.length === 0) return []
  const { first } = await fetchOne(tx, takeThreadNumbers, { tenantId, count: threads.length })
  const prepared = threads.map((thread, i) => prepare(thread, Number(first) + i))
  await tx.rows(insertPastThreads, { tenantId, threads: prepared.map(({ row }) => row) })
  await tx.rows(insertPastMessages, { tenantId, messages: prepared.flatMap(({ messages }) => messages) })
  for (const { row } of prepared) {
    effects.count(`threads_${row.status}`, 1)
    await reindexThread(tx, tenantId, row.id)
    if (row.snoozedUntil !== null) await enqueue(tx, 'wake-thread', { tenantId, key: row.id, at: row.snoozedUntil })
  }
  return prepared.map(({ row }) => row.id)
}

function prepare({ messages: written, ...fields }: PastThread, number: number) {
  const id = newId()
  const messages = written.map(({ at, ...message }) => ({ ...message, id: newId(), threadId: id, createdAt: at }))
  const [earliest, last] = [messages[0], messages.at(-1)]
  if (!earliest || !last) throw new Error('A past thread has no message.')
  const ends = [last.createdAt, fields.resolvedAt ?? '', fields.closedAt ?? '']
  const row = {
    ...fields,
    id,
    number,
    createdAt: earliest.createdAt,
    updatedAt: ends.toSorted().at(-1) ?? last.createdAt,
    lastMessageId: last.id,
    lastMessageAt: last.createdAt,
    lastMessageAuthorType: last.authorType,
    waitingSince: findWaitingSince(written),
    messageCount: messages.length,
  }
  return { row, messages }
}

/** Returns the time of the first customer's message since the last reply; null if there is none. */
function findWaitingSince(messages: readonly PastMessage[]): string | null {
  const replied = messages.findLastIndex(({ authorType, internal }) => authorType === 'AGENT' && !internal)
  return messages.slice(replied + 1).find(({ authorType }) => authorType === 'CUSTOMER')?.at ?? null
}
