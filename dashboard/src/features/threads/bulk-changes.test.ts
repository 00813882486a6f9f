/** What takes a change of many threads back: each thread becomes what it was, and those that were so already are left alone. */
import type { Thread } from '@skein/client'
import { expect, it } from 'vitest'
import { backFrom, bulkChange, inPortions } from './bulk-changes.ts'

const lee = { id: 'usr_lee', name: 'Lee' }
const billing = { id: 'lbl_1', name: 'billing' }
function thread(id: string, changes: Partial<Thread> = {}): Thread {
  // Safe because the changes read no other fields.
  return {
    id,
    status: 'open',
    priority: 'normal',
    assignee: null,
    labels: [],
    teamId: null,
    snoozed: false,
    snoozedUntil: null,
    ...changes,
  } as unknown as Thread
}

it('threads that get the same back share a request', () => {
  const before = [thread('a'), thread('b', { status: 'pending' }), thread('c'), thread('d', { status: 'resolved' })]
  expect(backFrom(bulkChange.status('resolved'), before)).toEqual([
    { changes: { status: 'open', snoozedUntil: null }, threadIds: ['a', 'c'] },
    { changes: { status: 'pending', snoozedUntil: null }, threadIds: ['b'] },
  ])
})

it('a snoozed thread is snoozed again until its time, or until the customer writes, and is open when its time has come', () => {
  const until = '2126-03-05T09:00:00.000Z'
  const asleep = (id: string, snoozedUntil: string | null) => thread(id, { status: 'pending', snoozed: true, snoozedUntil })
  const before = [asleep('a', until), asleep('b', null), asleep('c', '2026-03-05T09:00:00.000Z')]
  const back = [
    { changes: { snoozedUntil: until }, threadIds: ['a'] },
    { changes: { snoozedUntilReply: true }, threadIds: ['b'] },
    { changes: { status: 'open', snoozedUntil: null }, threadIds: ['c'] },
  ]
  expect(backFrom(bulkChange.status('resolved'), before)).toEqual(back)
  expect(backFrom(bulkChange.snooze(new Date('2127-01-01')), before)).toEqual(back)
  expect(backFrom(bulkChange.snooze(null), [thread('d', { status: 'pending' })])).toEqual([
    { changes: { status: 'pending', snoozedUntil: null }, threadIds: ['d'] },
  ])
})

it('a closed thread is reopened before it gets its former status, because it can only be reopened', () => {
  const before = [thread('a'), thread('b', { status: 'resolved' })]
  expect(backFrom(bulkChange.status('closed'), before)).toEqual([
    { changes: { status: 'open' }, threadIds: ['b'] },
    { changes: { status: 'open', snoozedUntil: null }, threadIds: ['a'] },
    { changes: { status: 'resolved', snoozedUntil: null }, threadIds: ['b'] },
  ])
})

it('who had the label or the person before keeps them', () => {
  const before = [thread('a', { labels: [billing], assignee: lee }), thread('b')]
  expect(backFrom(bulkChange.addLabel(billing), before)).toEqual([{ changes: { removeLabels: ['lbl_1'] }, threadIds: ['b'] }])
  expect(backFrom(bulkChange.removeLabel(billing), before)).toEqual([{ changes: { addLabels: ['lbl_1'] }, threadIds: ['a'] }])
  expect(backFrom(bulkChange.assign(lee), before)).toEqual([{ changes: { assigneeId: null }, threadIds: ['b'] }])
  expect(backFrom(bulkChange.assign(null), before)).toEqual([{ changes: { assigneeId: 'usr_lee' }, threadIds: ['a'] }])
})

it('no request names more threads than the service takes', () => {
  const before = Array.from({ length: 250 }, (_, i) => thread(`t${i}`))
  expect(inPortions(before).map(({ length }) => length)).toEqual([100, 100, 50])
  expect(backFrom(bulkChange.priority('high'), before).map(({ threadIds }) => threadIds.length)).toEqual([100, 100, 50])
})
