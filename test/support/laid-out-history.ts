/**
 * A year of thread history, built step by step as lists, and the events that the service would have written for it. All times are multiples
 * of a quarter of an hour, and each step has its own time.
 */
import { newId, type Uuid } from '#platform/ids.ts'

export const quarter = 900_000
export type Author = 'CUSTOMER' | 'ANSWER' | 'AUTOMATIC' | 'NOTE'
export type Status = 'open' | 'pending' | 'resolved' | 'closed'
export type LaidMessage = { id: Uuid; at: number; by: Author; home: LaidThread; held: { at: number; by: LaidThread }[] }
export type LaidThread = {
  id: Uuid
  createdAt: number
  isSplit: boolean
  status: Status
  mergedInto: LaidThread | null
  beforeMerge: Status
  changes: { at: number; from: Status; to: Status }[]
  merges: { at: number; type: 'MERGED' | 'UNMERGED' }[]
  /** Times at which a message came or went, and since when the customer had been waiting after that. */
  moves: { at: number; waitingSince: number | null }[]
  assignees: { at: number; to: Uuid | null }[]
}
export type LaidEvent = { type: string; at: number; object: object; previous: object | null; cause: object | null }
export type History = { threads: LaidThread[]; messages: LaidMessage[]; events: LaidEvent[]; from: number; to: number }

const isUnresolved = (status: Status): boolean => status === 'open' || status === 'pending'

/** Generates a history of `steps` steps, starting at `from`. */
export function layOut(seed: number, steps: number, from: number, people: readonly Uuid[], inboxId: Uuid): History {
  let state = seed
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item
  const threads: LaidThread[] = []
  const messages: LaidMessage[] = []
  const events: LaidEvent[] = []
  let at = from

  const holder = ({ held }: LaidMessage): LaidThread => held.at(-1)?.by as LaidThread
  const getMessages = (thread: LaidThread): LaidMessage[] => messages.filter((message) => holder(message) === thread)
  const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
  const waitingSince = (thread: LaidThread): number | null => {
    const own = getMessages(thread)
    const answered = Math.max(0, ...own.filter(({ by }) => by === 'ANSWER').map((message) => message.at))
    const asked = own.filter((message) => message.by === 'CUSTOMER' && message.at > answered).map((message) => message.at)
    return isUnresolved(thread.status) && asked.length > 0 ? Math.min(...asked) : null
  }
  const emit = (type: string, thread: LaidThread, previous: object | null = null, cause: string | null = null): void => {
    const { id, status, createdAt, mergedInto, assignees } = thread
    const object = {
      id,
      status,
      assigneeId: assignees.at(-1)?.to ?? null,
      teamId: null,
      inboxId,
      priority: 'normal',
      channel: 'api',
      waitingSince: iso(waitingSince(thread)),
      createdAt: iso(createdAt),
      mergedInto: mergedInto?.id ?? null,
      followUpOf: null,
      sla: null,
    }
    const told = cause === null ? null : { type: cause, id: null, depth: 0, rootEventId: null, ruleIds: [] }
    events.push({ type, at, object, previous, cause: told })
  }
  const change = (thread: LaidThread, to: Status, cause: string | null = null): void => {
    if (thread.status === to) return
    thread.changes.push({ at, from: thread.status, to })
    const previous = { status: thread.status }
    thread.status = to
    emit('thread.status_changed', thread, previous, cause)
  }
  const write = (thread: LaidThread, by: Author): void => {
    const message: LaidMessage = { id: newId(), at, by, home: thread, held: [{ at, by: thread }] }
    messages.push(message)
    const authorType = by === 'CUSTOMER' ? 'CUSTOMER' : pick(by === 'AUTOMATIC' ? ['BOT', 'SYSTEM', 'AGENT'] : ['AGENT'])
    const automatic = by === 'AUTOMATIC'
    const object = {
      id: message.id,
      threadId: thread.id,
      authorType,
      authorId: null,
      internal: by === 'NOTE',
      automatic,
      createdAt: iso(at),
    }
    events.push({ type: 'message.created', at, object, previous: null, cause: null })
    if (by === 'CUSTOMER' && thread.status !== 'open') change(thread, 'open')
  }
  const move = (thread: LaidThread, cause: string): void => {
    thread.moves.push({ at, waitingSince: waitingSince(thread) })
    emit('thread.updated', thread, { messageCount: 0 }, cause)
  }
  const begin = (assignee: Uuid | null, isSplit: boolean): LaidThread => {
    const thread: LaidThread = {
      id: newId(),
      createdAt: at,
      isSplit,
      status: 'open',
      mergedInto: null,
      beforeMerge: 'open',
      changes: [],
      merges: [],
      moves: [],
      assignees: [{ at, to: assignee }],
    }
    threads.push(thread)
    return thread
  }

  for (let step = 0; step < steps; step++) {
    at += quarter * (1 + random(70))
    const free = threads.filter(({ mergedInto }) => mergedInto === null)
    const merged = threads.filter(({ mergedInto }) => mergedInto !== null)
    const [thread, other] = [pick(free), pick(free)]
    const act = random(20)
    if (act < 3 || !thread || !other) {
      const made = begin(pick([null, ...people]), false)
      emit('thread.created', made)
      write(made, pick(['CUSTOMER', 'CUSTOMER', 'CUSTOMER', 'ANSWER', 'AUTOMATIC']))
    } else if (act < 10) {
      // A closed thread gets no messages.
      if (thread.status !== 'closed') write(thread, act < 6 ? 'CUSTOMER' : pick(['ANSWER', 'ANSWER', 'AUTOMATIC', 'NOTE']))
    } else if (act < 15) change(thread, thread.status === 'closed' ? 'open' : pick(['open', 'pending', 'resolved', 'resolved', 'closed']))
    else if (act < 16) {
      const [before, to] = [thread.assignees.at(-1)?.to ?? null, pick([null, ...people])]
      if (to === before) continue
      thread.assignees.push({ at, to })
      emit('thread.assigned', thread, { assigneeId: before })
    } else if (act < 17 && thread !== other) {
      const before = thread.status
      thread.beforeMerge = before
      thread.merges.push({ at, type: 'MERGED' })
      for (const message of getMessages(thread)) message.held.push({ at, by: other })
      thread.mergedInto = other
      thread.status = 'closed'
      if (before !== 'closed') emit('thread.status_changed', thread, { status: before }, 'MERGE')
      emit('thread.merged', thread, { mergedInto: null, messageCount: 1 }, 'MERGE')
      if (before === 'open') change(other, 'open', 'MERGE')
      move(other, 'MERGE')
    } else if (act < 18) {
      const source = pick(merged)
      const target = source?.mergedInto
      if (!source || !target || target.mergedInto) continue
      for (const message of getMessages(target)) {
        const left = message.held.findIndex(({ by }) => by === source)
        if (left >= 0) message.held.push({ at, by: source })
      }
      source.mergedInto = null
      source.merges.push({ at, type: 'UNMERGED' })
      move(target, 'MERGE')
      source.status = source.beforeMerge
      if (source.status !== 'closed') emit('thread.status_changed', source, { status: 'closed' }, 'MERGE')
      source.moves.push({ at, waitingSince: waitingSince(source) })
      emit('thread.unmerged', source, { mergedInto: target.id, messageCount: 0 }, 'MERGE')
    } else {
      const own = getMessages(thread)
      if (own.length < 2) continue
      const made = begin(thread.assignees.at(-1)?.to ?? null, true)
      pick(own).held.push({ at, by: made })
      move(thread, 'SPLIT')
      made.moves.push({ at, waitingSince: waitingSince(made) })
      emit('thread.created', made, null, 'SPLIT')
    }
  }
  return { threads, messages, events, from, to: at }
}
