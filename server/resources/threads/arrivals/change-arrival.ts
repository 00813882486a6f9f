/** Changes messages that came from a provider: the customer's edits and deletions, and files that arrive after their message. */
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { reindexThread } from '../../thread-search/index.ts'
import { removeUploadsOfMessages, type StoredAttachment } from '../../uploads/index.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import { appendToLockedThread, newMessage } from '../messages/append-message.ts'
import { messageUpdated } from '../record/events.ts'
import type { MessageBody } from '../record/message-body.ts'
import type { MessageRecord } from '../record/message-queries.ts'
import type { LockedThread } from '../record/lock-queries.ts'
import { lockMergeRoot } from '../record/thread.ts'
import { addFile, type ArrivedState, emptyMessage, findArrived, replaceText } from './queries.ts'
import { toSubject } from './subject.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }

/** Replaces the text of a message, and the subject that was made from it. Returns its thread; null if the message is gone or deleted. */
export async function editArrived(context: Context, messageId: Uuid, body: MessageBody): Promise<{ threadId: Uuid } | null> {
  const { tx, tenantId } = context
  const before = await lockArrived(context, messageId)
  if (!before || before.deletedAt !== null) return null
  await renameThread(context, before, body.bodyText)
  const { editedAt } = before
  return announce(context, before, await tx.first(replaceText, { tenantId, messageId, ...body }), { editedAt }, 'message.edited')
}

/** Empties a message and deletes its files. Returns its thread; null if the message is gone. A second deletion changes nothing. */
export async function deleteArrived(context: Context, messageId: Uuid): Promise<{ threadId: Uuid } | null> {
  const { tx, tenantId } = context
  if (!(await tx.first(findArrived, { tenantId, messageId }))) return null
  // Writers lock uploads before threads. The event of the message says that they are gone.
  await removeUploadsOfMessages(context, [messageId], { silent: true })
  const before = await lockArrived(context, messageId)
  if (!before || before.deletedAt !== null) return before
  await renameThread(context, before, '')
  const { deletedAt } = before
  return announce(context, before, await tx.first(emptyMessage, { tenantId, messageId }), { deletedAt }, 'message.deleted_by_customer')
}

/** Adds a file to a message. Returns false for a message that is gone or deleted. */
export async function addFileToArrived(context: Context, messageId: Uuid, file: StoredAttachment): Promise<boolean> {
  const { tx, tenantId } = context
  const before = await lockArrived(context, messageId)
  if (!before || before.deletedAt !== null) return false
  const { attachments } = before
  const changed = await tx.first(addFile, { tenantId, messageId, file })
  return (await announce(context, before, changed, { attachments }, 'message.file_added')) !== null
}

/** Writes an internal note about a message into its thread. */
export async function noteAboutArrived(context: Context, messageId: Uuid, text: string): Promise<void> {
  const { tx, tenantId } = context
  const found = await lockArrived(context, messageId)
  if (!found) return
  const note = { body: text, bodyFormat: 'text', bodyText: text, authorType: 'SYSTEM', internal: true } as const
  await appendToLockedThread(tx, newMessage(systemIdentity(tenantId), found.threadId, null, { ...note, action: 'thread.message_added' }))
}

/** Locks the thread of a message, and returns the message's state. */
async function lockArrived({ tx, tenantId }: Context, messageId: Uuid): Promise<(ArrivedState & { thread: LockedThread }) | null> {
  const found = await tx.first(findArrived, { tenantId, messageId })
  const thread = found && (await lockMergeRoot(tx, { tenantId, id: found.threadId }))
  const state = thread && (await tx.first(findArrived, { tenantId, messageId }))
  if (!state) return null
  if (state.threadId !== thread.id) throw new OutdatedRead('The message moved to another thread')
  return { ...state, thread }
}

/** Renames a thread that still has the first line of the message as its subject. */
async function renameThread(
  { tx, effects, tenantId }: Context,
  { thread, isFirst, bodyText: former }: ArrivedState & { thread: LockedThread },
  bodyText: string,
): Promise<void> {
  if (!isFirst || thread.subject !== toSubject(former)) return
  await applyThreadChange({ tx, effects, principal: { tenantId } }, thread, { subject: toSubject(bodyText) })
}

/** Writes the event and the audit row, and has the thread's texts indexed again. */
async function announce(
  { tx, effects, tenantId }: Context,
  { threadId }: ArrivedState,
  record: MessageRecord | null,
  previous: Partial<MessageRecord>,
  action: string,
): Promise<{ threadId: Uuid } | null> {
  if (!record) return null
  await reindexThread(tx, tenantId, threadId)
  effects.emit(messageUpdated, record.id, record, previous)
  effects.audit({ action, target: { type: 'message', id: record.id }, after: { threadId } })
  return { threadId }
}
