import { describe, expect, it } from 'vitest'
import {
  ada,
  created,
  follow,
  grace,
  id,
  measured,
  message,
  minute,
  moved,
  status,
  tell,
  times,
  type Given,
  type Told,
} from '../../../../test/support/happenings.ts'
import { toStep } from './fact.ts'
import { measureAll } from './measure.ts'

describe('waits', () => {
  it('begin with the customer’s first message and end with the next answer', () => {
    const told: Told[] = [
      [0, created],
      [0, message('RECEIVED')],
      [5, message('RECEIVED')],
      [7, message('NOTED', ada)],
      [8, message('AUTOMATIC')],
      [10, message('ANSWERED', ada)],
      [11, message('ANSWERED', ada)],
      [20, message('RECEIVED')],
      [50, message('ANSWERED', grace)],
    ]
    expect(measured(told, 'value', 'isFirst', 'personId')).toEqual([
      ['CREATED', null, false, null],
      ['RECEIVED', null, false, null],
      ['RECEIVED', null, false, null],
      ['NOTED', null, false, ada],
      ['AUTOMATIC', null, false, null],
      ['ANSWERED', 10, true, ada],
      ['ANSWERED', null, false, ada],
      ['RECEIVED', null, false, null],
      ['ANSWERED', 30, false, grace],
    ])
    expect(follow(tell(told)).facts[5]?.value).toEqual({ ms: 600_000, businessMs: 300_000, step: toStep(600_000) })
  })

  it('are dropped by a resolution or a merge, and the next answer counts the next wait', () => {
    const told: Told[] = [
      [0, created],
      [0, message('RECEIVED')],
      [10, status('resolved')],
      [20, message('RECEIVED')],
      [20, status('open')],
      [25, message('ANSWERED', ada)],
      [30, message('RECEIVED')],
      [40, { type: 'merged' }],
    ]
    expect(measured(told, 'value', 'isFirst').slice(2)).toEqual([
      ['RESOLVED', 10, true],
      ['WAIT_DROPPED', 10, false],
      ['RECEIVED', null, false],
      ['REOPENED', 10, false],
      ['ANSWERED', 5, true],
      ['RECEIVED', null, false],
      ['MERGED', null, false],
      ['WAIT_DROPPED', 10, false],
    ])
  })

  it('are carried by moved messages, from the time of the customer’s message', () => {
    const told: Told[] = [
      [100, created],
      [110, { type: 'messagesMoved', waitingSince: 40 * minute }],
      [120, message('ANSWERED', ada)],
      [130, { type: 'messagesMoved', waitingSince: 125 * minute }],
      [140, { type: 'messagesMoved', waitingSince: null }],
    ]
    expect(measured(told, 'value')).toEqual([
      ['CREATED', null],
      ['MESSAGES_MOVED', null],
      ['ANSWERED', 80],
      ['MESSAGES_MOVED', null],
      ['MESSAGES_MOVED', null],
      ['WAIT_DROPPED', 15],
    ])
  })

  it('do not begin with an automatic reply of the customer’s mail program', () => {
    const quiet = { ...message('RECEIVED'), quiet: true } as Given
    expect(
      measured(
        [
          [0, created],
          [1, quiet],
          [5, message('ANSWERED', ada)],
        ],
        'value',
      )[2],
    ).toEqual(['ANSWERED', null])
  })

  it.each<[string, Given, boolean, boolean]>([
    ['the customer', message('RECEIVED'), true, true],
    ['an agent', message('ANSWERED', ada), false, true],
    ['a program', message('AUTOMATIC'), false, true],
  ])('of a thread that %s began have a first response only if an agent or the customer began it', (_, first, isFirst, hasWait) => {
    const told: Told[] = [
      [0, created],
      [0, first],
      [1, message('RECEIVED')],
      [5, message('ANSWERED', ada)],
    ]
    const answer = follow(tell(told)).facts.at(-1)
    expect([answer?.isFirst, answer?.value !== null]).toEqual([isFirst, hasWait])
  })
})

describe('episodes', () => {
  it('begin with the creation or a reopening and end with the next resolution', () => {
    const told: Told[] = [
      [0, created],
      [10, message('ANSWERED', ada)],
      [20, status('pending')],
      [50, status('open')],
      [60, status('resolved'), { actorId: ada, cause: 'AGENT' }],
      [70, status('closed'), { cause: 'SYSTEM' }],
      [100, status('open'), { actorId: grace, cause: 'AGENT' }],
      [130, status('closed')],
    ]
    expect(measured(told, 'value', 'openTime', 'sinceCreation', 'isFirst', 'personId', 'answersBefore', 'cause')).toEqual([
      ['CREATED', null, null, null, false, null, null, null],
      ['ANSWERED', null, null, null, true, ada, null, null],
      ['STATUS', null, null, null, false, null, null, null],
      ['STATUS', null, null, null, false, null, null, null],
      ['RESOLVED', 60, 30, 60, true, ada, 1, 'AGENT'],
      ['CLOSED', null, null, null, false, null, null, 'SYSTEM'],
      ['REOPENED', 40, null, null, false, null, null, 'AGENT'],
      ['RESOLVED', 30, 30, null, false, null, 1, null],
      ['CLOSED', null, null, null, false, null, null, null],
    ])
  })

  it('are credited to the assignee when a program resolved the thread', () => {
    const told: Told[] = [
      [0, created],
      [1, moved('assignee', grace)],
      [2, status('resolved'), { cause: 'RULE' }],
    ]
    expect(measured(told, 'personId', 'actorId').at(-1)).toEqual(['RESOLVED', grace, null])
  })

  it('are neither ended nor begun by a merge that is undone', () => {
    const told: Told[] = [
      [0, created],
      [10, { type: 'status', from: 'open', to: 'closed', isMerge: true }],
      [10, { type: 'merged' }],
      [30, status('open')],
      [30, { type: 'unmerged', status: 'open', waitingSince: null }],
      [40, status('resolved')],
    ]
    expect(measured(told, 'backlog', 'value', 'openTime')).toEqual([
      ['CREATED', 1, null, null],
      ['MERGED', -1, null, null],
      ['UNMERGED', 1, null, null],
      ['RESOLVED', -1, 40, 20],
    ])
  })
})

describe('a reopening', () => {
  const resolved: Told[] = [
    [0, created],
    [10, status('resolved')],
  ]
  it('is the customer’s when it is the next event after their message', () => {
    const byKey = { cause: 'AGENT', actorId: ada } as const
    expect(measured([...resolved, [20, message('RECEIVED')], [20, status('open'), byKey]], 'cause').at(-1)).toEqual([
      'REOPENED',
      'CUSTOMER',
    ])
    expect(measured([...resolved, [20, message('NOTED')], [20, status('open'), byKey]], 'cause').at(-1)).toEqual(['REOPENED', 'AGENT'])
    expect(measured([...resolved, [20, status('pending'), { cause: 'MERGE' }]], 'cause').at(-1)).toEqual(['REOPENED', 'MERGE'])
  })
  it('stays the customer’s when an older message is imported after it', () => {
    const byKey = { cause: 'AGENT', actorId: ada } as const
    const history = tell([...resolved, [20, message('RECEIVED')], [20, status('open'), byKey], [15, message('RECEIVED')]])
    const reopened = measureAll(history, times)?.facts.find(({ kind }) => kind === 'REOPENED')
    expect(reopened?.cause).toBe('CUSTOMER')
  })
  it('names the resolution that it reverses', () => {
    const { facts } = follow(tell([...resolved, [30, status('open')]]))
    expect(facts.at(-1)).toMatchObject({ kind: 'REOPENED', startedAt: 10 * minute, ofSequence: 2, value: { ms: 20 * minute } })
  })
})

describe('changes', () => {
  it('move an unresolved thread from one value to another, and a resolved one not', () => {
    const told: Told[] = [
      [0, created],
      [1, moved('assignee', ada)],
      [2, moved('priority', 'high')],
      [3, moved('priority', 'high')],
      [4, status('resolved')],
      [5, moved('assignee', grace)],
      [6, status('open')],
    ]
    expect(measured(told, 'fromValue', 'toValue', 'assigneeId', 'priority')).toEqual([
      ['CREATED', null, null, null, 'normal'],
      ['MOVED', null, ada, ada, 'normal'],
      ['MOVED', 'normal', 'high', ada, 'high'],
      ['RESOLVED', 'open', 'resolved', ada, 'high'],
      ['CHANGED', ada, grace, grace, 'high'],
      ['REOPENED', 'resolved', 'open', grace, 'high'],
    ])
  })

  it('of the SLA terms change the policy of later facts', () => {
    const told: Told[] = [
      [0, created, { termsId: id(7) }],
      [1, { type: 'policy' }, { termsId: id(7) }],
      [2, { type: 'policy' }, { termsId: null }],
      [3, message('NOTED')],
    ]
    expect(measured(told, 'policyId')).toEqual([
      ['CREATED', id(7)],
      ['CHANGED', null],
      ['NOTED', null],
    ])
  })

  it('end with the erasure of an unresolved thread, if it was deleted', () => {
    const erased = (deleted: boolean): Told[] => [
      [0, created],
      [0, message('RECEIVED')],
      [9, { type: 'erased', deleted }],
    ]
    expect(measured(erased(true), 'backlog').slice(2)).toEqual([
      ['ERASED', -1],
      ['WAIT_DROPPED', 0],
    ])
    expect(measured(erased(false), 'backlog').slice(2)).toEqual([['ERASED', 0]])
  })
})

describe('an SLA clock', () => {
  const sla = (isMet: boolean, startedAt: number): Given => ({ type: 'sla', isMet, clock: 'RESOLUTION', startedAt, policyId: id(8) })
  it('is decided once, whatever happens later', () => {
    const told: Told[] = [
      [0, created],
      [5, sla(false, 0), { order: 6 * minute }],
      [9, sla(true, 0)],
      [10, sla(true, 7)],
    ]
    expect(measured(told, 'field', 'policyId', 'at')).toEqual([
      ['CREATED', null, null, 0],
      ['SLA_BREACHED', 'RESOLUTION', id(8), 5 * minute],
      ['SLA_MET', 'RESOLUTION', id(8), 10 * minute],
    ])
  })
})

it.each<[number, number]>([
  [0, 0],
  [999, 0],
  [1_199, 0],
  [1_201, 1],
  [60_000, 22],
  [365 * 86_400_000, 94],
  [Number.MAX_SAFE_INTEGER, 95],
])('a duration of %i ms is in step %i', (ms, step) => expect(toStep(ms)).toBe(step))
