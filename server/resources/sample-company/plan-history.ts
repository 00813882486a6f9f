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
  /** The customer's stars; null if the customer gave none. */
  rating: { score: number; comment: string | null; askedAt: number; answeredAt: number } | null
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const historyDays = 30
/** Resolved threads are closed after a week. */
const closeAfterMs = 7 * day

const [opens, closes] = [8 * hour, 18 * hour]
/** Working time between the starts of the newest threads. */
const currentGapMs = 50 * minute

const closing = [
  'Thank you for writing. I have looked into it, and it is done. Tell me if anything else is missing.',
  'Good news: that is fixed now. Please try again.',
  'I have sent you the details. It should reach you by tomorrow.',
  'You are right, and I am sorry for the trouble. I have corrected it on our side.',
]

const comments: Record<number, readonly string[]> = {
  1: ['I waited a day, and the answer did not help.'],
  2: ['It took three messages until somebody understood what I meant.'],
  3: ['Fine in the end, but slow.', ''],
  4: ['Helpful, thank you.', '', ''],
  5: ['Quick and friendly. Thank you!', 'Solved within minutes.', 'Best support I have had for a bike part.', '', '', ''],
}
/** Scores of ratings, by how often customers give them. */
const scores = [5, 5, 5, 5, 5, 5, 4, 4, 4, 3, 2, 1]

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
      if (template) threads.push(planPast(template, midnight + opens + random(9 * 60) * minute, { now, zone, colleagues, random }))
    }
  }
  const starts = listCurrentStarts(templates.length, now, zone)
  const current = templates.map((template, i) => planCurrent(template, starts[i] ?? now, { now, zone, colleagues, random, i }))
  return [...threads, ...current].toSorted((a, b) => getStart(a) - getStart(b))
}

const getStart = ({ messages }: PlannedThread): number => messages[0]?.at ?? 0

type Random = (below: number) => number
type Setting = { now: number; zone: string; colleagues: number; random: Random }

/** A thread that was answered and resolved. One of eight waits for a day. */
function planPast(template: SeedThread, at: number, { now, zone, colleagues, random }: Setting): PlannedThread {
  const assignee = random(colleagues)
  const delay = random(8) === 0 ? 20 * hour + random(8 * 60) * minute : 5 * minute + random(150) * minute
  const hasReply = template.next.some((step) => 'reply' in step)
  const steps: Step[] = hasReply ? [...template.next] : [...template.next, { reply: closing[random(closing.length)] ?? '' }]
  const messages = writeSteps(template, at, steps, { assignee, random, delay, zone, latest: now - 10 * minute })
  const resolvedAt = Math.min(now - 5 * minute, (messages.at(-1)?.at ?? at) + 3 * minute)
  const isFinished = messages.length === steps.length + 1
  if (!isFinished) return { ...copy(template), ...notEnded, messages, status: 'open', assignee }
  const isClosed = now - resolvedAt > closeAfterMs
  const closedAt = isClosed ? resolvedAt + closeAfterMs : null
  const status = isClosed ? 'closed' : 'resolved'
  return { ...copy(template), ...notEnded, messages, status, assignee, resolvedAt, closedAt, rating: planRating(resolvedAt, now, random) }
}

const notEnded = { resolvedAt: null, closedAt: null, snoozedUntil: null, rating: null }

/** About half of the customers rate, within half a day after the request. */
function planRating(resolvedAt: number, now: number, random: Random): PlannedThread['rating'] {
  const isRated = random(20) < 11
  const score = scores[random(scores.length)] ?? 5
  const texts = comments[score] ?? []
  const comment = texts[random(texts.length)] || null
  const askedAt = resolvedAt + hour
  const answeredAt = askedAt + (5 + random(12 * 60)) * minute
  return isRated && answeredAt < now ? { score, comment, askedAt, answeredAt } : null
}

/** A thread as it is now. Every fourth pending one is snoozed; open ones have nobody, or the colleague who replied. */
function planCurrent(template: SeedThread, at: number, { now, zone, colleagues, random, i }: Setting & { i: number }): PlannedThread {
  const worker = i % colleagues
  const messages = writeSteps(template, at, template.next, {
    assignee: worker,
    random,
    delay: 10 * minute + random(50) * minute,
    zone,
    latest: now - 2 * minute,
  })
  const last = messages.at(-1)?.at ?? at
  const isFinished = messages.length === template.next.length + 1
  const status = isFinished ? (template.status ?? 'open') : 'open'
  const isEnded = status === 'resolved' || status === 'closed'
  const resolvedAt = isEnded ? Math.min(now - minute, last + minute) : null
  const isTaken = messages.some(({ by }) => by !== 'CUSTOMER')
  return {
    ...copy(template),
    ...notEnded,
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

type Writing = { assignee: number; random: Random; delay: number; zone: string; latest: number }

/** Writes the first message and the steps, as far as they were before `latest`. Colleagues write in working hours. */
function writeSteps(
  { body }: SeedThread,
  at: number,
  steps: readonly Step[],
  { assignee, random, delay, zone, latest }: Writing,
): PlannedMessage[] {
  const messages: PlannedMessage[] = [{ by: 'CUSTOMER', body, internal: false, at }]
  let time = at + delay
  for (const step of steps) {
    if (!('customer' in step)) time = toWorkingTime(time, zone, random)
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

/** Returns the starts of the newest threads, oldest first: in working hours, and also today on a weekend. */
function listCurrentStarts(count: number, now: number, zone: string): number[] {
  const starts: number[] = []
  const today = toMidnight(now, zone)
  for (let time = now - 12 * minute; starts.length < count; time -= currentGapMs) {
    let midnight = toMidnight(time, zone)
    while (time < midnight + opens || (midnight !== today && isWeekend(midnight + 12 * hour, zone))) {
      midnight = toMidnight(midnight - 6 * hour, zone)
      time = midnight + closes
    }
    time = Math.min(time, midnight + closes - (starts.length % 7) * minute)
    starts.push(time)
  }
  return starts.toReversed()
}

/** Returns the time, or a time in the first hour of the next working day. */
function toWorkingTime(time: number, zone: string, random: Random): number {
  const start = random(60) * minute
  let midnight = toMidnight(time, zone)
  if (time >= midnight + opens && time <= midnight + closes && !isWeekend(midnight + 12 * hour, zone)) return time
  if (time > midnight + closes) midnight = toMidnight(midnight + 36 * hour, zone)
  while (isWeekend(midnight + 12 * hour, zone)) midnight = toMidnight(midnight + 36 * hour, zone)
  return midnight + opens + start
}

/** Returns the start of the local day at a time. */
function toMidnight(time: number, zone: string): number {
  const { hours, minutes } = toLocal(time, zone)
  return Math.floor(time / minute) * minute - hours * hour - minutes * minute
}

function isWeekend(time: number, zone: string): boolean {
  return ['Sat', 'Sun'].includes(toLocal(time, zone).weekday)
}

/** Formats by time zone, which are slow to create. A history has one zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

function toLocal(time: number, timeZone: string): { weekday: string; hours: number; minutes: number } {
  const options = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', options)
  formats.set(timeZone, format)
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]))
  return { weekday: parts.get('weekday') ?? '', hours: Number(parts.get('hour')), minutes: Number(parts.get('minute')) }
}
