/** Plans the history of the sample company: thirty days of threads in working hours, and the threads of now. A pure function. */
import type { SeedThread, Step } from '../../../tools/sample-company/data.ts'

export type PlannedMessage = { by: 'CUSTOMER' | number; body: string; internal: boolean; at: number }
export type PlannedThread = Pick<SeedThread, 'from' | 'title' | 'channel' | 'tags' | 'priority'> & {
  messages: PlannedMessage[]
  status: 'open' | 'pending' | 'resolved' | 'closed'
  /** Number of the colleague; null for nobody. */
  assignee: number | null
  resolvedAt: number | null
  closedAt: number | null
  snoozedUntil: number | null
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const historyDays = 30
/** Resolved threads are closed after a week. */
const closeAfterMs = 7 * day

const closing = [
  'Thank you for writing. I have looked into it, and it is done. Tell me if anything else is missing.',
  'Good news: that is fixed now. Please try again.',
  'I have sent you the details. It should reach you by tomorrow.',
  'You are right, and I am sorry for the trouble. I have corrected it on our side.',
]

/** Returns the threads in the order of their creation. `zone` is the time zone of the working hours. */
export function planHistory(
  templates: readonly SeedThread[],
  { now, zone, colleagues }: { now: number; zone: string; colleagues: number },
) {
  const random = createRandom(20_260_301)
  const threads: PlannedThread[] = []
  for (let ago = historyDays; ago >= 1; ago--) {
    const midnight = toMidnight(now - ago * day, zone)
    if (isWeekend(midnight + 12 * hour, zone)) continue
    for (let n = 3 + random(4); n > 0; n--) {
      const template = templates[random(templates.length)]
      if (template) threads.push(planPast(template, midnight + 8 * hour + random(9 * 60) * minute, { now, colleagues, random }))
    }
  }
  const current = templates.map((template, i) =>
    planCurrent(template, now - (templates.length - i) * 2.5 * hour, { now, colleagues, random, i }),
  )
  return [...threads, ...current].toSorted((a, b) => getStart(a) - getStart(b))
}

const getStart = ({ messages }: PlannedThread): number => messages[0]?.at ?? 0

type Random = (below: number) => number
type Setting = { now: number; colleagues: number; random: Random }

/** A thread that was answered and resolved. One of eight waits for a day. */
function planPast(template: SeedThread, at: number, { now, colleagues, random }: Setting): PlannedThread {
  const assignee = random(colleagues)
  const delay = random(8) === 0 ? 20 * hour + random(8 * 60) * minute : 5 * minute + random(150) * minute
  const hasReply = template.next.some((step) => 'reply' in step)
  const steps: Step[] = hasReply ? [...template.next] : [...template.next, { reply: closing[random(closing.length)] ?? '' }]
  const messages = writeSteps(template, at, steps, { assignee, random, delay, latest: now - 10 * minute })
  const resolvedAt = Math.min(now - 5 * minute, (messages.at(-1)?.at ?? at) + 3 * minute)
  const isAnswered = messages.some(({ by, internal }) => by !== 'CUSTOMER' && !internal)
  if (!isAnswered) return { ...copy(template), messages, status: 'open', assignee, resolvedAt: null, closedAt: null, snoozedUntil: null }
  const isClosed = now - resolvedAt > closeAfterMs
  const closedAt = isClosed ? resolvedAt + closeAfterMs : null
  return { ...copy(template), messages, status: isClosed ? 'closed' : 'resolved', assignee, resolvedAt, closedAt, snoozedUntil: null }
}

/** A thread as it is now. Every fourth pending one is snoozed; open ones have nobody, or the colleague who replied. */
function planCurrent(template: SeedThread, at: number, { now, colleagues, random, i }: Setting & { i: number }): PlannedThread {
  const worker = i % colleagues
  const messages = writeSteps(template, at, template.next, {
    assignee: worker,
    random,
    delay: 10 * minute + random(50) * minute,
    latest: now - 2 * minute,
  })
  const last = messages.at(-1)?.at ?? at
  const status = template.status ?? 'open'
  const isEnded = status === 'resolved' || status === 'closed'
  const resolvedAt = isEnded ? Math.min(now - minute, last + minute) : null
  const isTaken = messages.some(({ by }) => by !== 'CUSTOMER')
  return {
    ...copy(template),
    messages,
    status,
    assignee: isTaken ? worker : null,
    resolvedAt,
    closedAt: status === 'closed' ? resolvedAt : null,
    snoozedUntil: status === 'pending' && i % 4 === 1 ? now + 2 * day : null,
  }
}

function copy({ from, title, channel, tags, priority }: SeedThread) {
  return { from, title, channel, tags, ...(priority ? { priority } : {}) }
}

type Writing = { assignee: number; random: Random; delay: number; latest: number }

/** Writes the first message and the steps, as far as they were before `latest`. */
function writeSteps(
  { body }: SeedThread,
  at: number,
  steps: readonly Step[],
  { assignee, random, delay, latest }: Writing,
): PlannedMessage[] {
  const messages: PlannedMessage[] = [{ by: 'CUSTOMER', body, internal: false, at }]
  let time = at + delay
  for (const step of steps) {
    if (time > latest) break
    const written = 'customer' in step ? step.customer : 'reply' in step ? step.reply : step.note
    messages.push({ by: 'customer' in step ? 'CUSTOMER' : assignee, body: written, internal: 'note' in step, at: time })
    time += 4 * minute + random(60) * minute
  }
  return messages
}

/** Returns a repeatable sequence of numbers, so that a killed job plans the same history again. */
function createRandom(seed: number): Random {
  let state = seed
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below
}

/** Returns the start of the local day at a time. */
function toMidnight(time: number, zone: string): number {
  const local = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const [hours = 0, minutes = 0] = local.format(time).split(':').map(Number)
  return Math.floor(time / minute) * minute - hours * hour - minutes * minute
}

function isWeekend(time: number, zone: string): boolean {
  return ['Sat', 'Sun'].includes(new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short' }).format(time))
}
