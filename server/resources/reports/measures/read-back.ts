/** Reconstructs a thread's happenings from its facts, so that the thread can be recounted without a search through the outbox. */
import type { Fact, SlaClock } from './fact.ts'
import { movedFields, type Happening } from './happening.ts'

/** Returns the happenings behind the facts of one thread. */
export function readBack(facts: readonly Fact[]): Happening[] {
  const resolutions = new Set(facts.flatMap(({ kind, sequence }) => (kind === 'RESOLVED' ? [sequence] : [])))
  return facts.flatMap((fact) => {
    // Skip facts that another fact of the same happening implies.
    if (fact.kind === 'WAIT_DROPPED' || (fact.kind === 'CLOSED' && resolutions.has(fact.sequence))) return []
    return [toHappening(fact)]
  })
}

function toHappening(fact: Fact): Happening {
  const { sequence, n, eventId, threadId, at, actorId, cause, detail } = fact
  const common = { sequence, n, eventId, threadId, at, order: detail?.eventAt ?? at, actorId, cause }
  switch (fact.kind) {
    case 'CREATED': {
      const { assigneeId, teamId, inboxId, priority, channel } = fact
      const context = { assigneeId, teamId, inboxId, priority, channel }
      const termsId = detail?.termsId ?? null
      return { ...common, type: 'created', context, status: detail?.status ?? 'open', waitingSince: fact.startedAt, termsId }
    }
    case 'RECEIVED':
    case 'ANSWERED':
    case 'AUTOMATIC':
    case 'NOTED': {
      const { kind, messageId, personId } = fact
      if (messageId === null) throw new Error('A fact of a message does not name it')
      return { ...common, type: 'message', kind, messageId, personId, quiet: detail?.quiet ?? false }
    }
    case 'RESOLVED':
    case 'REOPENED':
    case 'CLOSED':
    case 'STATUS':
      return fact.field === 'snooze'
        ? { ...common, type: 'snooze', to: fact.toValue === 'snoozed' ? 'snoozed' : 'awake' }
        : { ...common, type: 'status', from: fact.fromValue ?? '', to: fact.toValue ?? '', isMerge: false }
    case 'MOVED':
    case 'CHANGED': {
      const field = movedFields.find((name) => name === fact.field)
      return field ? { ...common, type: 'moved', field, to: fact.toValue } : { ...common, type: 'policy', termsId: detail?.termsId ?? null }
    }
    case 'MERGED':
      return { ...common, type: 'merged' }
    case 'UNMERGED':
      return { ...common, type: 'unmerged', status: detail?.status ?? 'open', waitingSince: fact.startedAt }
    case 'MESSAGES_MOVED':
      return { ...common, type: 'messagesMoved', waitingSince: fact.startedAt }
    case 'SLA_MET':
    case 'SLA_BREACHED': {
      const { field, startedAt, policyId } = fact
      if (!isClock(field) || startedAt === null || policyId === null) throw new Error('A fact of a clock does not name it')
      return { ...common, type: 'sla', isMet: fact.kind === 'SLA_MET', clock: field, startedAt, policyId }
    }
    case 'ASKED':
    case 'RATED': {
      const { personId, field, toValue } = fact
      const requestId = detail?.requestId
      if (requestId === undefined) throw new Error('A fact of a rating does not name its request')
      if (fact.kind === 'ASKED') return { ...common, type: 'asked', requestId, personId }
      if (field !== 'STARS' && field !== 'THUMBS') throw new Error('A fact of a rating does not name its scale')
      return { ...common, type: 'rated', requestId, personId, scale: field, score: Number(toValue) }
    }
    case 'RULE_RAN': {
      const runId = detail?.runId
      if (runId === undefined || fact.toValue === null) throw new Error('A fact of a rule does not name its run')
      return { ...common, type: 'ruleRan', ruleId: fact.toValue, runId }
    }
    case 'ERASED':
      return { ...common, type: 'erased', deleted: detail?.deleted ?? false }
    default:
      throw new Error(`A thread cannot be counted again from a fact of kind ${fact.kind}`)
  }
}

function isClock(field: Fact['field']): field is SlaClock {
  return field === 'FIRST_RESPONSE' || field === 'NEXT_RESPONSE' || field === 'RESOLUTION'
}
