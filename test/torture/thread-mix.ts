/** Agents' operations on threads between replies: random ones on a few threads, so that writers conflict. */
import type { Intent, KnownThreads } from './ledger.ts'
import type { Random } from './random.ts'
import type { Crew } from './crew.ts'

type Drawn = Omit<Intent, 'tenantId'>

type Acts = {
  id: string
  random: Random
  known: KnownThreads
  crew: Crew
  at: string
  /** Returns the thread, and up to this many others. */
  some: (others: number) => string[]
  /** Returns other threads. */
  others: (count: number) => string[]
}
type Act = (acts: Acts) => (Pick<Drawn, 'kind' | 'path' | 'body'> & { method?: 'DELETE' }) | null

const acts: readonly [Act, ...Act[]] = [
  ...twice(({ at, random, crew: { teamId } }) => {
    const wanted = [{ strategy: 'ROUND_ROBIN', teamId }, { strategy: 'LEAST_LOADED', teamId }, { teamId }, { assigneeId: null }] as const
    return { kind: 'assignThread', path: `${at}/assign`, body: random.pick(wanted) }
  }),
  ...twice(({ at, random }) => {
    const body = random.pick([{ durationSeconds: random.between(1, 4) }, { untilReply: true }])
    return { kind: 'snoozeThread', path: `${at}/snooze`, body }
  }),
  ...twice(({ at, random, others }) => {
    const sourceIds = others(random.between(1, 3))
    return sourceIds.length === 0 ? null : { kind: 'mergeThreads', path: `${at}/merge`, body: { sourceIds, allowCrossCustomer: true } }
  }),
  ...twice(({ random, known }) => {
    const source = pickRecent(random, known.merged, 15)
    return source === undefined ? null : { kind: 'unmergeThread', path: `/threads/${source}/unmerge`, body: null }
  }),
  ({ at, random, id }) => ({
    kind: 'labelThread',
    path: `${at}/labels`,
    body: { add: [`Mark of ${id}`, `Tag ${random.between(1, 30)}`], createMissing: true },
  }),
  ({ random, known, id }) => {
    const message = pickRecent(random, known.messages, threadsUsed)
    const body = { messageIds: [message?.id], subject: `Torture [${id}]` }
    return message ? { kind: 'splitThread', path: `/threads/${message.threadId}/split`, body } : null
  },
  ({ random, some }) => {
    const changes = random.pick([
      { priority: random.pick(['LOW', 'HIGH', 'URGENT']) },
      { status: random.pick(['open', 'pending', 'resolved']) },
    ])
    return { kind: 'batchThreads', path: '/threads/batch', body: { threadIds: some(random.between(1, 8)), changes } }
  },
  ({ at, random, id }) => ({
    kind: 'scheduleReply',
    path: `${at}/reply`,
    body: { body: `[${id}] This is sent later.`, undoSeconds: random.between(1, 4) },
  }),
  ({ random, known }) => {
    const message = pickRecent(random, known.scheduled, 10)
    return message === undefined ? null : { kind: 'takeBack', method: 'DELETE', path: `/messages/${message}`, body: null }
  },
]

/** Chooses an operation. Null when too few threads are known yet. `crew` is the tenant's team. */
export function drawThreadOperation(id: string, random: Random, known: KnownThreads, crew: Crew): Drawn | null {
  const thread = pickRecent(random, known.threads, threadsUsed)?.id
  if (thread === undefined) return null
  const others = (count: number): string[] => {
    const found = Array.from({ length: count }, () => pickRecent(random, known.threads, threadsUsed)?.id ?? thread)
    return [...new Set(found)].filter((other) => other !== thread)
  }
  const some = (count: number): string[] => [thread, ...others(count)]
  const drawn = random.pick(acts)({ id, random, known, crew, at: `/threads/${thread}`, some, others })
  return drawn && { method: 'POST', reference: null, idempotencyKey: random.chance(0.8) ? `key-of-${id}` : null, ...drawn }
}

function pickRecent<Item>(random: Random, items: readonly Item[], count: number): Item | undefined {
  return items.at(-random.between(1, Math.max(1, Math.min(count, items.length))))
}

function twice(act: Act): [Act, Act] {
  return [act, act]
}

/**
 * Chooses a batch by filter: all threads that were created between two known ones, so that their number stays constant until it is sent.
 * Each job adds its own label, which shows whether it changed each thread once.
 */
export function drawBatchJob(random: Random, { threads }: KnownThreads): { filter: Record<string, string>; label: string } | null {
  const [first, last] = [threads.at(-random.between(2, batchSpan)), threads.at(-1)]
  if (!first || !last || first.createdAt >= last.createdAt) return null
  return { filter: { createdAfter: first.createdAt, createdBefore: last.createdAt }, label: `Batch ${random.between(1, 1_000_000_000)}` }
}

/** Small number, so that several writers use the same thread. */
export const threadsUsed = 40
const batchSpan = 150
