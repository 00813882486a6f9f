/**
 * The reducer of measures: `measure(state, happening)` returns the thread's next state and the facts of the happening. It is pure, so facts
 * can be rebuilt from the same happenings at any time.
 *
 * - A *wait* begins with a customer's public message when none is open, and ends with the next answer. Resolving, merging away or erasing
 *   the thread drops it. After messages were moved, the thread's own `waitingSince` says whether a customer waits.
 * - An *episode* begins with the creation or a reopening, and ends with the next RESOLVED. A merge neither ends nor begins one.
 * - A reply whose mail reached nobody does not count as an answer: it neither ended a wait nor met a target.
 * - A fact has the thread's fields at that moment. When one transaction changes several fields, each change is a separate happening.
 */
import { toDuration, type Duration, type Fact, type FactDetail, type FactKind } from './fact.ts'
import { contextFields, isUnresolved, type Happening } from './happening.ts'
import { dropLostAnswers } from './lost-answers.ts'
import { dropChangedRatings, rememberAsked, rememberRated } from './ratings.ts'
import type { Measured, ThreadState, WorkingTimes } from './thread-state.ts'

/** Returns null for a happening earlier than the last one, such as a message with a `sentAt`. The thread must then be recounted. */
export function measure(state: ThreadState | null, happening: Happening, times: WorkingTimes): Measured | null {
  if (!state) return happening.type === 'created' ? create(happening, times) : null
  if (happening.order < state.order || happening.type === 'created') return null
  // A changed rating replaces the previous one, so recount the thread.
  if (happening.type === 'rated' && state.rated?.includes(happening.requestId)) return null
  // Later facts would have been different.
  if (happening.type === 'delivery') return null
  const step = new Step(structuredClone(state), happening, times)
  step.run()
  return { state: step.state, facts: step.facts }
}

/** Computes the facts and the state of a thread from all of its happenings, in any order. */
export function measureAll(happenings: readonly Happening[], times: WorkingTimes): Measured | null {
  // The creation comes first, even before older imported messages.
  const ordered = dropLostAnswers(dropChangedRatings(markReopenings(happenings))).toSorted(
    (a, b) => Number(b.type === 'created') - Number(a.type === 'created') || a.order - b.order || a.sequence - b.sequence || a.n - b.n,
  )
  const facts: Fact[] = []
  let state: ThreadState | null = null
  for (const happening of ordered) {
    const next: Measured | null = measure(state, happening, times)
    if (!next) return null
    state = next.state
    facts.push(...next.facts)
  }
  return state && { state, facts }
}

/**
 * Marks status changes that the customer's message of the event before caused. In the order of their times, an imported message or one of the
 * same millisecond can stand between the two.
 */
function markReopenings(happenings: readonly Happening[]): readonly Happening[] {
  const received = new Set(
    happenings.flatMap((each) => (each.type === 'message' && each.kind === 'RECEIVED' && !each.quiet ? [each.sequence] : [])),
  )
  return happenings.map((each) => (each.type === 'status' && received.has(each.sequence - 1) ? { ...each, isByCustomer: true } : each))
}

function create(happening: Happening & { type: 'created' }, times: WorkingTimes): Measured {
  const { context, status, at, cause, waitingSince, termsId = null } = happening
  const state: ThreadState = {
    context: { ...context, policyId: termsId && times.policyOf(termsId) },
    termsId,
    status,
    merged: false,
    createdAt: at,
    // Split-off messages have an author.
    begunBy: cause !== 'SPLIT' ? null : waitingSince === null ? 'AGENT' : 'CUSTOMER',
    answers: 0,
    wait: waitingSince,
    episode: isUnresolved(status) ? { since: at, openMs: 0, openBusinessMs: 0, openSince: status === 'open' ? at : null } : null,
    resolved: null,
    received: 0,
    decided: [],
    // Messages older than the thread, as in imports, are in order.
    order: 0,
  }
  const step = new Step(state, happening, times)
  const detail = { status, ...(termsId ? { termsId } : {}) }
  step.add('CREATED', { backlog: isUnresolved(status) ? 1 : 0, startedAt: waitingSince, detail })
  return { state, facts: step.facts }
}

class Step {
  readonly facts: Fact[] = []
  readonly state: ThreadState
  private readonly happening: Happening
  private readonly times: WorkingTimes

  constructor(state: ThreadState, happening: Happening, times: WorkingTimes) {
    this.state = state
    this.happening = happening
    this.times = times
  }

  run(): void {
    const { state, happening } = this
    this.changeTerms()
    this.apply()
    // A happening without a fact cannot be reconstructed, so it must not affect the order.
    if (this.facts.length > 0) state.order = happening.order
  }

  private apply(): void {
    const { state, happening } = this
    switch (happening.type) {
      case 'message':
        return this.addMessage(happening)
      case 'status':
        return this.changeStatus(happening)
      case 'snooze':
        return this.add('STATUS', { field: 'snooze', toValue: happening.to })
      case 'moved':
        return this.move(happening)
      case 'merged':
        this.add('MERGED', { backlog: this.isInBacklog() ? -1 : 0, fromValue: state.status })
        this.dropWait()
        this.setStatus('closed')
        state.merged = true
        break
      case 'unmerged':
        state.merged = false
        this.setStatus(happening.status)
        this.setWait(happening.waitingSince)
        return this.add('UNMERGED', { backlog: this.isInBacklog() ? 1 : 0, startedAt: state.wait, detail: { status: happening.status } })
      case 'messagesMoved':
        return this.moveMessages(happening)
      case 'delivery':
        // `measureAll` has already classified the message.
        return
      case 'sla':
        return this.decideClock(happening)
      case 'asked':
        rememberAsked(state, happening)
        return this.add('ASKED', { personId: happening.personId, detail: { requestId: happening.requestId } })
      case 'rated':
        return this.rate(happening)
      case 'ruleRan':
        return this.addRun(happening)
      case 'erased':
        this.add('ERASED', { backlog: happening.deleted && this.isInBacklog() ? -1 : 0, detail: { deleted: happening.deleted } })
        if (!happening.deleted) return
        this.dropWait()
        this.setStatus('closed')
    }
  }

  /** Adds a fact with the thread's current fields. */
  add(kind: FactKind, given: Partial<Omit<Fact, 'kind' | 'detail'>> & { detail?: FactDetail } = {}): void {
    const { state, happening } = this
    const { at, order, sequence, eventId, threadId, actorId, cause } = happening
    const detail = { ...given.detail, ...(order === at ? {} : { eventAt: order }) }
    this.facts.push({
      ...state.context,
      at,
      sequence,
      n: happening.n + this.facts.length,
      eventId,
      threadId,
      messageId: null,
      personId: null,
      actorId,
      cause,
      isFirst: false,
      backlog: 0,
      field: null,
      fromValue: null,
      toValue: null,
      startedAt: null,
      ofSequence: null,
      value: null,
      sinceCreation: null,
      openTime: null,
      answersBefore: null,
      ...given,
      kind,
      detail: Object.keys(detail).length > 0 ? detail : null,
    })
  }

  private addMessage({ kind, messageId, personId, quiet, at }: Happening & { type: 'message' }): void {
    const { state } = this
    const fact = { messageId, personId, ...(quiet ? { detail: { quiet } as const } : {}) }
    if (kind === 'ANSWERED') {
      const isFirst = state.answers === 0 && state.begunBy !== 'PROGRAM'
      this.add(kind, { ...fact, isFirst, startedAt: state.wait, value: state.wait === null ? null : this.since(state.wait) })
      state.answers++
      state.wait = null
    } else this.add(kind, fact)
    if (kind === 'NOTED') return
    state.begunBy ??= kind === 'RECEIVED' ? 'CUSTOMER' : kind === 'ANSWERED' ? 'AGENT' : 'PROGRAM'
    if (kind !== 'RECEIVED' || quiet) return
    state.wait ??= at
    state.received = Math.max(state.received, this.happening.sequence)
  }

  private changeStatus({ to, isMerge }: Happening & { type: 'status' }): void {
    const { state } = this
    // A merge or its undoing changes the status, as the next event of the same transaction shows.
    if (isMerge || state.merged) return
    const from = state.status
    if (from === to) return
    const fact = { field: 'status', fromValue: from, toValue: to } as const
    if (isUnresolved(from) && !isUnresolved(to)) this.resolve(fact)
    else if (!isUnresolved(from) && isUnresolved(to)) this.reopen(fact)
    else if (to === 'closed') this.add('CLOSED', fact)
    else this.add('STATUS', fact)
    this.setStatus(to)
  }

  private resolve(fact: { field: 'status'; fromValue: string; toValue: string }): void {
    const { state, happening } = this
    this.countOpenTime()
    const { episode } = state
    const isFirst = state.resolved === null
    // The assignee gets the credit for what a rule, a job or an import resolves.
    const personId = happening.actorId ?? state.context.assigneeId
    this.add('RESOLVED', {
      ...fact,
      personId,
      isFirst,
      backlog: -1,
      answersBefore: state.answers,
      startedAt: episode?.since ?? null,
      value: episode && this.since(episode.since),
      sinceCreation: isFirst ? this.since(state.createdAt) : null,
      openTime: episode && toDuration(episode.openMs, episode.openBusinessMs),
    })
    if (fact.toValue === 'closed') this.add('CLOSED', fact)
    this.dropWait()
    state.resolved = { at: happening.at, sequence: happening.sequence }
    state.episode = null
  }

  private reopen(fact: { field: 'status'; fromValue: string; toValue: string }): void {
    const { state, happening } = this
    const { resolved } = state
    const isByCustomer = happening.type === 'status' && happening.isByCustomer === true
    const isNext = state.received > 0 && happening.sequence === state.received + 1
    const cause = isByCustomer || isNext ? 'CUSTOMER' : happening.cause
    this.add('REOPENED', {
      ...fact,
      cause,
      backlog: 1,
      startedAt: resolved?.at ?? null,
      ofSequence: resolved?.sequence ?? null,
      value: resolved && this.since(resolved.at),
    })
  }

  private move({ field, to }: Happening & { type: 'moved' }): void {
    const { state } = this
    const name = contextFields[field]
    const fromValue = state.context[name]
    if (fromValue === to) return
    state.context = { ...state.context, [name]: to }
    this.add(this.isInBacklog() ? 'MOVED' : 'CHANGED', { field, fromValue, toValue: to })
  }

  private moveMessages({ waitingSince, isRead }: Happening & { type: 'messagesMoved' }): void {
    const startedAt = this.isInBacklog() ? waitingSince : null
    if (isRead && startedAt === this.state.wait) return
    this.add('MESSAGES_MOVED', { startedAt })
    if (startedAt === null) this.dropWait()
    this.setWait(startedAt)
  }

  private decideClock({ isMet, clock, startedAt, policyId }: Happening & { type: 'sla' }): void {
    const { state } = this
    const key = `${clock} ${startedAt}`
    if (state.decided.includes(key)) return
    // A thread has one clock per metric at a time; the latest ones are enough to detect a duplicate decision.
    state.decided = [...state.decided, key].slice(-10)
    this.add(isMet ? 'SLA_MET' : 'SLA_BREACHED', { field: clock, startedAt, policyId })
  }

  private rate({ requestId, personId, scale, score }: Happening & { type: 'rated' }): void {
    const { state } = this
    const asked = rememberRated(state, requestId)
    this.add('RATED', {
      personId,
      field: scale,
      toValue: String(score),
      startedAt: asked?.at ?? null,
      ofSequence: asked?.sequence ?? null,
      detail: { requestId },
    })
  }

  /** Counts a run once, by its first event. */
  private addRun({ ruleId, runId }: Happening & { type: 'ruleRan' }): void {
    const { state } = this
    const counted = state.ruleRuns ?? []
    if (counted.includes(runId)) return
    // A run's events are in one transaction, so they are close together.
    state.ruleRuns = [...counted, runId].slice(-10)
    this.add('RULE_RAN', { field: 'rule', toValue: ruleId, detail: { runId } })
  }

  /** Applies changed SLA terms, and adds a fact if another policy applies. */
  private changeTerms(): void {
    const { state, happening, times } = this
    const { termsId } = happening
    if (termsId === undefined || termsId === state.termsId) return
    const fromValue = state.context.policyId
    const toValue = termsId && times.policyOf(termsId)
    state.termsId = termsId
    state.context = { ...state.context, policyId: toValue }
    this.add('CHANGED', { field: 'policy', fromValue, toValue, detail: { termsId } })
  }

  private isInBacklog(): boolean {
    return !this.state.merged && isUnresolved(this.state.status)
  }

  private dropWait(): void {
    const { state } = this
    if (state.wait === null) return
    this.add('WAIT_DROPPED', { startedAt: state.wait, value: this.since(state.wait) })
    state.wait = null
  }

  /** Sets the wait. A resolved thread has none; a customer's message that reopens it starts one. */
  private setWait(since: number | null): void {
    if (isUnresolved(this.state.status)) this.state.wait = since
  }

  /** Changes the status, and tracks the time in status open. */
  private setStatus(status: string): void {
    const { state, happening } = this
    this.countOpenTime()
    state.status = status
    if (!isUnresolved(status)) return
    state.episode ??= { since: happening.at, openMs: 0, openBusinessMs: 0, openSince: null }
    if (status === 'open') state.episode.openSince = happening.at
  }

  private countOpenTime(): void {
    const { episode } = this.state
    if (!episode || episode.openSince === null) return
    const { ms, businessMs } = this.since(episode.openSince)
    episode.openMs += ms
    episode.openBusinessMs += businessMs
    episode.openSince = null
  }

  private since(from: number): Duration {
    const { at, sequence } = this.happening
    const { termsId, context } = this.state
    return toDuration(Math.max(0, at - from), this.times.between(from, at, { termsId, teamId: context.teamId, sequence }))
  }
}
