/**
 * Reads unindexed texts directly from the tables, at each search. So a search finds a text as soon as it is committed, and no longer finds
 * it once its removal is committed, although the index is updated later.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import {
  headsAfter,
  headsOf,
  headsOfCustomersAfter,
  headsOfFieldsAfter,
  markedThreads,
  messagesAfter,
  messagesOf,
  type HeadText,
  type IndexState,
  type MessageText,
} from './queries.ts'
import { customerEvents, headWords, messageWords, readOptionLabels } from './texts.ts'

/**
 * Maximum number of events of each type that a search reads in a range. More are only waiting while no worker runs, or during a flood of
 * writes.
 */
const maxEvents = 2_000
/** Maximum number of changed threads, and of their messages, that a search reads directly. It finds the others once they are indexed. */
const maxChangedThreads = 200
const maxChangedMessages = 5_000
const maxMarks = 10_000
/** Maximum bytes of message texts that a search reads directly, so that very long texts do not slow it down. It finds the rest once they are indexed. */
const maxBytes = 8_000_000
/** Maximum characters to split into words before this process's other requests get a turn. */
const charactersPerTurn = 100_000

/** A thread with unindexed texts. */
export type UnindexedThread = {
  /** Head as lines of words; null when it is indexed. */
  head: string | null
  /** Messages as lines of words: all messages if `bodyIsWhole`, else the unindexed ones. */
  body: string
  bodyIsWhole: boolean
  /** Set when the thread has been deleted. */
  isGone?: true
  messages: MessageText[]
}

export async function readUnindexed(db: Queryable, tenantId: Uuid, state: IndexState): Promise<Map<number, UnindexedThread>> {
  const threads = new Map<number, UnindexedThread>()
  const getThread = (number: number): UnindexedThread => {
    const known = threads.get(number)
    if (known) return known
    const added: UnindexedThread = { head: null, body: '', bodyIsWhole: false, messages: [] }
    threads.set(number, added)
    return added
  }
  let characters = 0
  const addMessages = async (messages: readonly MessageText[]): Promise<void> => {
    for (const message of messages) {
      const thread = getThread(message.number)
      thread.body += `${messageWords(message)}\n`
      thread.messages.push(message)
      if ((characters += message.text.length) < charactersPerTurn) continue
      characters = 0
      await nextTurn()
    }
  }
  const ranges = rangesToRead(state)
  if (ranges.length === 0 && !state.marked) return threads
  const [labels, ...found] = await Promise.all([readOptionLabels(db, tenantId), ...ranges.map((range) => readEvents(db, tenantId, range))])
  for (const { heads, messages } of found) {
    for (const head of heads) getThread(head.number).head = headWords(head, labels)
    await addMessages(messages)
  }
  if (!state.marked) return threads
  const marks = await db.rows(markedThreads, { tenantId, limit: maxMarks })
  const threadIds = [...new Set(marks.map(({ threadId }) => threadId))]
  const read = threadIds.slice(0, maxChangedThreads)
  const [heads, messages] = await Promise.all([
    db.rows(headsOf, { tenantId, threadIds }),
    db.rows(messagesOf, { tenantId, threadIds: read, limit: maxChangedMessages, bytes: maxBytes }),
  ])
  // The index still contains deleted threads.
  for (const { number } of marks)
    if (number !== null) Object.assign(getThread(number), { head: '', body: '', bodyIsWhole: true, isGone: true, messages: [] })
  const isRead = new Set(read)
  for (const head of heads) {
    const thread = getThread(head.number)
    thread.head = isRead.has(head.threadId) ? headWords(head, labels) : ''
    thread.body = ''
    thread.bodyIsWhole = true
    thread.messages = []
  }
  await addMessages(messages)
  return threads
}

/** Events with a sequence above `after`, up to `end`. */
type EventRange = { after: number; end: number }

/**
 * Returns the events that a search reads. The cursor of a new tenant starts at the tenant's last event, and the index reads the threads
 * before the cursor by number (`beginIndex`). Until the index has all of them, a search also reads the events before the cursor. Otherwise
 * threads that searches found before the cursor existed would disappear until the first batch commits.
 */
function rangesToRead({ sequence, head, built, upto }: IndexState): EventRange[] {
  const ranges: EventRange[] = []
  if (built < upto) ranges.push({ after: 0, end: sequence })
  if (head > sequence) ranges.push({ after: sequence, end: Infinity })
  return ranges
}

async function readEvents(
  db: Queryable,
  tenantId: Uuid,
  { after, end }: EventRange,
): Promise<{ heads: HeadText[]; messages: MessageText[] }> {
  const since = { tenantId, after, limit: maxEvents }
  const [heads, ofCustomers, ofFields, messages] = await Promise.all([
    db.rows(headsAfter, since),
    db.rows(headsOfCustomersAfter, { ...since, types: customerEvents, each: maxChangedThreads }),
    db.rows(headsOfFieldsAfter, since),
    db.rows(messagesAfter, { ...since, bytes: maxBytes }),
  ])
  // The ranges of a search must not overlap: each message may be added only once.
  return { heads: [...heads, ...ofCustomers, ...ofFields], messages: messages.filter(({ sequence }) => sequence <= end) }
}
