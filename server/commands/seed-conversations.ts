/** Sends conversations through the public API: the first turn as a thread, later turns as messages of its customer. */
import type { SkeinClient, Thread } from '../../client/index.ts'
import type { Conversation } from './seed-file.ts'

const concurrency = 8

/** The API client, and the signal that aborts all its calls. */
export type Seeding = { skein: SkeinClient; signal: AbortSignal }

export type SeedCounts = { threadsCreated: number; threadsExisting: number; messagesCreated: number; messagesExisting: number }

export type SeededThread = Pick<Thread, 'id' | 'externalRef' | 'status' | 'messageCount'>
/** Existing threads, by external reference. */
export type KnownThreads = ReadonlyMap<string, SeededThread>

/** Finds threads that carry a label of one of the domains. Reads a few pages rather than making one call per conversation. */
export async function findSeededThreads({ skein, signal }: Seeding, conversations: Conversation[]): Promise<KnownThreads> {
  const domains = new Set(conversations.map(({ domain }) => domain.toLowerCase()))
  const known = new Map<string, SeededThread>()
  for await (const { id, name } of skein.listLabels({ signal })) {
    if (!domains.has(name.toLowerCase())) continue
    for await (const thread of skein.listThreads({ query: { labelId: id }, signal }))
      if (thread.externalRef !== null) known.set(thread.externalRef, thread)
  }
  return known
}

/** Returns the number of calls that are still needed, as far as it is known without further requests. */
export function missingTurns(conversations: Conversation[], known: KnownThreads): number {
  return conversations.reduce((sum, { reference, texts }) => sum + Math.max(0, texts.length - (known.get(reference)?.messageCount ?? 0)), 0)
}

/**
 * Sends the turns that are missing. `onDone` gets the number of finished turns. Each call has a stable Idempotency-Key, so a second run
 * within a day repeats nothing. After that, `external_reference_id` and the messages themselves show which turns exist.
 */
export async function seedConversations(
  seeding: Seeding,
  conversations: Conversation[],
  known: KnownThreads,
  onDone: (turns: number) => void,
): Promise<SeedCounts> {
  const counts: SeedCounts = { threadsCreated: 0, threadsExisting: 0, messagesCreated: 0, messagesExisting: 0 }
  const waiting = [...conversations].toReversed()
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      try {
        await seedConversation(seeding, next, known.get(next.reference) ?? null, counts, onDone)
      } catch (error) {
        // The other workers stop after their current conversation.
        waiting.length = 0
        throw error
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: concurrency }, work))
  const failure = results.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
  return counts
}

/** Sends the turns of a conversation one after another, to keep their order. */
async function seedConversation(
  seeding: Seeding,
  conversation: Conversation,
  known: SeededThread | null,
  counts: SeedCounts,
  onDone: (turns: number) => void,
): Promise<void> {
  const { skein, signal } = seeding
  const { reference, texts } = conversation
  const { thread, isNew } = known ? { thread: known, isNew: false } : await ensureThread(seeding, conversation)
  counts[isNew ? 'threadsCreated' : 'threadsExisting']++
  onDone(1)
  const sent = isNew ? new Set<string | null>() : await findSentTurns(seeding, conversation, thread)
  let threadId = thread.id
  for (const [turn, body] of texts.entries()) {
    if (turn === 0) continue
    const externalId = `${reference}/${turn}`
    if (sent === 'all' || sent.has(externalId)) {
      counts.messagesExisting++
    } else {
      const response = await skein.createMessage({
        path: { id: threadId },
        body: { body, externalId },
        idempotencyKey: `seed-${reference}-${turn}`,
        signal,
      })
      counts[response.replayed ? 'messagesExisting' : 'messagesCreated']++
      // The message created another thread, because the first was closed in the meantime.
      threadId = response.data.threadId
    }
    onDone(1)
  }
}

async function ensureThread(
  { skein, signal }: Seeding,
  { reference, domain, texts: [body = ''] }: Conversation,
): Promise<{ thread: SeededThread; isNew: boolean }> {
  const requester = { email: `${reference.replaceAll(/[^\w-]/g, '-').slice(0, 64)}@example.com` }
  const response = await skein.createThread({
    body: { title: getTitle(body), body, requester, external_reference_id: reference, ...(domain ? { tags: [domain] } : {}) },
    idempotencyKey: `seed-${reference}-0`,
    signal,
  })
  const isNew = response.status === 201 && !response.replayed
  // A replayed response shows the thread as it was at the first request.
  return { thread: isNew ? response.data : (await skein.getThread({ path: { id: response.data.threadId }, signal })).data, isNew }
}

/**
 * Returns the external ids of the turns that exist. When their number matches, assumes that all exist, because checking would cost one call
 * per conversation. In a closed thread nothing is missing, because a message would start a new thread.
 */
async function findSentTurns(
  { skein, signal }: Seeding,
  { texts }: Conversation,
  thread: SeededThread,
): Promise<Set<string | null> | 'all'> {
  if (thread.messageCount === texts.length || thread.status === 'closed') return 'all'
  if (thread.messageCount === 1) return new Set()
  const messages = await skein.listMessages({ path: { id: thread.id }, signal }).toArray()
  return new Set(messages.map(({ externalId }) => externalId))
}

/** Returns as many of the first words as fit on a line. */
function getTitle(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length <= 72 ? line : `${line.slice(0, 71).replace(/\s\S*$/, '')}…`
}
