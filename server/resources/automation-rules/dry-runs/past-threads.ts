/** Reconstructs the threads of a chunk of a dry run at each point, from the events so far. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { isoTime } from '#platform/time.ts'
import { findRecords, isAnswer, isAutomatic, messageCreated, type MessageRecord, type ThreadRecord } from '../../threads/index.ts'
import { findThreadId, readThreadOf } from '../conditions/thread-of-event.ts'
import type { RuleDefinition } from '../schema.ts'
import { findEventsAt, findThreads, type MessagesSince, type ThreadMemory, writeThreads } from './dry-run-queries.ts'
import { rememberMatch } from './guards.ts'

type Key = { tenantId: Uuid; dryRunId: Uuid }

export class PastThreads {
  readonly #tx: Queryable
  readonly #key: Key
  /** For each thread: the latest event that contains it, its record there, and the changes that messages have made since. */
  readonly #sequences = new Map<Uuid, number>()
  readonly #records = new Map<Uuid, ThreadRecord>()
  readonly #memories = new Map<Uuid, ThreadMemory>()
  /** Current records of threads that no event contains. */
  readonly #present = new Map<Uuid, ThreadRecord>()
  readonly #changed = new Set<Uuid>()
  /** True when a thread was evaluated in its current state. */
  areAsOfNow = false

  constructor(tx: Queryable, key: Key) {
    this.#tx = tx
    this.#key = key
  }

  /** Loads the state of threads that earlier chunks stored. */
  async load(ids: Uuid[]): Promise<void> {
    if (ids.length === 0) return
    for (const { threadId, sequence, memory } of await this.#tx.rows(findThreads, { ...this.#key, ids })) {
      if (sequence !== null) this.#sequences.set(threadId, sequence)
      this.#memories.set(threadId, memory)
    }
  }

  /** Loads the records of threads before this chunk, or their current records if no event contains them. */
  async loadRecords(threadIds: readonly Uuid[]): Promise<void> {
    const ids = [...new Set(threadIds)].filter((id) => !this.#records.has(id) && !this.#present.has(id))
    const sequences = ids.flatMap((id) => this.#sequences.get(id)?.toString() ?? [])
    const stored = sequences.length > 0 ? await this.#tx.rows(findEventsAt, { tenantId: this.#key.tenantId, sequences }) : []
    for (const record of stored.flatMap((event) => readThreadOf(event) ?? [])) this.#records.set(record.id, record)
    const others = ids.filter((id) => !this.#records.has(id))
    const records = others.length > 0 ? await this.#tx.rows(findRecords, { tenantId: this.#key.tenantId, ids: others }) : []
    for (const record of records) this.#present.set(record.id, record)
  }

  /** Applies an event to the state of its thread. */
  follow(event: EventRow): void {
    const record = readThreadOf(event)
    if (record) {
      const { since: _, ...memory } = this.memoryOf(record.id)
      this.#records.set(record.id, record)
      this.#sequences.set(record.id, Number(event.sequence))
      this.#remember(record.id, memory)
    } else if (event.type === messageCreated.type) {
      // Safe because events of this type store a message's record.
      this.#followMessage(event.object as MessageRecord)
    }
  }

  #followMessage(message: MessageRecord): void {
    if (message.silent) return
    const memory = this.memoryOf(message.threadId)
    const { threadId, createdAt, authorType } = message
    const asks = authorType === 'CUSTOMER' && !message.internal && !isAutomatic(message)
    const isAnswered = isAnswer(message)
    const since: MessagesSince = {
      lastMessageAt: createdAt,
      lastMessageAuthorType: authorType,
      isAnswered: isAnswered || (memory.since?.isAnswered ?? false),
      waitingSince: isAnswered ? null : (memory.since?.waitingSince ?? (asks ? createdAt : null)),
    }
    this.#remember(threadId, { ...memory, since, ...(asks ? { askedAt: toMs(createdAt) } : {}) })
  }

  /** Returns a thread's state at this point of the events; null if unknown. Load the records first. */
  read(threadId: Uuid): ThreadRecord | null {
    const record = this.#records.get(threadId)
    if (record) return addMessages(record, this.memoryOf(threadId).since)
    const present = this.#present.get(threadId)
    if (present) this.areAsOfNow = true
    return present ?? null
  }

  /** Returns the address of a thread's customer, for conditions on the sender. */
  findEmail(threadId: Uuid): string | null {
    return (this.#records.get(threadId) ?? this.#present.get(threadId))?.customerEmail ?? null
  }

  memoryOf(threadId: Uuid): ThreadMemory {
    return this.#memories.get(threadId) ?? {}
  }

  #remember(threadId: Uuid, memory: ThreadMemory): void {
    this.#memories.set(threadId, memory)
    this.#changed.add(threadId)
  }

  rememberMatch(threadId: Uuid, rule: RuleDefinition, at: number): void {
    this.#remember(threadId, rememberMatch(this.memoryOf(threadId), rule, at))
  }

  /** Stores the state for later chunks. */
  async store(): Promise<void> {
    const rows = [...this.#changed].map((threadId) => ({
      threadId,
      sequence: this.#sequences.get(threadId) ?? null,
      memory: this.memoryOf(threadId),
    }))
    if (rows.length > 0) await this.#tx.rows(writeThreads, { ...this.#key, rows })
  }
}

/** Returns the threads that events concern. */
export function findThreadIds(events: readonly EventRow[]): Uuid[] {
  return [...new Set(events.flatMap((event) => findThreadId(event) ?? []))]
}

/**
 * Applies messages to a thread's record: the time of the latest message, and how long the customer has been waiting. No event contains the
 * thread after a message.
 */
function addMessages(record: ThreadRecord, since: MessagesSince | undefined): ThreadRecord {
  if (!since || toMs(since.lastMessageAt) <= toMs(record.lastMessageAt)) return record
  const { lastMessageAt, lastMessageAuthorType, isAnswered, waitingSince } = since
  const canWait = record.status === 'open' || record.status === 'pending'
  const waits = isAnswered ? waitingSince : (record.waitingSince ?? waitingSince)
  return { ...record, lastMessageAt, lastMessageAuthorType, waitingSince: canWait ? waits : null }
}

function toMs(time: string): number {
  return Date.parse(isoTime(time))
}
