/**
 * The clocks of a thread: pure rules. Times are milliseconds since 1970. A clock starts with a target in working time, may pause, and stops
 * when its target is reached. Before every other change, `updateOverdue` marks overdue clocks, so that a late reply never counts as in
 * time.
 */
import { addWorkingTime, workingTimeBetween, type WorkingHours } from '../business-hours/index.ts'

export type Metric = 'FIRST_RESPONSE' | 'NEXT_RESPONSE' | 'RESOLUTION'
type Priority = 'low' | 'normal' | 'high' | 'urgent'
type Minutes = Readonly<Partial<Record<Priority, number>>> | null

/** Snapshot of a policy at the time the thread got it. */
export type Terms = {
  policyId: string
  policyName: string
  targets: { firstResponse: Minutes; nextResponse: Minutes; resolution: Minutes }
  /** Null means around the clock. */
  hours: WorkingHours | null
  pauseOn: readonly string[]
  /** Percentage of the target left when a warning is due. Absent in terms older than the setting. */
  warningPercent?: number
}

export type Clock = {
  metric: Metric
  startedAt: number
  targetMs: number
  /** The deadline. Null while the clock is paused. */
  dueAt: number | null
  /** Time of the warning. Null while the clock is paused. */
  warnAt: number | null
  warned: boolean
  pausedAt: number | null
  /** Working time that remained when the clock was paused or stopped. */
  remainingMs: number
  state: 'PENDING' | 'MET' | 'BREACHED'
  /** Time at which the target was reached. Null before that. */
  stoppedAt: number | null
  /** True when a merge added the reply that stopped the clock. Undoing the merge restarts the clock. */
  byMerge?: true
}

/**
 * True when the customer's message that started the clock was moved to another thread. The clock stays stored as a record that all earlier
 * messages got a reply, but is never shown.
 */
export const isWithdrawn = ({ state, stoppedAt }: Clock): boolean => state === 'PENDING' && stoppedAt !== null

/** State of a thread on which its clocks depend. */
export type Situation = {
  status: string
  priority: Priority
  /** True when the thread was merged into another, whose clocks count instead. */
  merged: boolean
  createdAt: number
  /**
   * `answered`: whether an agent has replied. `askedAt`: since when the customer waits for the next reply. Automatic messages are no
   * replies.
   */
  answered: boolean
  askedAt: number | null
  /** True when the customer's unanswered message was moved to another thread, so that this thread waits for no reply. */
  questionMoved: boolean
}

export type Happening = { type: 'warning' | 'breached' | 'met'; clock: Clock }
export type ClockChanges = { clocks: Clock[]; happened: Happening[] }

/** Default warning threshold, as a percentage of the target. */
export const defaultWarningPercent = 20

/** Marks clocks due by `now` as warned or breached. Returns the changes. */
export function updateOverdue(clocks: readonly Clock[], now: number): ClockChanges {
  const happened: Happening[] = []
  const next = clocks.map((clock) => {
    if (clock.state !== 'PENDING' || clock.dueAt === null || clock.warnAt === null) return clock
    const warned = clock.warned || clock.warnAt <= now
    const late = clock.dueAt <= now
    const seen: Clock = { ...clock, warned, state: late ? 'BREACHED' : 'PENDING' }
    if (warned && !clock.warned) happened.push({ type: 'warning', clock: { ...seen, state: 'PENDING' } })
    if (late) happened.push({ type: 'breached', clock: seen })
    return seen
  })
  return { clocks: next, happened }
}

/**
 * Computes the clocks after a change. `byMerge` is true when a merge added messages or its undo removed them. `isNew` is true when terms or
 * priority changed: pending clocks get the new target, minus the working time that has passed. `withdrawsAnswer` is true when a reply
 * bounced for all recipients: the clocks continue as if it had not been sent.
 */
export function run(
  before: readonly Clock[],
  terms: Terms,
  situation: Situation,
  now: number,
  { isNew = false, former = terms, byMerge = false, withdrawsAnswer = false } = {},
): ClockChanges {
  const { clocks, happened } = updateOverdue(
    before.flatMap((clock) => restartClock(clock, terms, situation, withdrawsAnswer)),
    now,
  )
  const next = (Object.keys(fields) as Metric[]).flatMap((metric) => {
    const target = terms.targets[fields[metric]]?.[situation.priority]
    const clock = clocks.find((each) => each.metric === metric)
    const done = clock && doneAt(clock, situation)
    if (clock && clock.stoppedAt === null && done) {
      // Stop the clock as withdrawn: neither met nor breached.
      if (metric === 'NEXT_RESPONSE' && situation.questionMoved && clock.state === 'PENDING')
        return [{ ...clock, dueAt: null, warnAt: null, pausedAt: null, stoppedAt: clock.startedAt - 1 }]
      const stopped: Clock = { ...clock, ...stop(clock, former, now), ...(byMerge && metric !== 'RESOLUTION' ? { byMerge } : {}) }
      if (stopped.state === 'MET') happened.push({ type: 'met', clock: stopped })
      return [stopped]
    }
    const startedAt = findStart(metric, situation)
    if (!clock || (metric === 'NEXT_RESPONSE' && clock.stoppedAt !== null && startedAt !== null)) {
      if (target === undefined || startedAt === null) return clock ? [clock] : []
      return [resumeClock(newClock(metric, startedAt, target * minuteMs), terms, situation, startedAt)]
    }
    if (clock.state !== 'PENDING' || clock.stoppedAt !== null) return [clock]
    if (!isNew) return [pauseOrResume(clock, terms, situation, now)]
    if (target === undefined) return []
    const targetMs = target * minuteMs
    const remainingMs = Math.max(0, targetMs - (clock.targetMs - remaining(clock, former, now)))
    const again = {
      ...clock,
      targetMs,
      remainingMs,
      // After a warning, warn again only if the new target leaves more time than the threshold.
      warned: clock.warned && remainingMs <= warningMs(targetMs, terms),
      dueAt: null,
      warnAt: null,
      pausedAt: clock.pausedAt ?? now,
    }
    return [resumeClock(again, terms, situation, now)]
  })
  return { clocks: next, happened }
}

const minuteMs = 60_000
const fields = { FIRST_RESPONSE: 'firstResponse', NEXT_RESPONSE: 'nextResponse', RESOLUTION: 'resolution' } as const

/** Returns when the next warning or breach is due. Null if none is. */
export function nextDueAt(clocks: readonly Clock[]): number | null {
  const times = clocks.flatMap(({ state, dueAt, warnAt, warned }) =>
    state === 'PENDING' && dueAt !== null ? [warned || warnAt === null ? dueAt : warnAt] : [],
  )
  return times.length > 0 ? Math.min(...times) : null
}

/** SLA state of a thread, by which lists filter and sort. `dueAt` is the nearest deadline of a clock that has not stopped. */
export type Standing = { state: StandingState | null; dueAt: number | null }
export type StandingState = 'BREACHED' | 'WARNING' | 'PENDING' | 'PAUSED' | 'MET' | 'MISSED'

/** Returns the worst state among the open clocks. If no clock is open, returns whether all targets were met. */
export function toStanding(all: readonly Clock[], situation: Pick<Situation, 'status' | 'merged'>): Standing {
  const clocks = all.filter((clock) => !isWithdrawn(clock))
  // A breached target stays breached, and open until the reply is sent. In a reopened thread, the resolution is open again.
  const isOpen = ({ state, stoppedAt, metric }: Clock): boolean =>
    state === 'PENDING' || (state === 'BREACHED' && !isOver(situation) && (stoppedAt === null || metric === 'RESOLUTION'))
  const open = clocks.filter(isOpen)
  const times = open.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt]))
  const late = clocks.some(({ state }) => state === 'BREACHED')
  const dueAt = times.length > 0 ? Math.min(...times) : null
  if (clocks.length === 0) return { state: null, dueAt }
  if (open.length === 0) return { state: late ? 'MISSED' : 'MET', dueAt }
  if (open.some(({ state }) => state === 'BREACHED')) return { state: 'BREACHED', dueAt }
  const running = open.filter((clock) => clock.dueAt !== null)
  return { state: running.some(({ warned }) => warned) ? 'WARNING' : running.length > 0 ? 'PENDING' : 'PAUSED', dueAt }
}

/**
 * Restarts a clock whose stop was reversed. When a thread is reopened, its resolution clock continues with the remaining time; the time in
 * between does not count. When an undone merge removes the reply, the customer has been waiting all along, so the clock keeps its deadline.
 * The same applies to a reply that bounced for all recipients. A breached target stays breached and is due until it is reached.
 */
function restartClock(clock: Clock, terms: Terms, situation: Situation, withdrawsAnswer: boolean): Clock | Clock[] {
  const { targets } = terms
  const { metric, stoppedAt, dueAt } = clock
  if (stoppedAt === null && withdrawsAnswer && metric === 'NEXT_RESPONSE') return restartQuestion(clock, terms, situation)
  if (stoppedAt === null || isWithdrawn(clock) || doneAt(clock, situation)) return clock
  const { byMerge, ...stopped } = clock
  if (metric === 'RESOLUTION') {
    if (isOver(situation) || targets.resolution?.[situation.priority] === undefined) return clock
    if (clock.state === 'BREACHED') return { ...stopped, stoppedAt: null }
    return { ...stopped, state: 'PENDING', stoppedAt: null, dueAt: null, warnAt: null, pausedAt: stoppedAt }
  }
  if (!byMerge && !withdrawsAnswer) return clock
  // A mail is slightly older than its clock.
  const isSameQuestion = withdrawsAnswer ? (situation.askedAt ?? 0) <= stoppedAt : situation.askedAt === clock.startedAt
  if (metric === 'NEXT_RESPONSE' && !isSameQuestion) return clock
  const state = clock.state === 'MET' ? 'PENDING' : clock.state
  return { ...stopped, state, stoppedAt: null, pausedAt: dueAt === null ? stoppedAt : null }
}

/**
 * Returns the clock of a question asked after a reply that bounced for all recipients: the customer has been waiting since an earlier
 * message.
 */
function restartQuestion(clock: Clock, terms: Terms, { answered, askedAt, ...situation }: Situation): Clock | Clock[] {
  if (clock.state !== 'PENDING') return clock
  // The first response clock is running again, and also covers the question.
  if (!answered) return []
  if (askedAt === null || askedAt >= clock.startedAt) return clock
  return resumeClock(newClock('NEXT_RESPONSE', askedAt, clock.targetMs), terms, { ...situation, answered, askedAt }, askedAt)
}

/** True when the thread is merged, resolved or closed. */
function isOver({ status, merged }: Pick<Situation, 'status' | 'merged'>): boolean {
  return merged || status === 'resolved' || status === 'closed'
}

/** Returns the start of a clock of this metric. Null if the thread needs none. */
function findStart(metric: Metric, situation: Situation): number | null {
  const { createdAt, answered, askedAt } = situation
  if (metric === 'NEXT_RESPONSE') return answered && !isOver(situation) ? askedAt : null
  return isOver(situation) || (metric === 'FIRST_RESPONSE' && answered) ? null : createdAt
}

function doneAt({ metric }: Clock, { status, answered, askedAt, merged }: Situation): boolean {
  if (metric === 'RESOLUTION') return !merged && (status === 'resolved' || status === 'closed')
  return metric === 'FIRST_RESPONSE' ? answered : askedAt === null
}

function newClock(metric: Metric, startedAt: number, targetMs: number): Clock {
  const base = { metric, startedAt, targetMs, dueAt: null, warnAt: null, warned: false, pausedAt: startedAt }
  return { ...base, remainingMs: targetMs, state: 'PENDING', stoppedAt: null }
}

/** Whether the clock pauses. Resolved threads wait for no reply; the policy lists further pausing statuses. */
function pauses({ metric }: Clock, { pauseOn }: Terms, { status, merged }: Situation): boolean {
  return merged || pauseOn.includes(status) || (metric !== 'RESOLUTION' && (status === 'resolved' || status === 'closed'))
}

function pauseOrResume(clock: Clock, terms: Terms, situation: Situation, now: number): Clock {
  const pause = pauses(clock, terms, situation)
  if (pause && clock.pausedAt === null)
    return { ...clock, remainingMs: remaining(clock, terms, now), pausedAt: now, dueAt: null, warnAt: null }
  return pause || clock.pausedAt === null ? clock : resumeClock(clock, terms, situation, now)
}

/** Resumes a paused clock, unless the situation keeps it paused. */
function resumeClock(clock: Clock, terms: Terms, situation: Situation, at: number): Clock {
  if (pauses(clock, terms, situation)) return { ...clock, pausedAt: clock.pausedAt ?? at }
  const dueAt = addWorkingTime(terms.hours, at, clock.remainingMs)
  const untilWarning = Math.max(0, clock.remainingMs - warningMs(clock.targetMs, terms))
  return { ...clock, pausedAt: null, dueAt, warnAt: addWorkingTime(terms.hours, at, untilWarning) }
}

/** Returns the remaining milliseconds at which the warning is due. */
function warningMs(targetMs: number, { warningPercent = defaultWarningPercent }: Terms): number {
  return (targetMs * warningPercent) / 100
}

/** Returns the remaining working time. Never negative, because `updateOverdue` has already marked overdue clocks. */
function remaining({ dueAt, remainingMs }: Clock, { hours }: Terms, now: number): number {
  return dueAt === null ? remainingMs : workingTimeBetween(hours, now, dueAt)
}

function stop(clock: Clock, terms: Terms, now: number): Pick<Clock, 'state' | 'remainingMs' | 'stoppedAt' | 'pausedAt'> {
  const { state, dueAt } = clock
  const remainingMs = state === 'BREACHED' && dueAt !== null ? dueAt - now : remaining(clock, terms, now)
  return { state: state === 'PENDING' ? 'MET' : state, remainingMs, stoppedAt: now, pausedAt: null }
}
