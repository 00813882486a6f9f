/** An optimistic change is shown immediately, on top of colleagues' changes, and is rolled back when the service refuses it. */
import { QueryClient } from '@tanstack/react-query'
import type { Message, SkeinEvent, Thread } from '@skein/client'
import { beforeEach, expect, it } from 'vitest'
import { showChange } from './show-change.ts'
import { applyThreadEvent, listKey } from './thread-cache.ts'
import type { ThreadList } from './thread-lists.ts'

const me = 'usr_me'
const at = '2026-03-04T09:30:00.000Z'
let queries: QueryClient

// Safe because no code under test reads the missing fields.
const thread = (changes: Partial<Thread> = {}) =>
  ({
    id: 'a',
    subject: 'Refund',
    status: 'open',
    priority: 'normal',
    version: 1,
    lastMessageAt: at,
    customer: { id: 'cst_1', email: 'dana@example.com', name: 'Dana' },
    labels: [],
    messageCount: 1,
    sla: [],
    ...changes,
  }) as Thread
const colleague = (now: Thread) => {
  // Safe because no code under test reads the missing fields.
  const event = { id: `evt_${now.version}`, type: 'thread.updated', data: { object: now, previous: {} } } as unknown as SkeinEvent
  return applyThreadEvent(queries, event, me)
}
const shown = () => {
  const [page] = queries.getQueryData<ThreadList>(listKey({}))?.pages ?? []
  return page?.data.map(({ subject, status, priority }) => `${subject}, ${status}, ${priority}`).join() ?? ''
}
const countOpen = () => {
  const [page] = queries.getQueryData<ThreadList>(listKey({ status: 'open' }))?.pages ?? []
  return [page?.data.length, page?.meta.total]
}

beforeEach(() => {
  queries = new QueryClient()
  for (const filters of [{}, { status: 'open' }] as const) {
    const page = { data: [thread()], meta: { cursor: '', hasMore: false, total: 7 }, newRows: [] }
    queries.setQueryData<ThreadList>(listKey(filters), { pages: [page], pageParams: [''] })
  }
})

it('a pending change stays on top of a colleague’s change', () => {
  const change = showChange(queries, thread(), () => ({ status: 'resolved' }), me)
  expect([shown(), countOpen()]).toEqual(['Refund, resolved, normal', [0, 6]])
  colleague(thread({ version: 2, subject: 'Refund of May' }))
  expect([shown(), countOpen()]).toEqual(['Refund of May, resolved, normal', [0, 6]])
  change.confirmWith(thread({ version: 3, subject: 'Refund of May', status: 'resolved' }))
  colleague(thread({ version: 3, subject: 'Refund of May', status: 'resolved' }))
  expect([shown(), countOpen()]).toEqual(['Refund of May, resolved, normal', [0, 6]])
})

it('a refused change leaves the changes and messages of others in place', () => {
  const change = showChange(queries, thread(), () => ({ status: 'resolved' }), me)
  colleague(thread({ version: 2, priority: 'urgent' }))
  const object = {
    id: 'msg_2',
    threadId: 'a',
    authorType: 'AGENT',
    internal: true,
    createdAt: '2026-03-05T09:30:00.000Z',
    bodyText: '',
    attachments: [],
  }
  // Safe because no code under test reads the missing fields.
  applyThreadEvent(
    queries,
    { id: 'evt_m', type: 'message.created', data: { object: object as unknown as Message } } as unknown as SkeinEvent,
    me,
  )
  change.revert()
  expect([shown(), countOpen()[1]]).toEqual(['Refund, open, urgent', 7])
  expect(queries.getQueryData<ThreadList>(listKey({}))?.pages[0]?.data[0]).toMatchObject({ lastMessageId: 'msg_2', messageCount: 2 })
})

it('neither the response to an earlier change nor an older response reverts it', () => {
  const first = showChange(queries, thread(), () => ({ priority: 'high' }), me)
  const second = showChange(queries, thread(), () => ({ status: 'resolved' }), me)
  first.confirmWith(thread({ version: 2, priority: 'high' }))
  expect([shown(), countOpen()]).toEqual(['Refund, resolved, high', [0, 6]])
  colleague(thread({ version: 4, priority: 'urgent', status: 'resolved' }))
  second.confirmWith(thread({ version: 3, priority: 'high', status: 'resolved' }))
  expect([shown(), countOpen()]).toEqual(['Refund, resolved, urgent', [0, 6]])
})

it('a confirmed change without a thread in the response stays until its event', () => {
  const change = showChange(queries, thread(), () => ({ priority: 'high' }), me)
  change.confirm()
  expect(shown()).toBe('Refund, open, high')
  colleague(thread({ version: 2, priority: 'high', subject: 'Again' }))
  colleague(thread({ version: 3, priority: 'low', subject: 'Again' }))
  expect(shown()).toBe('Again, open, low')
})

it('the event of a change does not revert an undo that was sent before it', () => {
  const change = showChange(queries, thread(), () => ({ status: 'resolved' }), me)
  change.confirm()
  const undo = showChange(queries, thread({ status: 'resolved' }), () => ({ status: 'open' }), me)
  colleague(thread({ version: 2, status: 'resolved' }))
  undo.confirm()
  expect([shown(), countOpen()]).toEqual(['Refund, open, normal', [1, 7]])
  colleague(thread({ version: 3 }))
  expect([shown(), countOpen()]).toEqual(['Refund, open, normal', [1, 7]])
  expect(queries.getQueryData<ThreadList>(listKey({ status: 'open' }))?.pages[0]?.newRows).toEqual([])
})

it('an undo holds although both events arrive after it', () => {
  showChange(queries, thread(), () => ({ status: 'resolved' }), me).confirm()
  showChange(queries, thread({ status: 'resolved' }), () => ({ status: 'open' }), me).confirm()
  for (const event of [thread({ version: 2, status: 'resolved' }), thread({ version: 3 })]) {
    colleague(event)
    expect([shown(), countOpen()]).toEqual(['Refund, open, normal', [1, 7]])
  }
  expect(queries.getQueryData<ThreadList>(listKey({ status: 'open' }))?.pages[0]?.newRows).toEqual([])
  colleague(thread({ version: 4, priority: 'urgent' }))
  expect(shown()).toBe('Refund, open, urgent')
})

it('a change without effect does not hide the changes of a colleague', () => {
  for (let i = 0; i < 3; i++) showChange(queries, thread(), () => ({ priority: 'normal' }), me).confirm()
  colleague(thread({ version: 2, status: 'resolved' }))
  expect([shown(), countOpen()]).toEqual(['Refund, resolved, normal', [0, 6]])
})
