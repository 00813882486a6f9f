/** Lists follow events: rows, order and totals are those that asking the service again would give. */
import { InfiniteQueryObserver, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Message, SkeinEvent, Thread } from '@skein/client'
import { describe, expect, it, vi } from 'vitest'
import { applyThreadEvent, listKey, messagesKey, putThread, threadKey, type MessageList } from './thread-cache.ts'
import { countKey } from './thread-counts.ts'
import type { ThreadFilters } from './thread-filters.ts'
import type { ThreadList, ThreadPage } from './thread-lists.ts'
import { views } from './views.ts'

const me = 'usr_me'

function thread(id: string, changes: Partial<Thread> = {}): Thread {
  const at = '2026-03-04T09:30:00.000Z'
  const customer = { id: 'cst_1', email: 'ada@example.com', name: 'Ada' }
  // Safe because nothing here reads the fields that are missing.
  return {
    id,
    subject: id,
    status: 'open',
    assignee: null,
    customer,
    snoozed: false,
    waitingSince: at,
    lastMessageAt: at,
    version: 1,
    messageCount: 1,
    sla: [],
    ...changes,
  } as Thread
}

function holding(filters: ThreadFilters, threads: Thread[], total = threads.length): { queries: QueryClient; list: () => ThreadList } {
  const queries = new QueryClient()
  const page = { data: threads, meta: { cursor: '', hasMore: false, total }, fresh: [] }
  queries.setQueryData<ThreadList>(listKey(filters), { pages: [page], pageParams: [''] })
  return { queries, list: () => queries.getQueryData<ThreadList>(listKey(filters)) ?? { pages: [], pageParams: [] } }
}

const idsOf = (list: ThreadList) => list.pages.flatMap(({ data }) => data.map(({ id }) => id))
const freshOf = (list: ThreadList) => list.pages[0]?.fresh?.map(({ id }) => id)
const totalOf = (list: ThreadList) => list.pages[0]?.meta.total

function changed(now: Thread, previous: object, type = 'thread.status_changed'): SkeinEvent {
  // Safe because nothing here reads the fields that are missing.
  return { id: `evt_${now.version}`, type, data: { object: now, previous } } as unknown as SkeinEvent
}

describe('a list', () => {
  it('loses what no longer belongs to it, and counts it out', () => {
    const { queries, list } = holding(views.all.filters, [thread('a'), thread('b')], 40)
    applyThreadEvent(queries, changed(thread('a', { status: 'resolved', version: 2 }), { status: 'open' }), me)
    expect([idsOf(list()), totalOf(list())]).toEqual([['b'], 39])
  })
  it('counts threads that are not loaded by what they were before', () => {
    const { queries, list } = holding(views.all.filters, [thread('a')], 40)
    applyThreadEvent(queries, changed(thread('z', { status: 'resolved', version: 5 }), { status: 'open' }), me)
    expect([idsOf(list()), totalOf(list())]).toEqual([['a'], 39])
    applyThreadEvent(queries, changed(thread('y', { status: 'resolved', version: 5 }), { status: 'pending' }), me)
    expect(totalOf(list())).toBe(39)
  })
  it('keeps new rows aside, so that nothing moves, and counts them at once', () => {
    const { queries, list } = holding(views.unassigned.filters, [thread('a')])
    applyThreadEvent(queries, changed(thread('new'), {}, 'thread.created'), me)
    expect([idsOf(list()), freshOf(list()), totalOf(list())]).toEqual([['a'], ['new'], 2])
  })
  it('is not changed twice by an event that comes twice, or after the answer of this tab’s own call', () => {
    const { queries, list } = holding(views.all.filters, [thread('a'), thread('b')])
    const now = thread('a', { status: 'resolved', version: 2 })
    putThread(queries, { now, before: thread('a'), meId: me })
    applyThreadEvent(queries, changed(now, { status: 'open' }), me)
    applyThreadEvent(queries, changed(now, { status: 'open' }), me)
    expect([idsOf(list()), totalOf(list())]).toEqual([['b'], 1])
  })
  it('has a thread that was opened by its link before its event came, and counts it once', () => {
    const { queries, list } = holding(views.unassigned.filters, [thread('a')])
    queries.setQueryData<Thread>(threadKey('new'), thread('new'))
    for (const _ of [1, 2]) applyThreadEvent(queries, changed(thread('new'), {}, 'thread.created'), me)
    expect([freshOf(list()), totalOf(list())]).toEqual([['new'], 2])
  })
  it('follows events although the open thread is ahead of them, which stays as it was read', () => {
    const { queries, list } = holding(views.all.filters, [thread('a'), thread('b')])
    queries.setQueryData<Thread>(threadKey('a'), thread('a', { status: 'resolved', subject: 'newest', version: 3 }))
    applyThreadEvent(queries, changed(thread('a', { status: 'resolved', version: 2 }), { status: 'open' }), me)
    expect([idsOf(list()), totalOf(list())]).toEqual([['b'], 1])
    applyThreadEvent(queries, changed(thread('a', { status: 'resolved', subject: 'newest', version: 3 }), {}, 'thread.updated'), me)
    expect([totalOf(list()), queries.getQueryData<Thread>(threadKey('a'))?.subject]).toEqual([1, 'newest'])
  })
  it('follows the clocks of its threads, and asks for what a message of the customer has started', () => {
    const clock = { metric: 'FIRST_RESPONSE', state: 'PENDING', dueAt: null, pausedAt: null, remainingMs: 1 } as const
    const { queries, list } = holding(views.all.filters, [thread('a', { sla: [clock] }), thread('b')])
    const object = { threadId: 'a', metric: 'FIRST_RESPONSE', state: 'MET' }
    // Safe because nothing here reads the fields that are missing.
    expect(applyThreadEvent(queries, { id: 'evt_1', type: 'sla.met', data: { object } } as unknown as SkeinEvent, me)).toBe(true)
    expect(list().pages[0]?.data.map(({ sla }) => sla.map(({ state }) => state))).toEqual([['MET'], []])
    const message = (threadId: string, authorType: string): SkeinEvent =>
      ({
        type: 'message.created',
        data: { object: { id: `msg_${authorType}`, threadId, authorType, createdAt: '2026-03-05T09:30:00.000Z' } },
      }) as unknown as SkeinEvent // Safe, as above.
    expect(applyThreadEvent(queries, message('a', 'AGENT'), me)).toBe(true)
    expect(applyThreadEvent(queries, message('a', 'CUSTOMER'), me)).toBe(false)
    expect(applyThreadEvent(queries, message('b', 'CUSTOMER'), me)).toBe(true)
  })
  it('keeps the pages that an event does not concern, and nothing of threads that nobody looks at', () => {
    const { queries, list } = holding(views.all.filters, [])
    const pages = ['a', 'b', 'c'].map((id) => ({ data: [thread(id)], meta: { cursor: '', hasMore: false, total: 3 } }))
    queries.setQueryData<ThreadList>(listKey(views.all.filters), { pages, pageParams: ['', '', ''] })
    const before = list().pages
    applyThreadEvent(queries, changed(thread('b', { version: 2, subject: 'new' }), { subject: 'b' }, 'thread.updated'), me)
    expect(list().pages.map((page, i) => page === before[i])).toEqual([true, false, true])
    applyThreadEvent(queries, changed(thread('z', { version: 2, subject: 'new' }), { subject: 'z' }, 'thread.updated'), me)
    expect(queries.getQueryCache().findAll({ queryKey: ['thread'] })).toEqual([])
  })
  it('keeps what somebody has done while its next page was on its way, and asks for that page again', async () => {
    const queries = new QueryClient()
    const answers = [Promise.withResolvers<ThreadPage>(), Promise.withResolvers<ThreadPage>()]
    const page = (ids: string[], cursor: string): ThreadPage => ({
      data: ids.map((id) => thread(id)),
      meta: { cursor, hasMore: cursor !== '', total: 3 },
    })
    const pages = new InfiniteQueryObserver<ThreadPage, Error, ThreadList, QueryKey, string>(queries, {
      queryKey: listKey(views.all.filters),
      initialPageParam: '',
      queryFn: async ({ pageParam }) => (pageParam === '' ? page(['a', 'b'], 'next') : (answers.shift()?.promise ?? page([], ''))),
      getNextPageParam: ({ meta }) => meta.cursor || undefined,
    })
    const end = pages.subscribe(() => undefined)
    const list = () => pages.getCurrentResult().data ?? { pages: [], pageParams: [] }
    await vi.waitFor(() => expect(idsOf(list())).toEqual(['a', 'b']))
    const [first, second] = answers
    const asking = pages.fetchNextPage()
    putThread(queries, { now: thread('a', { status: 'resolved' }), before: thread('a'), meId: me, isOwn: true })
    first?.resolve(page(['c'], ''))
    await asking
    expect([idsOf(list()), totalOf(list()), pages.getCurrentResult().isFetchingNextPage]).toEqual([['b'], 2, false])
    second?.resolve(page(['c'], ''))
    await pages.fetchNextPage()
    expect([idsOf(list()), totalOf(list())]).toEqual([['b', 'c'], 2])
    end()
  })
  it('that was read between a change and its event has the others, and the numbers, asked for again', () => {
    const { queries, list } = holding(views.all.filters, [thread('new')])
    const without = { data: [thread('a')], meta: { cursor: '', hasMore: false, total: 1 }, fresh: [] }
    queries.setQueryData<ThreadList>(listKey(views.mine.filters), { pages: [without], pageParams: [''] })
    queries.setQueryData<number>(countKey(views.unassigned.filters), 0)
    applyThreadEvent(queries, changed(thread('new'), {}, 'thread.created'), me)
    const isToAsk = (key: QueryKey) => queries.getQueryState(key)?.isInvalidated
    expect([listKey(views.all.filters), listKey(views.mine.filters), countKey(views.unassigned.filters)].map(isToAsk)).toEqual([
      false,
      true,
      true,
    ])
    expect([idsOf(list()), totalOf(list())]).toEqual([['new'], 1])
  })
  it('of a customer follows what happens to their threads', () => {
    const { queries } = holding(views.all.filters, [])
    const key = ['customer-threads', 'cst_1']
    const page = { data: [thread('a')], meta: { cursor: '', hasMore: false, total: 1 } }
    queries.setQueryData<ThreadList>(key, { pages: [page], pageParams: [''] })
    const shown = () => queries.getQueryData<ThreadList>(key)?.pages[0]
    applyThreadEvent(queries, changed(thread('a', { version: 2, waitingSince: null }), {}, 'thread.updated'), me)
    expect(shown()?.data.map(({ waitingSince }) => waitingSince)).toEqual([null])
    applyThreadEvent(queries, changed(thread('b', { createdAt: '2026-03-06T09:30:00.000Z' }), {}, 'thread.created'), me)
    expect([shown()?.data.map(({ id }) => id), shown()?.meta.total]).toEqual([['b', 'a'], 2])
  })
  it('ignores an event that is older than what it shows', () => {
    const { queries, list } = holding(views.all.filters, [thread('a', { version: 7, subject: 'new' })])
    applyThreadEvent(queries, changed(thread('a', { version: 6, subject: 'old' }), {}, 'thread.updated'), me)
    expect(list().pages[0]?.data[0]?.subject).toBe('new')
  })
  it('of mine gains what is assigned to me', () => {
    const mine = { id: me, name: 'Me' }
    const { queries, list } = holding(views.mine.filters, [thread('b', { assignee: mine })])
    applyThreadEvent(queries, changed(thread('a', { assignee: mine, version: 2 }), { assignee: null }, 'thread.assigned'), me)
    expect([freshOf(list()), totalOf(list())]).toEqual([['a'], 2])
  })
  it('that was empty shows what comes at once: nothing can jump', () => {
    const { queries, list } = holding(views.unassigned.filters, [])
    applyThreadEvent(queries, changed(thread('a'), {}, 'thread.created'), me)
    expect([idsOf(list()), freshOf(list()), totalOf(list())]).toEqual([['a'], [], 1])
  })
})

describe('a message', () => {
  const message = (authorType: Message['authorType'], internal = false): SkeinEvent => {
    const object = { id: 'msg_2', threadId: 'a', authorType, internal, createdAt: '2026-03-04T10:00:00.000Z' }
    // Safe because nothing here reads the fields that are missing.
    return { id: 'evt_m', type: 'message.created', data: { object } } as unknown as SkeinEvent
  }
  it('of an agent ends the customer’s waiting; a note does not', () => {
    const { queries, list } = holding(views.waiting.filters, [thread('a')])
    applyThreadEvent(queries, message('AGENT', true), me)
    expect(idsOf(list())).toEqual(['a'])
    const other = holding(views.waiting.filters, [thread('a')])
    applyThreadEvent(other.queries, message('AGENT'), me)
    expect([idsOf(other.list()), totalOf(other.list())]).toEqual([[], 0])
  })
  it('appears once in the thread that is open', () => {
    const { queries } = holding(views.all.filters, [thread('a')])
    queries.setQueryData<MessageList>(messagesKey('a'), {
      pages: [{ data: [], meta: { cursor: '', hasMore: false, total: 0 } }],
      pageParams: [''],
    })
    applyThreadEvent(queries, message('CUSTOMER'), me)
    applyThreadEvent(queries, message('CUSTOMER'), me)
    expect(queries.getQueryData<MessageList>(messagesKey('a'))?.pages[0]?.data).toHaveLength(1)
  })
})
