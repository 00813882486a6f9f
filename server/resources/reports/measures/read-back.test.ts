import { describe, expect, it } from 'vitest'
import {
  ada,
  created,
  follow,
  grace,
  id,
  inMinutes,
  message,
  minute,
  moved,
  status,
  tell,
  times,
  type Given,
  type Told,
} from '../../../../test/support/happenings.ts'
import { isUnresolved } from './happening.ts'
import { measure, measureAll } from './measure.ts'
import { readBack } from './read-back.ts'

describe('a thread that is counted again', () => {
  it('has a message with an earlier time in its place', () => {
    const history: Told[] = [
      [0, created],
      [0, message('RECEIVED')],
      [30, message('ANSWERED', ada)],
    ]
    const { facts, state } = follow(tell(history))
    const [late] = tell([[10, message('ANSWERED', grace), { sequence: 9 }]])
    if (!late) throw new Error('No message')
    expect(measure(state, late, times)).toBeNull()
    const again = measureAll([...readBack(facts), late], times)
    expect(again?.facts.map(({ kind, value, isFirst }) => [kind, inMinutes(value), isFirst])).toEqual([
      ['CREATED', null, false],
      ['RECEIVED', null, false],
      ['ANSWERED', 10, true],
      ['ANSWERED', null, false],
    ])
  })

  it('has the same facts, and its books balance, for any history', () => {
    let seed = 20_260
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item
    for (let round = 0; round < 300; round++) {
      const told: Told[] = [[1, created, { termsId: pick([null, id(7)]) }]]
      let merged = false
      for (let i = 0; i < 25; i++) {
        const wait = pick([null, (i + 1) * minute])
        const merge: Given = merged ? { type: 'unmerged', status: pick(['open', 'resolved']), waitingSince: wait } : { type: 'merged' }
        const given: Given = merged
          ? merge
          : pick<Given>([
              message(pick(['RECEIVED', 'ANSWERED', 'AUTOMATIC', 'NOTED'])),
              message('RECEIVED'),
              status(pick(['open', 'pending', 'resolved', 'closed'])),
              status('open'),
              moved('assignee', pick([null, ada, grace])),
              { type: 'snooze', to: pick(['snoozed', 'awake']) },
              { type: 'messagesMoved', waitingSince: wait },
              { type: 'sla', isMet: random(2) === 0, clock: 'NEXT_RESPONSE', startedAt: random(3), policyId: id(8) },
              merge,
            ])
        merged = given.type === 'merged'
        told.push([i + 2, given, { cause: pick([null, 'AGENT']), termsId: pick([undefined, undefined, id(7), null]) }])
      }
      const { facts, state } = follow(tell(told))
      expect(measureAll(readBack(facts), times)).toEqual({ state, facts })
      const assigned = new Map<string | null, number>()
      const add = (person: string | null, change: number): void => void assigned.set(person, (assigned.get(person) ?? 0) + change)
      for (const { kind, backlog, assigneeId, field, fromValue, toValue } of facts) {
        add(assigneeId, backlog)
        if (kind !== 'MOVED' || field !== 'assignee') continue
        add(fromValue, -1)
        add(toValue, 1)
      }
      const expected = isUnresolved(state.status) && !state.merged ? 1 : 0
      expect([...assigned].filter(([, count]) => count !== 0)).toEqual(expected ? [[state.context.assigneeId, 1]] : [])
      expect(new Set(facts.map(({ kind, at, sequence, n }) => `${kind} ${at} ${sequence} ${n}`)).size).toBe(facts.length)
    }
  })
})
