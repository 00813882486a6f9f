/** State of the frame that several views show. */
import { computed, signal } from '@preact/signals'
import type { WidgetConfig, WidgetMessage, WidgetThread, WidgetVisitor } from '../../client/visitor.ts'
import type { View } from '../shared/protocol.ts'

export type Route =
  | { name: 'home' }
  | { name: 'messages' }
  | { name: 'help' }
  | { name: 'article'; slug: string; back: Route }
  | { name: 'conversation'; threadId: string | null }

export const config = signal<WidgetConfig | null>(null)
export const view = signal<View>({ open: false, whole: false, safe: { top: 0, right: 0, bottom: 0, left: 0 }, page: null })
export const route = signal<Route>({ name: 'home' })
/** The visitor of the session; null without a session. */
export const visitor = signal<WidgetVisitor | null>(null)
/** Latest activity first. */
export const threads = signal<WidgetThread[]>([])
/** Whether the threads were loaded, so that an empty list means that there are none. */
export const hasThreads = signal(false)
/** Messages by thread, oldest first; a thread that was not opened has none. */
export const messages = signal<Readonly<Record<string, readonly WidgetMessage[]>>>({})
/** Threads whose earliest messages are not loaded, with the cursor of the next page. */
export const earlier = signal<Readonly<Record<string, string>>>({})
export const isOffline = signal(!navigator.onLine)
/** What went wrong, in words; null for nothing. */
export const problem = signal<string | null>(null)
/** Who types in which thread. */
export const typing = signal<{ threadId: string; name: string | null } | null>(null)
/** A new message that is shown beside the launcher while the chat is closed. */
export const preview = signal<WidgetMessage | null>(null)
/** Whether the frame is on the screen of a visible page. */
export const isShown = signal(false)

/** Title of the document; null to keep the one that the service has set. */
export const title = signal<string | null>(null)

export const unread = computed(() => threads.value.reduce((sum, thread) => sum + thread.unread, 0))

/** Returns the thread of the conversation that is open; null for a new one and for other views. */
export const currentThread = computed(() => {
  const { value } = route
  return value.name === 'conversation' ? (threads.value.find(({ id }) => id === value.threadId) ?? null) : null
})

export function putThread(thread: WidgetThread): void {
  const others = threads.value.filter(({ id }) => id !== thread.id)
  threads.value = [...others, thread].toSorted((a, b) => Date.parse(b.lastMessageAt) - Date.parse(a.lastMessageAt))
}

/**
 * Adds messages to a thread, each once and in their order. A later version of a message replaces the earlier one, except the URLs of files,
 * which the stream lacks, and which would reload a picture.
 */
export function putMessages(threadId: string, added: readonly WidgetMessage[]): void {
  const known = new Map((messages.value[threadId] ?? []).map((message) => [message.id, message]))
  for (const message of added) {
    const urls = new Map(known.get(message.id)?.attachments.map(({ id, url }) => [id, url]))
    const attachments = message.attachments.map((file) => Object.assign(file, { url: urls.get(file.id) ?? file.url }))
    known.set(message.id, { ...message, attachments })
  }
  const sorted = [...known.values()].toSorted((a, b) => a.sequence - b.sequence)
  messages.value = { ...messages.value, [threadId]: sorted }
}
