import { beforeAll, expect, it } from 'vitest'
import type { Thread } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { casesInTurn } from '../../../../test/extent.ts'
import { bulkId, fillTenant } from '../../../../test/bulk-tenant.ts'

/** Enough threads for both plans: filters with more than 2,000 matches walk an index in order; others collect the matches and sort them. */
const threadCount = 2600

let all: Thread[] = []

const { service, tenant } = await setUpTenant()
beforeAll(async () => {
  await fillTenant(service.db, tenant.tenantId, { count: threadCount, others: 50 })
  await service.db.script('analyze')
  all = await readPages('/threads?limit=100')
  expect(all).toHaveLength(threadCount)
})

async function readPages(path: string, most = Infinity): Promise<Thread[]> {
  return (await readPagesAndTotal(path, most)).found
}

/** Reads at most `most` threads, page by page, and the total of the first page. */
async function readPagesAndTotal(path: string, most: number): Promise<{ found: Thread[]; total: number }> {
  const found: Thread[] = []
  let total: number | undefined
  for (let cursor = ''; ; ) {
    const { status, text, body } = await tenant.api<Thread[]>('GET', `${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    expect(status, text).toBe(200)
    found.push(...body.data)
    total ??= body.meta.total
    if (!body.meta.hasMore || found.length >= most) return { found, total }
    cursor = body.meta.cursor
  }
}

const middle = '2026-01-01T20:00:00.000Z'
const late = '2026-01-02T16:00:00.000Z'
const never = '9999'

/** Returns the nearest deadline that `fillTenant` gave a thread. */
const dueAt = ({ publicNumber: n }: Thread): string =>
  n % 3 === 0 ? new Date(Date.UTC(2026, 0, 1) + (n + ((n * 11) % threadCount)) * 37_000).toISOString() : never

/** Each filter with a value, and the predicate that it must implement. */
const filters = (): Record<string, [value: string, keeps: (thread: Thread) => boolean]> => ({
  status: ['open', ({ status }) => status === 'open'],
  priority: ['high', ({ priority }) => priority === 'high'],
  channel: ['sms', ({ channel }) => channel === 'sms'],
  assigneeId: ['none', ({ assignee }) => assignee === null],
  teamId: [bulkId(tenant.tenantId, 'tea'), ({ teamId }) => teamId === bulkId(tenant.tenantId, 'tea')],
  inboxId: [bulkId(tenant.tenantId, 'inb'), ({ inboxId }) => inboxId === bulkId(tenant.tenantId, 'inb')],
  customerId: [bulkId(tenant.tenantId, 'cst'), ({ customer }) => customer.id === bulkId(tenant.tenantId, 'cst')],
  labelId: [bulkId(tenant.tenantId, 'lbl'), ({ labels }) => labels.some(({ id }) => id === bulkId(tenant.tenantId, 'lbl'))],
  'customFields[field_2]': ['usual', ({ customFields }) => customFields['field_2'] === 'usual'],
  snoozed: ['false', ({ snoozed }) => !snoozed],
  createdAfter: [middle, ({ createdAt }) => createdAt > middle],
  updatedAfter: [middle, ({ updatedAt }) => updatedAt > middle],
  updatedBefore: [late, ({ updatedAt }) => updatedAt < late],
  lastMessageBefore: [late, ({ lastMessageAt }) => lastMessageAt < late],
  waiting: ['true', ({ waitingSince }) => waitingSince !== null],
  waitingSinceBefore: [late, ({ waitingSince }) => (waitingSince ?? never) < late],
  slaState: ['paused', ({ publicNumber }) => publicNumber % 6 === 3],
  slaDueAfter: [middle, (thread) => dueAt(thread) > middle && dueAt(thread) < never],
  slaDueBefore: [late, (thread) => dueAt(thread) < late],
  waitingSinceAfter: [middle, ({ waitingSince }) => waitingSince !== null && waitingSince > middle],
})

const orders: Record<string, (thread: Thread) => string> = {
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  lastMessageAt: ({ lastMessageAt }) => lastMessageAt,
  waitingSince: ({ waitingSince }) => waitingSince ?? never,
  slaDueAt: dueAt,
  // Urgent first; newest first among equals.
  priority: ({ priority, createdAt }) => `${['urgent', 'high', 'normal', 'low'].indexOf(priority)} ${1e14 - Date.parse(createdAt)} `,
}

function computeExpected(keeps: ((thread: Thread) => boolean)[], sort: string): Thread[] {
  const key = orders[sort.replace('-', '')] ?? (() => '')
  const found = all.filter((thread) => keeps.every((keep) => keep(thread)))
  const ascending = found.toSorted((a, b) => (key(a) + a.id < key(b) + b.id ? -1 : 1))
  return sort.startsWith('-') ? ascending.toReversed() : ascending
}

it('the order by deadline has each thread once, threads without a deadline last', async () => {
  const found = await readPages('/threads?sort=slaDueAt&limit=100')
  expect(found.map(({ id }) => id)).toEqual(computeExpected([], 'slaDueAt').map(({ id }) => id))
  const [one] = await readPages('/threads?sort=slaDueAt&slaState=breached&limit=1', 1)
  expect(one?.id).toBe(computeExpected([({ publicNumber }) => publicNumber % 6 === 0], 'slaDueAt')[0]?.id)
  expect((await tenant.api('GET', '/threads?sort=-slaDueAt')).status).toBe(400)
})

it('every order with any two filters shows and counts the threads that match', async () => {
  const known = filters()
  const names = Object.keys(known)
  const othersOf = casesInTurn(names, 3)
  const chosen = names.flatMap((name, row) => [name, ...othersOf(row)].map((other) => [...new Set([name, other])].toSorted()))
  const pairs = [...new Map(chosen.map((pair) => [pair.join(), pair])).values()]
  const sorts = Object.keys(orders).flatMap((order) => (order === 'slaDueAt' ? [order] : [order, `-${order}`]))
  const sortsOf = casesInTurn(sorts, 1)
  for (const [sort, pair] of pairs.flatMap((each, row) => sortsOf(row).map((order) => [order, each] as const))) {
    const asked = Object.entries(known).filter(([name]) => pair.includes(name))
    const query = new URLSearchParams({ sort, limit: '40', ...Object.fromEntries(asked.map(([name, [value]]) => [name, value])) })
    const wanted = computeExpected(
      asked.map(([, [, keeps]]) => keeps),
      sort,
    )
    const { found, total } = await readPagesAndTotal(`/threads?${query}`, 100)
    expect(total, String(query)).toBe(wanted.length)
    expect(
      found.map(({ id }) => id),
      String(query),
    ).toEqual(wanted.slice(0, found.length).map(({ id }) => id))
    expect(found.length, String(query)).toBeGreaterThanOrEqual(Math.min(wanted.length, 100))
  }
})

it('an empty page shows the total as well', async () => {
  const { api } = await service.createTenant()
  for (const name of ['first', 'second', 'third']) expect((await api('POST', '/teams', { body: { name } })).status).toBe(201)
  const teams = (await api<{ id: string }[]>('GET', '/teams')).body.data
  const { body } = await api<unknown[]>('GET', '/teams?limit=2')
  expect(body.meta).toMatchObject({ total: 3, hasMore: true })
  expect((await api('DELETE', `/teams/${teams[2]?.id}`)).status).toBe(200)
  const next = await api<unknown[]>('GET', `/teams?limit=2&cursor=${encodeURIComponent(body.meta.cursor)}`)
  expect(next.body).toMatchObject({ data: [], meta: { total: 2, hasMore: false } })
})
