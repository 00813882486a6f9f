/** What somebody does shows at once, stays on top of what others do meanwhile, and leaves nothing behind when it is refused. */
import { QueryClient } from '@tanstack/react-query'
import type { Message, SkeinEvent, Thread } from '@skein/client'
import { beforeEach, expect, it } from 'vitest'
import { showChange } from './show-change.ts'
import { applyThreadEvent, listKey } from './thread-cache.ts'
import type { ThreadList } from './thread-lists.ts'

const me = 'usr_me'
const at = '2026-03-04T09:30:00.000Z'
let queries: QueryClient

// Safe because nothing here reads the fields that are missing.
const thread = (changes: Partial<Thread> = {}) =>
  ({
    id: 'a',
    subject: 'Refund',
    status: 'open',
    priority: 'normal',
    version: 1,
    lastMessageAt: at,
    customer: { id: 'cst_1', email: 'dana@example.com', name: 'Dana' },
    messageCount: 1,
    sla: [],
    ...changes,
  }) as Thread
const colleague = (now: Thread) => {
  // Safe, as above.
  const event = { id: `evt_${now.version}`, type: 'thread.updated', data: { object: now, previous: {} } } as unknown as SkeinEvent
  return applyThreadEvent(queries, event, me)
}
const shown = () => {
  const [page] = queries.getQueryData<ThreadList>(listKey({}))?.pages ?? []
  return page?.data.map(({ subject, status, priority }) => `${subject}, ${status}, ${priority}`).join() ?? ''
}
const openOnes = () => {
  const [page] = queries.getQueryData<ThreadList>(listKey({ status: 'open' }))?.pages ?? []
  return [page?.data.length, page?.meta.total]
}

beforeEach(() => {
  queries = new QueryClient()
  for (const filters of [{}, { status: 'open' }] as const) {
    const page = { data: [thread()], meta: { cursor: '', hasMore: false, total: 7 }, fresh: [] }
    queries.setQueryData<ThreadList>(listKey(filters), { pages: [page], pageParams: [''] })
  }
})

it('lies on top of what a colleague does before it is answered', () => {
  const change = showChange(queries, thread(), () => ({ status: 'resolved' }), me)
  expect([shown(), openOnes()]).toEqual(['Refund, resolved, normal', [0, 6]])
  colleague(thread({ version: 2, subject: 'Refund of May' }))
  expect([shown(), openOnes()]).toEqual(['Refund of May, resolved, normal', [0, 6]])
  change.answered(thread({ version: 3, subject: 'Refund of May', status: 'resolved' }))
  colleague(thread({ version: 3, subject: 'Refund of May', status: 'resolved' }))
  expect([shown(), openOnes()]).toEqual(['Refund of May, resolved, normal', [0, 6]])
})

it('leaves what others have done when it is refused, a message included', () => {
  const change = showChange(queries, thread(), () => ({ status: 'resolved' }), me)
  colleague(thread({ version: 2, priority: 'urgent' }))
  const object = { id: 'msg_2', threadId: 'a', authorType: 'AGENT', internal: true, createdAt: '2026-03-05T09:30:00.000Z' }
  // Safe because nothing here reads the fields that are missing.
  applyThreadEvent(
    queries,
    { id: 'evt_m', type: 'message.created', data: { object: object as unknown as Message } } as unknown as SkeinEvent,
    me,
  )
  change.takeBack()
  expect([shown(), openOnes()[1]]).toEqual(['Refund, open, urgent', 7])
  expect(queries.getQueryData<ThreadList>(listKey({}))?.pages[0]?.data[0]).toMatchObject({ lastMessageId: 'msg_2', messageCount: 2 })
})

it('is not taken back by the answer to an earlier one, nor by an answer that is older than what is known', () => {
  const first = showChange(queries, thread(), () => ({ priority: 'high' }), me)
  const second = showChange(queries, thread(), () => ({ status: 'resolved' }), me)
  first.answered(thread({ version: 2, priority: 'high' }))
  expect([shown(), openOnes()]).toEqual(['Refund, resolved, high', [0, 6]])
  colleague(thread({ version: 4, priority: 'urgent', status: 'resolved' }))
  second.answered(thread({ version: 3, priority: 'high', status: 'resolved' }))
  expect([shown(), openOnes()]).toEqual(['Refund, resolved, urgent', [0, 6]])
})

it('stays when it is done and the answer does not show the thread, until its event has come', () => {
  const change = showChange(queries, thread(), () => ({ priority: 'high' }), me)
  change.done()
  expect(shown()).toBe('Refund, open, high')
  colleague(thread({ version: 2, priority: 'high', subject: 'Again' }))
  colleague(thread({ version: 3, priority: 'low', subject: 'Again' }))
  expect(shown()).toBe('Again, open, low')
})

it('is undone in place, although the event of the change comes after the undo was sent', () => {
  const change = showChange(queries, thread(), () => ({ status: 'resolved' }), me)
  change.done()
  const undo = showChange(queries, thread({ status: 'resolved' }), () => ({ status: 'open' }), me)
  colleague(thread({ version: 2, status: 'resolved' }))
  undo.done()
  expect([shown(), openOnes()]).toEqual(['Refund, open, normal', [1, 7]])
  colleague(thread({ version: 3 }))
  expect([shown(), openOnes()]).toEqual(['Refund, open, normal', [1, 7]])
  expect(queries.getQueryData<ThreadList>(listKey({ status: 'open' }))?.pages[0]?.fresh).toEqual([])
})

it('is undone in place, although both events come after the undo is done', () => {
  showChange(queries, thread(), () => ({ status: 'resolved' }), me).done()
  showChange(queries, thread({ status: 'resolved' }), () => ({ status: 'open' }), me).done()
  for (const event of [thread({ version: 2, status: 'resolved' }), thread({ version: 3 })]) {
    colleague(event)
    expect([shown(), openOnes()]).toEqual(['Refund, open, normal', [1, 7]])
  }
  expect(queries.getQueryData<ThreadList>(listKey({ status: 'open' }))?.pages[0]?.fresh).toEqual([])
  colleague(thread({ version: 4, priority: 'urgent' }))
  expect(shown()).toBe('Refund, open, urgent')
})

it('hides nothing of what a colleague does when it changes nothing', () => {
  for (let i = 0; i < 3; i++) showChange(queries, thread(), () => ({ priority: 'normal' }), me).done()
  colleague(thread({ version: 2, status: 'resolved' }))
  expect([shown(), openOnes()]).toEqual(['Refund, resolved, normal', [0, 6]])
})
