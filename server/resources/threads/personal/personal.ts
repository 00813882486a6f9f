/** Declares the personal data in threads and messages, with its export and erasure. */
import { type EraseContext, erasedEmail, erasedText, type ExportContext, type Personal, type EraseBatch } from '#kit/privacy/holding.ts'
import { insertSubjects, toRequestKey, createThreadsStep, findThreadsAfter } from '#kit/privacy/subjects.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { cancel } from '#platform/jobs/enqueue.ts'
import { keptMailsStep } from './erase-kept-mails.ts'
import { exportParticipations, participantSteps } from './personal-participants.ts'
import { eraseThreads } from './erase-threads.ts'
import { exportFiles } from './export-files.ts'
import { exportMessages, exportScheduled, exportThreads } from './export-threads.ts'
import { blankMessages, deleteScheduledOf, noteElsewhere, noteThreads, type MessagePosition } from './personal-queries.ts'
import { lockThreadRows } from '../record/queries.ts'
import { removeUploadsOfMessages, findUploadsOfMessages } from '../../uploads/index.ts'
import { indexErasedThreads, reindexThread } from '../../thread-search/index.ts'
import { deleteConversations, listConversations } from '../arrivals/queries.ts'

const threadsPerChunk = 1_000
const messagesPerChunk = 500

export const personal: Personal = {
  tables: [
    'threads',
    'messages',
    'scheduled_messages',
    'thread_participants',
    'thread_conversations',
    'outgoing_messages',
    'automatic_replies',
    'search_texts',
    'search_words',
  ],
  fields: {
    subject: erasedText,
    externalRef: null,
    customFields: {},
    customerEmail: erasedEmail,
    customerName: null,
    body: erasedText,
    bodyText: erasedText,
    authorName: null,
    externalId: null,
    deliveryError: null,
    attachments: null,
    delivery: null,
    participants: [],
    address: erasedEmail,
  },
  steps: [
    { name: 'note-threads', phase: 'gather', place: null, erase: noteThreadsOfCustomers },
    { name: 'messages', phase: 'contents', place: 'messages', erase: eraseMessages },
    createThreadsStep(
      { name: 'scheduled-replies', phase: 'contents', place: 'scheduledReplies' },
      { kinds: ['THREAD', 'ELSEWHERE'] },
      eraseScheduled,
    ),
    createThreadsStep({ name: 'conversations', phase: 'contents', place: null }, {}, eraseConversations),
    { name: 'threads', phase: 'things', place: 'threads', erase: eraseThreads },
    ...participantSteps,
    keptMailsStep,
    { name: 'search', phase: 'copies', place: null, outside: true, erase: indexErasedThreads },
  ],
  exports: [
    { name: 'threads', title: 'Threads', read: exportThreads },
    { name: 'messages', title: 'Messages', read: exportMessages },
    { name: 'scheduled-replies', title: 'Replies that wait to be sent', read: exportScheduled },
    { name: 'participations', title: 'Conversations by mail', read: exportParticipations },
    { name: 'conversations', title: 'Conversations in other programs', read: exportConversations },
  ],
  files: exportFiles,
  excused: {
    thread_activity: 'states and times',
    message_references: 'hashes of Message-IDs',
    thread_mail_keys: 'random keys; deleted when its thread is erased',
    thread_merges: 'ids and the state before the merge; deleted with its thread',
    search_marks: 'ids',
    thread_batch_items: 'ids',
  },
}

/**
 * Records the customers' threads for the request. A retention request names no customers: its threads were recorded when it was created.
 */
async function noteThreadsOfCustomers({ db, erasure }: EraseContext): Promise<EraseBatch> {
  const { customerIds } = erasure
  if (customerIds.length === 0) return { found: 0, next: null }
  const noted = await db.rows(noteThreads, { ...toRequestKey(erasure), customerIds, limit: threadsPerChunk })
  if (noted.length === threadsPerChunk) return { found: 0, next: 'more' }
  await db.rows(noteElsewhere, { ...toRequestKey(erasure), customerIds })
  return { found: 0, next: null }
}

type Position = { done: Uuid | null; threadId: Uuid | null } & MessagePosition
const beginning: Position = { done: null, threadId: null, at: null, id: null }

/** Erases the next messages, across threads, and reindexes the affected threads. */
async function eraseMessages(context: EraseContext, position: string | null): Promise<EraseBatch> {
  const { db, erasure } = context
  const { tenantId, customerIds, dryRun, type } = erasure
  // Safe because only this function writes the positions of this step.
  let here = position === null ? beginning : (JSON.parse(position) as Position)
  let found = 0
  let scanned = 0
  while (scanned < messagesPerChunk) {
    const threadId = here.threadId ?? (await findThreadsAfter(context, here.done, 1, ['THREAD', 'ELSEWHERE']))[0]
    if (threadId === undefined) return { found, next: null }
    const limit = messagesPerChunk - scanned
    if (!dryRun) await db.rows(lockThreadRows, { tenantId, ids: [threadId] })
    const { at, id } = here
    const everything = type === 'RETENTION'
    const chunk = await db.first(blankMessages, { ...toRequestKey(erasure), customerIds, threadId, at, id, everything, dryRun, limit })
    if (chunk && chunk.found > 0 && !dryRun) await reindexThread(db, tenantId, threadId)
    if (chunk) await removeUploadsOf(context, chunk.withFiles)
    found += chunk?.found ?? 0
    // Count the thread too, so that a chunk is bounded even if thousands of threads have no messages.
    scanned += (chunk?.scanned ?? 0) + 1
    const isDone = (chunk?.scanned ?? 0) < limit
    here = isDone ? { ...beginning, done: threadId } : { done: here.done, threadId, at: chunk?.at ?? at, id: chunk?.id ?? id }
  }
  return { found, next: JSON.stringify(here) }
}

/** Deletes the files of erased messages, and records them for the request, because events and audit rows contain their names. */
async function removeUploadsOf({ db: tx, effects, erasure }: EraseContext, messageIds: Uuid[]): Promise<void> {
  if (messageIds.length === 0) return
  const { tenantId, dryRun } = erasure
  const ids = (await tx.rows(findUploadsOfMessages, { tenantId, messageIds })).map(({ id }) => id)
  await tx.rows(insertSubjects, { ...toRequestKey(erasure), kind: 'FILE', ids })
  if (!dryRun) await removeUploadsOfMessages({ tx, effects, tenantId }, messageIds, { silent: true })
}

async function eraseScheduled(context: EraseContext, threadIds: Uuid[]): Promise<number> {
  const { db, erasure } = context
  const { tenantId, dryRun } = erasure
  const gone = await db.rows(deleteScheduledOf, { ...toRequestKey(erasure), threadIds, dryRun })
  if (!dryRun) for (const { id } of gone) await cancel(db, 'send-scheduled-message', { tenantId, key: id })
  await removeUploadsOf(
    context,
    gone.map(({ id }) => id),
  )
  return gone.length
}

/** Deletes where the threads took place, so that no later message joins them. */
async function eraseConversations({ db, erasure: { tenantId, dryRun } }: EraseContext, threadIds: Uuid[]): Promise<number> {
  if (!dryRun) await db.rows(deleteConversations, { tenantId, threadIds })
  return 0
}

async function* exportConversations({ db, tenantId, customerIds }: ExportContext): AsyncGenerator<object> {
  for (const { threadId, inboxId, ...conversation } of await db.rows(listConversations, { tenantId, customerIds }))
    yield { threadId: toTypeId('thr', threadId), inboxId: toTypeId('inb', inboxId), ...conversation }
}
