/** Reads threads and messages for a customer's data export, in chunks. */
import type { ExportContext } from '#kit/privacy/holding.ts'
import type { ListResult, Page } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import { toMessage, type MessageRecord } from '../record/message-queries.ts'
import { findMessagesOfCustomers, findThreadsElsewhere, findThreadsOfCustomers, type MessagePosition } from './personal-queries.ts'
import { toThread } from '../record/queries.ts'
import { scheduledList, type ScheduledRecord } from '../replies/scheduled-queries.ts'
import { readThread } from '../record/thread.ts'

const threadsPerChunk = 200
/** Maximum number of messages per chunk. Small, because a message can have a quarter of a megabyte. */
const messagesPerChunk = 50

export async function* exportThreads(context: ExportContext): AsyncGenerator<object> {
  const { db, tenantId } = context
  for await (const id of readThreadIds(context)) {
    const record = await readThread(db, { tenantId, id })
    if (record) yield toThread(record)
  }
}

/** Exports messages, including internal notes, because customers have a right to see what was written about them. */
export async function* exportMessages(context: ExportContext): AsyncGenerator<object> {
  for await (const record of readMessagesOfCustomers(context)) yield toMessage(record)
}

/** Yields the messages by, to or about the customer, without messages of other customers in the same thread. */
export async function* readMessagesOfCustomers(context: ExportContext): AsyncGenerator<MessageRecord> {
  const { db, tenantId, customerIds } = context
  for await (const threadId of readThreadIds(context, true)) {
    for (let position: MessagePosition | null = { at: null, id: null }; position; ) {
      const rows: { at: string; id: Uuid; record: MessageRecord | null }[] = await db.rows(findMessagesOfCustomers, {
        tenantId,
        customerIds,
        threadId,
        limit: messagesPerChunk,
        ...position,
      })
      for (const { record } of rows) if (record) yield record
      const last = rows.at(-1)
      position = last && rows.length === messagesPerChunk ? { at: last.at, id: last.id } : null
    }
  }
}

export async function* exportScheduled(context: ExportContext): AsyncGenerator<object> {
  const { db, tenantId } = context
  for await (const threadId of readThreadIds(context)) {
    for (let after: Page['after'] = null; ; ) {
      const page = { limit: messagesPerChunk, after }
      const { records, next }: ListResult<ScheduledRecord> = await scheduledList.fetch(db, tenantId, page, { threadId })
      for (const record of records) yield toMessage(record)
      after = next
      if (next === null) break
    }
  }
}

async function* readThreadIds({ db, tenantId, customerIds }: ExportContext, elsewhere = false): AsyncGenerator<Uuid> {
  for (let after: Uuid | null = null; ; ) {
    const found: { id: Uuid }[] = await db.rows(findThreadsOfCustomers, { tenantId, customerIds, after, limit: threadsPerChunk })
    for (const { id } of found) yield id
    after = found.at(-1)?.id ?? null
    if (found.length < threadsPerChunk) break
  }
  if (elsewhere) for (const { id } of await db.rows(findThreadsElsewhere, { tenantId, customerIds })) yield id
}
