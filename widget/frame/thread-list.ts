/** Loads and changes threads and their messages. */
import type { WidgetMessage, WidgetThread } from '../../client/visitor.ts'
import { client, endSession, isSessionOver, loadThreads, readPage } from './session.ts'
import { earlier, isShown, messages, putMessages, putThread, threads } from './state.ts'

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
async function catchUpThread(threadId: string): Promise<void> {
  const after = messages.value[threadId]?.at(-1)?.sequence
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
  if (earlier.value[message.threadId] !== undefined) putMessages(message.threadId, [message])
  if (!thread) void loadThreads()
  if (!isNew) return false
  const isOfTeam = message.from !== 'VISITOR'
  putThread({ ...thread, lastMessage: message, lastMessageAt: message.createdAt, unread: thread.unread + (isOfTeam ? 1 : 0) })
  return isOfTeam
}

let reading = ''

/** Marks a thread as read up to its latest message, once. */
export async function markRead(thread: WidgetThread): Promise<void> {
  const latest = messages.value[thread.id]?.findLast(({ from }) => from !== 'VISITOR')
  if (!isShown.value || thread.unread === 0 || !latest || reading === latest.id) return
  reading = latest.id
  await client.call<WidgetThread>('PUT', `/threads/${thread.id}/read`, { sequence: latest.sequence }).then(putThread, () => (reading = ''))
}
