/** Undoing a bulk change restores each thread, and skips threads that the change did not affect. */
import type { Thread } from '@skein/client'
import { expect, it } from 'vitest'
import { buildUndoRequests, bulkChange, splitIntoBatches } from './bulk-changes.ts'

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

it('threads that get the same values back share a request', () => {
  const before = [thread('a'), thread('b', { status: 'pending' }), thread('c'), thread('d', { status: 'resolved' })]
  expect(buildUndoRequests(bulkChange.status('resolved'), before)).toEqual([
    { changes: { status: 'open', snoozedUntil: null }, threadIds: ['a', 'c'] },
    { changes: { status: 'pending', snoozedUntil: null }, threadIds: ['b'] },
  ])
})

it('undo restores a snooze, or opens a thread whose snooze is over', () => {
  const until = '2126-03-05T09:00:00.000Z'
  const snoozedThread = (id: string, snoozedUntil: string | null) => thread(id, { status: 'pending', snoozed: true, snoozedUntil })
  const before = [snoozedThread('a', until), snoozedThread('b', null), snoozedThread('c', '2026-03-05T09:00:00.000Z')]
  const requests = [
    { changes: { snoozedUntil: until }, threadIds: ['a'] },
    { changes: { snoozedUntilReply: true }, threadIds: ['b'] },
    { changes: { status: 'open', snoozedUntil: null }, threadIds: ['c'] },
  ]
  expect(buildUndoRequests(bulkChange.status('resolved'), before)).toEqual(requests)
  expect(buildUndoRequests(bulkChange.snooze(new Date('2127-01-01')), before)).toEqual(requests)
  expect(buildUndoRequests(bulkChange.snooze(null), [thread('d', { status: 'pending' })])).toEqual([
    { changes: { status: 'pending', snoozedUntil: null }, threadIds: ['d'] },
  ])
})

it('a closed thread is reopened before it gets its former status', () => {
  const before = [thread('a'), thread('b', { status: 'resolved' })]
  expect(buildUndoRequests(bulkChange.status('closed'), before)).toEqual([
    { changes: { status: 'open' }, threadIds: ['b'] },
    { changes: { status: 'open', snoozedUntil: null }, threadIds: ['a'] },
    { changes: { status: 'resolved', snoozedUntil: null }, threadIds: ['b'] },
  ])
})

it('threads that had the label or assignee before keep them', () => {
  const before = [thread('a', { labels: [billing], assignee: lee }), thread('b')]
  expect(buildUndoRequests(bulkChange.addLabel(billing), before)).toEqual([{ changes: { removeLabels: ['lbl_1'] }, threadIds: ['b'] }])
  expect(buildUndoRequests(bulkChange.removeLabel(billing), before)).toEqual([{ changes: { addLabels: ['lbl_1'] }, threadIds: ['a'] }])
  expect(buildUndoRequests(bulkChange.assign(lee), before)).toEqual([{ changes: { assigneeId: null }, threadIds: ['b'] }])
  expect(buildUndoRequests(bulkChange.assign(null), before)).toEqual([{ changes: { assigneeId: 'usr_lee' }, threadIds: ['a'] }])
})

it('no request names more threads than the service accepts', () => {
  const before = Array.from({ length: 250 }, (_, i) => thread(`t${i}`))
  expect(splitIntoBatches(before).map(({ length }) => length)).toEqual([100, 100, 50])
  expect(buildUndoRequests(bulkChange.priority('high'), before).map(({ threadIds }) => threadIds.length)).toEqual([100, 100, 50])
})
