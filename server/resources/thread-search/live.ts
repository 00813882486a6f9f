/**
 * What the index has not read yet, read from the tables themselves at each search: so that a text is found from the commit that writes it,
 * and not after the commit that takes it away, although the index is written later.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable, Uuid } from '../../kit/index.ts'
import {
  headsAfter,
  headsOf,
  headsOfCustomersAfter,
  markedThreads,
  messagesAfter,
  messagesOf,
  type IndexState,
  type MessageText,
} from './queries.ts'
import { customerEvents, headWords, messageWords } from './texts.ts'

/** Events of each type that are read; the index falls further behind only while no worker runs, or under a flood of writes. */
const eventsMax = 2_000
/** Changed threads that are read anew, and their messages; more are not found until the index has read them. */
const changedMax = 200
const changedMessagesMax = 5_000
const marksMax = 10_000
/** Texts of messages that are read, so that very long ones make no search slow; they too are found when the index has read them. */
const bytesMax = 8_000_000
/** Words are made of so many characters before requests of this process have a turn. */
const charactersPerTurn = 100_000

/** A thread of which the index does not know all. */
export type Live = {
  /** Its head as rows of words; null when the index knows it. */
  head: string | null
  /** Messages as rows of words: all, if `bodyIsWhole`, else those that the index does not have. */
  body: string
  bodyIsWhole: boolean
  /** The thread was deleted. */
  isGone?: true
  messages: MessageText[]
}

export async function readLive(db: Queryable, tenantId: Uuid, state: IndexState): Promise<Map<number, Live>> {
  const live = new Map<number, Live>()
  const of = (number: number): Live => {
    const known = live.get(number)
    if (known) return known
    const fresh: Live = { head: null, body: '', bodyIsWhole: false, messages: [] }
    live.set(number, fresh)
    return fresh
  }
  let characters = 0
  const add = async (messages: readonly MessageText[]): Promise<void> => {
    for (const message of messages) {
      const thread = of(message.number)
      thread.body += `${messageWords(message)}\n`
      thread.messages.push(message)
      if ((characters += message.text.length) < charactersPerTurn) continue
      characters = 0
      await nextTurn()
    }
  }
  if (state.head > state.sequence) {
    const since = { tenantId, after: state.sequence, limit: eventsMax }
    const [heads, ofCustomers, messages] = await Promise.all([
      db.rows(headsAfter, since),
      db.rows(headsOfCustomersAfter, { ...since, types: customerEvents, each: changedMax }),
      db.rows(messagesAfter, { ...since, bytes: bytesMax }),
    ])
    for (const head of [...heads, ...ofCustomers]) of(head.number).head = headWords(head)
    await add(messages)
  }
  if (!state.marked) return live
  const marks = await db.rows(markedThreads, { tenantId, limit: marksMax })
  const threadIds = [...new Set(marks.map(({ threadId }) => threadId))]
  const read = threadIds.slice(0, changedMax)
  const [heads, messages] = await Promise.all([
    db.rows(headsOf, { tenantId, threadIds }),
    db.rows(messagesOf, { tenantId, threadIds: read, limit: changedMessagesMax, bytes: bytesMax }),
  ])
  // Deleted threads, which the index still has.
  for (const { number } of marks)
    if (number !== null) Object.assign(of(number), { head: '', body: '', bodyIsWhole: true, isGone: true, messages: [] })
  const isRead = new Set(read)
  for (const head of heads) {
    const thread = of(head.number)
    thread.head = isRead.has(head.threadId) ? headWords(head) : ''
    thread.body = ''
    thread.bodyIsWhole = true
    thread.messages = []
  }
  await add(messages)
  return live
}
