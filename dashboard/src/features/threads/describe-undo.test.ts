/** The toast after undoing a change says what is as before. */
import type { Thread } from '@skein/client'
import { expect, it } from 'vitest'
import { bulkChange, type BulkChange } from './bulk-changes.ts'
import { describeUndo } from './describe-undo.ts'

const lee = { id: 'usr_lee', name: 'Lee' }
// Safe because the sentences read no other fields.
const thread = (changes: Partial<Thread> = {}): Thread => ({ status: 'open', assignee: null, snoozed: false, ...changes }) as Thread
const say = (change: BulkChange, ...before: Thread[]): string => describeUndo(change.restored, before)

it('for one thread, for several, and for several that were different', () => {
  const resolve = bulkChange.status('resolved')
  expect(say(resolve, thread())).toBe('Reopened the thread')
  expect(say(resolve, thread(), thread())).toBe('Reopened 2 threads')
  expect(say(resolve, thread(), thread({ status: 'pending' }))).toBe('Restored the status of 2 threads')
  expect(say(resolve, thread({ status: 'pending', snoozed: true }))).toBe('Snoozed the thread again')
  const assign = bulkChange.assign({ id: 'usr_kim', name: 'Kim' })
  expect(say(assign, thread(), thread())).toBe('Unassigned 2 threads')
  expect(say(assign, thread({ assignee: lee }))).toBe('Assigned the thread to Lee again')
  expect(say(assign, thread(), thread({ assignee: lee }))).toBe('Restored the assignees of 2 threads')
  expect(say(bulkChange.addLabel({ id: 'lbl_1', name: 'billing' }), thread())).toBe('Removed billing from the thread')
})
