/**
 * The clocks of a thread: pure rules. Times are milliseconds since 1970.
 *
 * A clock is started with a target of working time, pauses, and is stopped when what was promised is done. Before anything else happens to
 * it, what has become due by then is said (`settled`), so that an answer that comes late never counts as in time.
 */
import { addWorkingTime, workingTimeBetween, type WorkingHours } from '../business-hours/index.ts'

export type Metric = 'FIRST_RESPONSE' | 'NEXT_RESPONSE' | 'RESOLUTION'
type Priority = 'low' | 'normal' | 'high' | 'urgent'
type Minutes = Readonly<Partial<Record<Priority, number>>> | null

/** What was promised: a policy as it was then. */
export type Terms = {
  policyId: string
  policyName: string
  targets: { firstResponse: Minutes; nextResponse: Minutes; resolution: Minutes }
  /** Null: around the clock. */
  hours: WorkingHours | null
  pauseOn: readonly string[]
  /** A warning is due when this percentage of a target is left; absent in terms of before it was a setting. */
  warningPercent?: number
}

export type Clock = {
  metric: Metric
  startedAt: number
  targetMs: number
  /** Null while it is paused. */
  dueAt: number | null
  /** When the warning is due; null while it is paused. */
  warnAt: number | null
  warned: boolean
  pausedAt: number | null
  /** Working time that was left when it was paused or stopped. */
  remainingMs: number
  state: 'PENDING' | 'MET' | 'BREACHED'
  /** When what was promised was done; null before. */
  stoppedAt: number | null
  /** True when a merge brought the answer that stopped the clock. If the merge is undone, the clock runs again. */
  byMerge?: true
}

/** Of a question that is in another thread now. It is kept to know that what was asked before was answered; nobody is shown it. */
export const isWithdrawn = ({ state, stoppedAt }: Clock): boolean => state === 'PENDING' && stoppedAt !== null

/** What the clocks depend on. */
export type Situation = {
  status: string
  priority: Priority
  /** It was merged into another thread, whose clocks count. */
  merged: boolean
  createdAt: number
  /** Whether an agent has answered, and since when the customer waits for the next answer, whatever was sent automatically. */
  answered: boolean
  askedAt: number | null
  /** Nobody waits any more although nobody has answered: the question is in another thread now. */
  unasked: boolean
}

export type Happening = { type: 'warning' | 'breached' | 'met'; clock: Clock }
export type Ran = { clocks: Clock[]; happened: Happening[] }

/** Of the target, where a policy does not say. */
export const usualWarningPercent = 20

/** Announces what is due by now. */
export function settled(clocks: readonly Clock[], now: number): Ran {
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
 * Computes the clocks in a situation. `byMerge`: a merge has brought messages, or taken them away again. `isNew`: other terms, or another priority: what is not decided yet
 * gets a new target, of which the time that has passed is taken off.
 */
export function run(
  before: readonly Clock[],
  terms: Terms,
  situation: Situation,
  now: number,
  { isNew = false, former = terms, byMerge = false } = {},
): Ran {
  const { clocks, happened } = settled(
    before.map((clock) => restarted(clock, terms, situation)),
    now,
  )
  const next = (Object.keys(fields) as Metric[]).flatMap((metric) => {
    const target = terms.targets[fields[metric]]?.[situation.priority]
    const clock = clocks.find((each) => each.metric === metric)
    const done = clock && doneAt(clock, situation)
    if (clock && clock.stoppedAt === null && done) {
      // Neither kept nor missed, as a promise that no policy makes any more.
      if (metric === 'NEXT_RESPONSE' && situation.unasked && clock.state === 'PENDING')
        return [{ ...clock, dueAt: null, warnAt: null, pausedAt: null, stoppedAt: clock.startedAt - 1 }]
      const stopped: Clock = { ...clock, ...stop(clock, former, now), ...(byMerge && metric !== 'RESOLUTION' ? { byMerge } : {}) }
      if (stopped.state === 'MET') happened.push({ type: 'met', clock: stopped })
      return [stopped]
    }
    const startedAt = startOf(metric, situation)
    if (!clock || (metric === 'NEXT_RESPONSE' && clock.stoppedAt !== null && startedAt !== null)) {
      if (target === undefined || startedAt === null) return clock ? [clock] : []
      return [goOn(newClock(metric, startedAt, target * minuteMs), terms, situation, startedAt)]
    }
    if (clock.state !== 'PENDING' || clock.stoppedAt !== null) return [clock]
    if (!isNew) return [paused(clock, terms, situation, now)]
    if (target === undefined) return []
    const targetMs = target * minuteMs
    const remainingMs = Math.max(0, targetMs - (clock.targetMs - remaining(clock, former, now)))
    const again = {
      ...clock,
      targetMs,
      remainingMs,
      // Who was warned and still has little time is not warned again.
      warned: clock.warned && remainingMs <= warningMs(targetMs, terms),
      dueAt: null,
      warnAt: null,
      pausedAt: clock.pausedAt ?? now,
    }
    return [goOn(again, terms, situation, now)]
  })
  return { clocks: next, happened }
}

const minuteMs = 60_000
const fields = { FIRST_RESPONSE: 'firstResponse', NEXT_RESPONSE: 'nextResponse', RESOLUTION: 'resolution' } as const

/** When the next announcement is due; null for none. */
export function nextOf(clocks: readonly Clock[]): number | null {
  const times = clocks.flatMap(({ state, dueAt, warnAt, warned }) =>
    state === 'PENDING' && dueAt !== null ? [warned || warnAt === null ? dueAt : warnAt] : [],
  )
  return times.length > 0 ? Math.min(...times) : null
}

/** How a thread stands by its clocks, as lists filter by it and order by it. `dueAt`: the nearest deadline of what is still to be done. */
export type Standing = { state: StandingState | null; dueAt: number | null }
export type StandingState = 'BREACHED' | 'WARNING' | 'PENDING' | 'PAUSED' | 'MET' | 'MISSED'

/** By what is still to be done, the worst first; by how it went when nothing is. */
export function standingOf(all: readonly Clock[], situation: Pick<Situation, 'status' | 'merged'>): Standing {
  const clocks = all.filter((clock) => !isWithdrawn(clock))
  // What was missed stays so, and is still to be done until it is: an answer while somebody waits, and the end of a thread that was reopened.
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
 * Restarts a clock that was stopped by something that did not last. A reopened thread was not resolved: its clock goes on with the time
 * that was left, so the time in between does not count. A customer whose answer went away with an undone merge has waited all the time,
 * so that clock keeps its deadline. A missed target stays missed, and is due until it is reached.
 */
function restarted(clock: Clock, { targets }: Terms, situation: Situation): Clock {
  const { metric, stoppedAt, dueAt } = clock
  if (stoppedAt === null || isWithdrawn(clock) || doneAt(clock, situation)) return clock
  const { byMerge, ...stopped } = clock
  if (metric === 'RESOLUTION') {
    if (isOver(situation) || targets.resolution?.[situation.priority] === undefined) return clock
    if (clock.state === 'BREACHED') return { ...stopped, stoppedAt: null }
    return { ...stopped, state: 'PENDING', stoppedAt: null, dueAt: null, warnAt: null, pausedAt: stoppedAt }
  }
  if (!byMerge || (metric === 'NEXT_RESPONSE' && situation.askedAt !== clock.startedAt)) return clock
  const state = clock.state === 'MET' ? 'PENDING' : clock.state
  return { ...stopped, state, stoppedAt: null, pausedAt: dueAt === null ? stoppedAt : null }
}

/** True when nobody works on the thread any more. */
function isOver({ status, merged }: Pick<Situation, 'status' | 'merged'>): boolean {
  return merged || status === 'resolved' || status === 'closed'
}

/** When a clock of this kind starts; null when there is nothing to be done. */
function startOf(metric: Metric, situation: Situation): number | null {
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

/** Nobody waits for an answer to what is resolved; other statuses pause where the policy says so. */
function pauses({ metric }: Clock, { pauseOn }: Terms, { status, merged }: Situation): boolean {
  return merged || pauseOn.includes(status) || (metric !== 'RESOLUTION' && (status === 'resolved' || status === 'closed'))
}

function paused(clock: Clock, terms: Terms, situation: Situation, now: number): Clock {
  const pause = pauses(clock, terms, situation)
  if (pause && clock.pausedAt === null)
    return { ...clock, remainingMs: remaining(clock, terms, now), pausedAt: now, dueAt: null, warnAt: null }
  return pause || clock.pausedAt === null ? clock : goOn(clock, terms, situation, now)
}

/** Starts a clock that stands, unless it is to pause. */
function goOn(clock: Clock, terms: Terms, situation: Situation, at: number): Clock {
  if (pauses(clock, terms, situation)) return { ...clock, pausedAt: clock.pausedAt ?? at }
  const dueAt = addWorkingTime(terms.hours, at, clock.remainingMs)
  const untilWarning = Math.max(0, clock.remainingMs - warningMs(clock.targetMs, terms))
  return { ...clock, pausedAt: null, dueAt, warnAt: addWorkingTime(terms.hours, at, untilWarning) }
}

/** How much is left when the warning is due. */
function warningMs(targetMs: number, { warningPercent = usualWarningPercent }: Terms): number {
  return (targetMs * warningPercent) / 100
}

/** Working time that is left; never less than nothing, because a clock that is late is settled before. */
function remaining({ dueAt, remainingMs }: Clock, { hours }: Terms, now: number): number {
  return dueAt === null ? remainingMs : workingTimeBetween(hours, now, dueAt)
}

function stop(clock: Clock, terms: Terms, now: number): Pick<Clock, 'state' | 'remainingMs' | 'stoppedAt' | 'pausedAt'> {
  const { state, dueAt } = clock
  const remainingMs = state === 'BREACHED' && dueAt !== null ? dueAt - now : remaining(clock, terms, now)
  return { state: state === 'PENDING' ? 'MET' : state, remainingMs, stoppedAt: now, pausedAt: null }
}
