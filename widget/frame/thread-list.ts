/** Loads and changes threads and their messages. */
import { VisitorError, type WidgetMessage, type WidgetThread } from '../../client/visitor.ts'
import { client, endSession, isSessionOver, loadThreads, readPage } from './session.ts'
import { currentThread, earlier, isShown, messages, putMessages, putThread, threads } from './state.ts'
import { t } from './texts.ts'

/** Loads a thread's latest messages, unless they are loaded. */
export async function openThread(threadId: string): Promise<void> {
  if (earlier.value[threadId] !== undefined) return catchUpThread(threadId)
  await loadEarlier(threadId)
}

/** Loads the page of messages before the earliest that is loaded. */
export async function loadEarlier(threadId: string): Promise<void> {
  const { data, meta } = await readPage(threadId, earlier.value[threadId] ?? '')
  putMessages(threadId, data)
  earlier.value = { ...earlier.value, [threadId]: meta?.hasMore ? meta.cursor : '' }
}

let catchingUp: Promise<void> | null = null

/** Reads what may have been missed. Concurrent calls share one run. */
export function catchUp(): Promise<void> {
  return (catchingUp ??= catchUpOnce().finally(() => (catchingUp = null)))
}

async function catchUpOnce(): Promise<void> {
  if (!client.token) return
  await loadThreads()
  await Promise.all(Object.keys(earlier.value).map(catchUpThread))
}

/** Reads the messages after the last known one, by their sequence and not by a time. */
function catchUpThread(threadId: string): Promise<void> {
  return readMessages(threadId, messages.value[threadId]?.at(-1)?.sequence)
}

async function readMessages(threadId: string, after?: number): Promise<void> {
  try {
    putMessages(threadId, await client.messages(threadId, after))
  } catch (error) {
    if (isSessionOver(error)) endSession()
  }
}

/** Takes a message of the stream. Returns true for a new one of the team. */
export function takeMessage(message: WidgetMessage): boolean {
  const thread = threads.value.find(({ id }) => id === message.threadId)
  const isNew = thread !== undefined && message.sequence > thread.lastMessage.sequence
  // The messages of a thread that was not opened are loaded when it is.
  if (earlier.value[message.threadId] !== undefined) {
    putMessages(message.threadId, [message])
    // The stream has no URLs of files.
    if (message.attachments.some(({ url }) => url === null)) void readMessages(message.threadId, message.sequence - 1)
  }
  if (!thread) void loadThreads()
  if (!isNew) return false
  const isOfTeam = message.from !== 'VISITOR'
  putThread({ ...thread, lastMessage: message, lastMessageAt: message.createdAt, unread: thread.unread + (isOfTeam ? 1 : 0) })
  return isOfTeam
}

/** Opens a file by a new URL, because each is valid for minutes only. */
export async function openFile({ id, threadId, sequence }: WidgetMessage, fileId: string): Promise<void> {
  const found = (await client.messages(threadId, sequence - 1)).find((message) => message.id === id)
  const url = found?.attachments.find((file) => file.id === fileId)?.url ?? null
  if (url === null) throw new VisitorError(404, '', t('This file no longer exists.'))
  window.open(url, '_blank', 'noopener,noreferrer')
}

/** The latest message that was reported as delivered, by thread. */
const delivered = new Map<string, string>()

/** Reports that the latest message of each thread has arrived, once and unless the visitor is looking at it. */
export function reportDelivered(): void {
  for (const { id, unread, lastMessage } of threads.value) {
    const { from, sequence, deliveredAt, seenAt } = lastMessage
    if (unread === 0 || from !== 'TEAM' || deliveredAt !== null || seenAt !== null || delivered.get(id) === lastMessage.id) continue
    if (isShown.value && currentThread.value?.id === id) continue
    delivered.set(id, lastMessage.id)
    // The response may be older than that of a report which says that the messages were seen, so it is not shown.
    void client.call('PUT', `/threads/${id}/read`, { sequence, state: 'DELIVERED' }).catch(() => delivered.delete(id))
  }
}

let reading = ''

/** Marks a thread as read up to its latest message, once. */
export async function markRead(thread: WidgetThread): Promise<void> {
  const latest = messages.value[thread.id]?.findLast(({ from }) => from !== 'VISITOR')
  if (!isShown.value || thread.unread === 0 || !latest || reading === latest.id) return
  reading = latest.id
  await client.call<WidgetThread>('PUT', `/threads/${thread.id}/read`, { sequence: latest.sequence }).then(putThread, () => (reading = ''))
}
