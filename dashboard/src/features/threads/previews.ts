/**
 * The beginnings of the latest messages of listed threads. Lists bring them (`include=preview`), and events of messages keep them current.
 * They are cached by message, so a thread shows the right one whatever changes which message is its latest: a reply, a merge or a split.
 */
import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import type { Message, Thread, ThreadPreview } from '@skein/client'

/** The maps are mutated, because copying them for each of a thousand messages would be slow. `version` increases with each change. */
type Previews = {
  version: number
  byMessage: Map<string, ThreadPreview>
  /** The latest message of each thread, to forget its earlier ones. */
  latest: Map<string, string>
}

const previewsKey = ['thread-previews'] as const
const maxLength = 140

/** Stores the previews of listed threads, and returns the threads without them: only the store is kept current. */
export function takePreviews(queries: QueryClient, threads: readonly Thread[]): Thread[] {
  change(queries, (known) => {
    for (const { id, preview } of threads) if (preview) store(known, id, preview)
  })
  return threads.map(({ preview: _preview, ...thread }) => thread)
}

/** Stores the preview of a new message. */
export function putPreview(queries: QueryClient, message: Message): void {
  change(queries, (known) => store(known, message.threadId, toPreview(message)))
}

/** Updates the preview of a message that was edited or deleted. */
export function patchPreview(queries: QueryClient, message: Message): void {
  if (queries.getQueryData<Previews>(previewsKey)?.byMessage.has(message.id))
    change(queries, ({ byMessage }) => byMessage.set(message.id, toPreview(message)))
}

/** Forgets the texts of a thread that was erased. */
export function dropPreview(queries: QueryClient, threadId: string): void {
  change(queries, ({ byMessage, latest }) => byMessage.delete(latest.get(threadId) ?? ''))
}

/** Forgets all texts after a customer was erased, until the lists are fetched again. */
export function clearPreviews(queries: QueryClient): void {
  change(queries, ({ byMessage, latest }) => {
    byMessage.clear()
    latest.clear()
  })
}

/** Returns a function that finds the preview of a thread's latest message; null when it is unknown. */
export function usePreviews(): (thread: Thread) => ThreadPreview | null {
  const { data } = useQuery<Previews>({ queryKey: previewsKey, queryFn: skipToken })
  return ({ lastMessageId }) => data?.byMessage.get(lastMessageId) ?? null
}

function change(queries: QueryClient, edit: (known: Previews) => void): void {
  const known = queries.getQueryData<Previews>(previewsKey) ?? { version: 0, byMessage: new Map(), latest: new Map() }
  edit(known)
  queries.setQueryData<Previews>(previewsKey, { ...known, version: known.version + 1 })
}

function store({ byMessage, latest }: Previews, threadId: string, preview: ThreadPreview): void {
  const former = latest.get(threadId)
  if (former !== undefined && former !== preview.messageId) byMessage.delete(former)
  latest.set(threadId, preview.messageId)
  byMessage.set(preview.messageId, preview)
}

/** Shortens a message as the service does. */
export function toPreview({ id, authorType, author, internal, bodyText, email, attachments, deletedAt }: Message): ThreadPreview {
  return {
    messageId: id,
    authorType,
    author,
    internal,
    text: toOneLine(email?.replyText ?? bodyText),
    attachmentCount: attachments.filter(({ inline }) => !inline).length,
    deletedAt,
  }
}

function toOneLine(text: string): string {
  const characters = [...text.slice(0, 1000).replaceAll(/\s+/gu, ' ').trim()]
  if (characters.length <= maxLength) return characters.join('')
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`
}
