/** After events, lists have the same rows, order and totals as a refetch would return. */
import { InfiniteQueryObserver, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Message, SkeinEvent, Thread } from '@skein/client'
import { describe, expect, it, vi } from 'vitest'
import { addMessageTo, applyThreadEvent, listKey, messagesKey, putThread, threadKey, type MessageList } from './thread-cache.ts'
import { countKey } from './thread-counts.ts'
import type { ThreadFilters } from './thread-filters.ts'
import type { ThreadList, ThreadPage } from './thread-lists.ts'
import { views } from './views.ts'

const me = 'usr_me'

function thread(id: string, changes: Partial<Thread> = {}): Thread {
  const at = '2026-03-04T09:30:00.000Z'
  const customer = { id: 'cst_1', email: 'ada@example.com', name: 'Ada' }
  // Safe because no code under test reads the missing fields.
  return {
    id,
    subject: id,
    status: 'open',
    assignee: null,
    customer,
    labels: [],
    snoozed: false,
    waitingSince: at,
    notSentMessageId: null,
    createdAt: at,
    lastMessageAt: at,
    version: 1,
    messageCount: 1,
    sla: [],
    ...changes,
  } as Thread
}

function cacheList(filters: ThreadFilters, threads: Thread[], total = threads.length): { queries: QueryClient; list: () => ThreadList } {
  const queries = new QueryClient()
  const page = { data: threads, meta: { cursor: '', hasMore: false, total }, newRows: [] }
  queries.setQueryData<ThreadList>(listKey(filters), { pages: [page], pageParams: [''] })
  return { queries, list: () => queries.getQueryData<ThreadList>(listKey(filters)) ?? { pages: [], pageParams: [] } }
}

const getIds = (list: ThreadList) => list.pages.flatMap(({ data }) => data.map(({ id }) => id))
const getNewIds = (list: ThreadList) => list.pages[0]?.newRows?.map(({ id }) => id)
const getTotal = (list: ThreadList) => list.pages[0]?.meta.total

function changeEvent(now: Thread, previous: object, type = 'thread.status_changed'): SkeinEvent {
  // Safe because no code under test reads the missing fields.
  return { id: `evt_${now.version}`, type, data: { object: now, previous } } as unknown as SkeinEvent
}

describe('a list', () => {
  it('drops a thread that no longer matches, and lowers its total', () => {
    const { queries, list } = cacheList(views.all.filters, [thread('a'), thread('b')], 40)
    applyThreadEvent(queries, changeEvent(thread('a', { status: 'resolved', version: 2 }), { status: 'open' }), me)
    expect([getIds(list()), getTotal(list())]).toEqual([['b'], 39])
  })
  it('counts threads that are not loaded by their previous values', () => {
    const { queries, list } = cacheList(views.all.filters, [thread('a')], 40)
    applyThreadEvent(queries, changeEvent(thread('z', { status: 'resolved', version: 5 }), { status: 'open' }), me)
    expect([getIds(list()), getTotal(list())]).toEqual([['a'], 39])
    applyThreadEvent(queries, changeEvent(thread('y', { status: 'resolved', version: 5 }), { status: 'pending' }), me)
    expect(getTotal(list())).toBe(39)
  })
  it('holds new rows back and counts them immediately', () => {
    const { queries, list } = cacheList(views.unassigned.filters, [thread('a')])
    applyThreadEvent(queries, changeEvent(thread('new'), {}, 'thread.created'), me)
    expect([getIds(list()), getNewIds(list()), getTotal(list())]).toEqual([['a'], ['new'], 2])
  })
  it('applies an event once, even if it repeats a response or arrives twice', () => {
    const { queries, list } = cacheList(views.all.filters, [thread('a'), thread('b')])
    const now = thread('a', { status: 'resolved', version: 2 })
    putThread(queries, { now, before: thread('a'), meId: me })
    applyThreadEvent(queries, changeEvent(now, { status: 'open' }), me)
    applyThreadEvent(queries, changeEvent(now, { status: 'open' }), me)
    expect([getIds(list()), getTotal(list())]).toEqual([['b'], 1])
  })
  it('counts a thread once that was opened by its link before its event', () => {
    const { queries, list } = cacheList(views.unassigned.filters, [thread('a')])
    queries.setQueryData<Thread>(threadKey('new'), thread('new'))
    for (const _ of [1, 2]) applyThreadEvent(queries, changeEvent(thread('new'), {}, 'thread.created'), me)
    expect([getNewIds(list()), getTotal(list())]).toEqual([['new'], 2])
  })
  it('applies events to lists even if the open thread is already newer', () => {
    const { queries, list } = cacheList(views.all.filters, [thread('a'), thread('b')])
    queries.setQueryData<Thread>(threadKey('a'), thread('a', { status: 'resolved', subject: 'newest', version: 3 }))
    applyThreadEvent(queries, changeEvent(thread('a', { status: 'resolved', version: 2 }), { status: 'open' }), me)
    expect([getIds(list()), getTotal(list())]).toEqual([['b'], 1])
    applyThreadEvent(queries, changeEvent(thread('a', { status: 'resolved', subject: 'newest', version: 3 }), {}, 'thread.updated'), me)
    expect([getTotal(list()), queries.getQueryData<Thread>(threadKey('a'))?.subject]).toEqual([1, 'newest'])
  })
  it('updates SLA clocks, and needs the service after a customer’s message', () => {
    const clock = { metric: 'FIRST_RESPONSE', state: 'PENDING', dueAt: null, pausedAt: null, remainingMs: 1 } as const
    const { queries, list } = cacheList(views.all.filters, [thread('a', { sla: [clock] }), thread('b')])
    const object = { threadId: 'a', metric: 'FIRST_RESPONSE', state: 'MET' }
    // Safe because no code under test reads the missing fields.
    expect(applyThreadEvent(queries, { id: 'evt_1', type: 'sla.met', data: { object } } as unknown as SkeinEvent, me)).toBe(true)
    expect(list().pages[0]?.data.map(({ sla }) => sla.map(({ state }) => state))).toEqual([['MET'], []])
    const message = (threadId: string, authorType: string): SkeinEvent =>
      ({
        type: 'message.created',
        data: {
          object: { id: `msg_${authorType}`, threadId, authorType, createdAt: '2026-03-05T09:30:00.000Z', bodyText: '', attachments: [] },
        },
      }) as unknown as SkeinEvent // Safe because no code under test reads the missing fields.
    expect(applyThreadEvent(queries, message('a', 'AGENT'), me)).toBe(true)
    expect(applyThreadEvent(queries, message('a', 'CUSTOMER'), me)).toBe(false)
    expect(applyThreadEvent(queries, message('b', 'CUSTOMER'), me)).toBe(true)
  })
  it('in the order of priorities shows an undone change in its place', () => {
    const [urgent, high, normal] = (['urgent', 'high', 'normal'] as const).map((priority) =>
      thread(priority, { priority, createdAt: '2026-03-04T09:30:00.000Z' }),
    )
    if (!urgent || !high || !normal) throw new Error('No threads')
    const { queries, list } = cacheList({ status: 'open', sort: 'priority' }, [urgent, high, normal])
    for (const [id, createdAt] of [
      ['newer', '2026-03-05T09:30:00.000Z'],
      ['older', '2026-03-03T09:30:00.000Z'],
    ] as const) {
      const now = thread(id, { priority: 'high', createdAt, version: 2 })
      putThread(queries, { now, before: { ...now, status: 'resolved' }, meId: me, isOwn: true })
    }
    expect(getIds(list())).toEqual(['urgent', 'newer', 'high', 'older', 'normal'])
  })
  it('replaces only the page of the event, and caches no thread that is not shown', () => {
    const { queries, list } = cacheList(views.all.filters, [])
    const pages = ['a', 'b', 'c'].map((id) => ({ data: [thread(id)], meta: { cursor: '', hasMore: false, total: 3 } }))
    queries.setQueryData<ThreadList>(listKey(views.all.filters), { pages, pageParams: ['', '', ''] })
    const before = list().pages
    applyThreadEvent(queries, changeEvent(thread('b', { version: 2, subject: 'new' }), { subject: 'b' }, 'thread.updated'), me)
    expect(list().pages.map((page, i) => page === before[i])).toEqual([true, false, true])
    applyThreadEvent(queries, changeEvent(thread('z', { version: 2, subject: 'new' }), { subject: 'z' }, 'thread.updated'), me)
    expect(queries.getQueryCache().findAll({ queryKey: ['thread'] })).toEqual([])
  })
  it('keeps an agent’s change made while a page loads, and loads that page again', async () => {
    const queries = new QueryClient()
    const responses = [Promise.withResolvers<ThreadPage>(), Promise.withResolvers<ThreadPage>()]
    const page = (ids: string[], cursor: string): ThreadPage => ({
      data: ids.map((id) => thread(id)),
      meta: { cursor, hasMore: cursor !== '', total: 3 },
    })
    const pages = new InfiniteQueryObserver<ThreadPage, Error, ThreadList, QueryKey, string>(queries, {
      queryKey: listKey(views.all.filters),
      initialPageParam: '',
      queryFn: async ({ pageParam }) => (pageParam === '' ? page(['a', 'b'], 'next') : (responses.shift()?.promise ?? page([], ''))),
      getNextPageParam: ({ meta }) => meta.cursor || undefined,
    })
    const end = pages.subscribe(() => undefined)
    const list = () => pages.getCurrentResult().data ?? { pages: [], pageParams: [] }
    await vi.waitFor(() => expect(getIds(list())).toEqual(['a', 'b']), { timeout: 60_000 })
    const [first, second] = responses
    const loading = pages.fetchNextPage()
    putThread(queries, { now: thread('a', { status: 'resolved' }), before: thread('a'), meId: me, isOwn: true })
    first?.resolve(page(['c'], ''))
    await loading
    expect([getIds(list()), getTotal(list()), pages.getCurrentResult().isFetchingNextPage]).toEqual([['b'], 2, false])
    second?.resolve(page(['c'], ''))
    await pages.fetchNextPage()
    expect([getIds(list()), getTotal(list())]).toEqual([['b', 'c'], 2])
    end()
  })
  it('that was loaded after a change makes other lists refetch on its event', () => {
    const { queries, list } = cacheList(views.all.filters, [thread('new')])
    const without = { data: [thread('a')], meta: { cursor: '', hasMore: false, total: 1 }, newRows: [] }
    queries.setQueryData<ThreadList>(listKey(views.mine.filters), { pages: [without], pageParams: [''] })
    queries.setQueryData<number>(countKey(views.unassigned.filters), 0)
    applyThreadEvent(queries, changeEvent(thread('new'), {}, 'thread.created'), me)
    const isInvalidated = (key: QueryKey) => queries.getQueryState(key)?.isInvalidated
    expect([listKey(views.all.filters), listKey(views.mine.filters), countKey(views.unassigned.filters)].map(isInvalidated)).toEqual([
      false,
      true,
      true,
    ])
    expect([getIds(list()), getTotal(list())]).toEqual([['new'], 1])
  })
  it('of a customer’s threads follows the events of these threads', () => {
    const { queries } = cacheList(views.all.filters, [])
    const key = ['customer-threads', 'cst_1']
    const page = { data: [thread('a')], meta: { cursor: '', hasMore: false, total: 1 } }
    queries.setQueryData<ThreadList>(key, { pages: [page], pageParams: [''] })
    const shown = () => queries.getQueryData<ThreadList>(key)?.pages[0]
    applyThreadEvent(queries, changeEvent(thread('a', { version: 2, waitingSince: null }), {}, 'thread.updated'), me)
    expect(shown()?.data.map(({ waitingSince }) => waitingSince)).toEqual([null])
    applyThreadEvent(queries, changeEvent(thread('b', { createdAt: '2026-03-06T09:30:00.000Z' }), {}, 'thread.created'), me)
    expect([shown()?.data.map(({ id }) => id), shown()?.meta.total]).toEqual([['b', 'a'], 2])
  })
  it('says that the latest reply reached nobody, until another one is written', () => {
    const { queries, list } = cacheList(views.all.filters, [thread('a')])
    const lost = thread('a', { version: 2, notSentMessageId: 'msg_1' })
    applyThreadEvent(queries, changeEvent(lost, { notSentMessageId: null }, 'thread.updated'), me)
    expect(list().pages[0]?.data[0]?.notSentMessageId).toBe('msg_1')
    const [row] = list().pages[0]?.data ?? []
    // Safe because no other field of a message is read.
    const written = (changes: object) =>
      row && addMessageTo(row, { id: 'msg_2', createdAt: '2026-03-05T09:30:00.000Z', ...changes } as Message)
    expect(written({ authorType: 'AGENT', internal: true })?.notSentMessageId).toBe('msg_1')
    expect(written({ authorType: 'AGENT', internal: false })?.notSentMessageId).toBeNull()
  })
  it('ignores an event that is older than its row', () => {
    const { queries, list } = cacheList(views.all.filters, [thread('a', { version: 7, subject: 'new' })])
    applyThreadEvent(queries, changeEvent(thread('a', { version: 6, subject: 'old' }), {}, 'thread.updated'), me)
    expect(list().pages[0]?.data[0]?.subject).toBe('new')
  })
  it('of the agent’s threads gains a thread that is assigned to them', () => {
    const mine = { id: me, name: 'Me' }
    const { queries, list } = cacheList(views.mine.filters, [thread('b', { assignee: mine })])
    applyThreadEvent(queries, changeEvent(thread('a', { assignee: mine, version: 2 }), { assignee: null }, 'thread.assigned'), me)
    expect([getNewIds(list()), getTotal(list())]).toEqual([['a'], 2])
  })
  it('that is empty shows a new thread immediately', () => {
    const { queries, list } = cacheList(views.unassigned.filters, [])
    applyThreadEvent(queries, changeEvent(thread('a'), {}, 'thread.created'), me)
    expect([getIds(list()), getNewIds(list()), getTotal(list())]).toEqual([['a'], [], 1])
  })
})

describe('a message', () => {
  const message = (authorType: Message['authorType'], internal = false, more: object = {}): SkeinEvent => {
    const object = {
      id: 'msg_2',
      threadId: 'a',
      authorType,
      internal,
      createdAt: '2026-03-04T10:00:00.000Z',
      bodyText: '',
      attachments: [],
      ...more,
    }
    // Safe because no code under test reads the missing fields.
    return { id: 'evt_m', type: 'message.created', data: { object } } as unknown as SkeinEvent
  }
  it('ends the customer’s waiting if it is an agent’s reply, not a note', () => {
    const { queries, list } = cacheList(views.waiting.filters, [thread('a')])
    applyThreadEvent(queries, message('AGENT', true), me)
    expect(getIds(list())).toEqual(['a'])
    const other = cacheList(views.waiting.filters, [thread('a')])
    applyThreadEvent(other.queries, message('AGENT'), me)
    expect([getIds(other.list()), getTotal(other.list())]).toEqual([[], 0])
  })
  it('of the service leaves its thread where it is, however often its event arrives', () => {
    const { queries, list } = cacheList(views.all.filters, [thread('a'), thread('b')])
    const [a] = list().pages[0]?.data ?? []
    for (const _ of [1, 2]) applyThreadEvent(queries, message('SYSTEM', false, { silent: true }), me)
    expect(list().pages[0]?.data[0]).toEqual(a)
  })
  it('appears once in the open thread', () => {
    const { queries } = cacheList(views.all.filters, [thread('a')])
    queries.setQueryData<MessageList>(messagesKey('a'), {
      pages: [{ data: [], meta: { cursor: '', hasMore: false, total: 0 } }],
      pageParams: [''],
    })
    applyThreadEvent(queries, message('CUSTOMER'), me)
    applyThreadEvent(queries, message('CUSTOMER'), me)
    expect(queries.getQueryData<MessageList>(messagesKey('a'))?.pages[0]?.data).toHaveLength(1)
  })
})
