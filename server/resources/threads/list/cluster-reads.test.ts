/**
 * Reads by a procedure, or with single-table statements as on a cluster, return the same as reads with one statement (decision 98). The
 * tests need no cluster.
 */
import { afterAll, describe, expect, it } from 'vitest'
import { bulkId, fillTenant } from '../../../../test/bulk-tenant.ts'
import { findLarge } from '../../../../test/support/procedure-audit.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { loadParser } from '../../../../test/support/syntax-tree.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, parseTypeId, type Uuid } from '#platform/ids.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { findShownCustomers } from '../../customers/queries.ts'
import { threadList } from './list-queries.ts'
import { messageList, type MessageRecord } from '../record/message-queries.ts'
import { toThread, type ThreadRecord } from '../record/queries.ts'
import { readThread } from '../record/thread.ts'

const heard = new Set<string>()

const { service, tenant } = await setUpTenant()
await fillTenant(service.db, tenant.tenantId, { count: 400, others: 50 })
await loadParser()
const cluster = openDatabase({ connection: service.connection, max: 2, isCluster: true, onStatement: (text) => heard.add(text) })
afterAll(() => cluster.close())

const toId = (id: string): Uuid => parseTypeId(id.slice(0, 3) as 'thr', id) ?? ''
const getId = (prefix: 'inb' | 'tea' | 'cst' | 'usr'): Uuid => parseTypeId(prefix, bulkId(tenant.tenantId, prefix)) ?? ''

/** Returns the record without the time at which its clocks were read. */
function present(record: ThreadRecord | null | undefined) {
  return record && { thread: toThread(record.sla ? { ...record, sla: { ...record.sla, at: 0 } } : record), terms: record.sla?.termsId }
}

/** Reads the newest threads in four ways: with the statement, with the list, with the procedure, and with the list in parts. */
async function readNewest(limit: number) {
  const { tenantId } = tenant
  const page = { limit, after: null }
  const { records } = await threadList.fetch(service.db, tenantId, page)
  const atOnce = []
  const byProcedure = []
  for (const { id } of records) {
    atOnce.push(present(await readThread(service.db, { tenantId, id })))
    byProcedure.push(present(await readThread(cluster, { tenantId, id })))
  }
  const inParts = (await threadList.fetch(cluster, tenantId, page)).records
  return { records, atOnce, listed: records.map(present), byProcedure, inParts: inParts.map(present) }
}

async function createThread(more: object = {}) {
  const body = {
    title: 'Export',
    body: 'It is empty.',
    requester: { email: `${newId()}@example.com`, name: 'Ada' },
    tags: ['b', 'a'],
    ...more,
  }
  const { data } = await tenant.skein.createThread({ body })
  return { id: toId(data.threadId), threadId: data.threadId, customerId: data.customer.id }
}

async function mergeCustomers(sourceId: string): Promise<string> {
  const { data } = await tenant.skein.upsertCustomer({ body: { email: `${newId()}@example.com`, name: 'Grace' } })
  await tenant.skein.mergeCustomer({ path: { id: data.id }, body: { sourceIds: [sourceId] } })
  return data.id
}

describe('a thread is the same by statement, list, procedure and in parts', () => {
  it('whatever its row has', async () => {
    const { records, atOnce, ...others } = await readNewest(100)
    for (const found of Object.values(others)) expect(found).toEqual(atOnce)
    expect(records.some(({ sla, mergedInto, assigneeId }) => sla && mergedInto && assigneeId)).toBe(true)
  })

  it('without labels, assignee and fields, and with fields in their order', async () => {
    await createThread({ tags: [] })
    await createThread({ customFields: { field_3: 'x', field_1: 'y' } })
    const { records: _records, atOnce, ...others } = await readNewest(2)
    expect(atOnce[1]?.thread).toMatchObject({ labels: [], assignee: null, sla: [] })
    for (const found of Object.values(others)) expect(JSON.stringify(found)).toBe(JSON.stringify(atOnce))
  })

  it('after merges of merged threads and customers, and an erasure', async () => {
    const [first, second, third] = [await createThread(), await createThread(), await createThread()]
    const merge = (to: string, from: string) =>
      tenant.skein.mergeThread({ path: { id: to }, body: { sourceIds: [from], allowCrossCustomer: true } })
    await merge(second.threadId, first.threadId)
    await merge(third.threadId, second.threadId)
    await mergeCustomers(await mergeCustomers(first.customerId))
    await service.db.script(`delete from customers where id = '${toId((await createThread()).customerId)}'`)
    const { records: _records, atOnce, ...others } = await readNewest(4)
    expect(atOnce.map((each) => each?.thread.mergedInto)).toEqual([null, null, third.threadId, third.threadId])
    expect(atOnce[0]?.thread.customer.email).toBe('erased@erased.invalid')
    expect(atOnce[3]?.thread.customer.name).toBe('Grace')
    for (const found of Object.values(others)) expect(found).toEqual(atOnce)
  })

  it('and absent when it does not exist in the tenant', async () => {
    const { tenantId } = await service.createTenant()
    const { id } = await createThread()
    for (const db of [service.db, cluster]) {
      expect(await readThread(db, { tenantId, id })).toBeNull()
      expect(await readThread(db, { tenantId: tenant.tenantId, id: newId() })).toBeNull()
    }
  })
})

describe('what changes between the parts of a page', () => {
  /** Reads the newest thread in parts. Runs `change` after the first statement that `isLast` accepts. */
  async function readWhile(isLast: (text: string) => boolean, change: () => Promise<unknown>) {
    let isDone = false
    const db: Queryable = {
      ...service.db,
      async rows(query, params) {
        const found = await service.db.rows(query, params)
        if (isLast(query.text) && !isDone) {
          isDone = true
          await change()
        }
        return found
      },
      isCluster: true,
      together: (_tenantId, work) => work(db),
    }
    const { records } = await threadList.fetch(db, tenant.tenantId, { limit: 1, after: null }, { status: 'open' })
    expect(isDone).toBe(true)
    return present(records[0])?.thread
  }
  const isPage = (text: string): boolean => text.includes('from threads t')

  it('is shown as after a merge of the customer, also of the target', async () => {
    const { customerId } = await createThread()
    let target = ''
    const shown = await readWhile(isPage, async () => (target = await mergeCustomers(customerId)))
    expect(shown?.customer).toMatchObject({ id: target, name: 'Grace' })
    const again = await readWhile(
      (text) => text === findShownCustomers.text,
      async () => (target = await mergeCustomers(target)),
    )
    expect(again?.customer.id).toBe(target)
  })

  it('is left out when a label is deleted, and blank when the customer is erased', async () => {
    const { customerId } = await createThread({ tags: ['stays', 'goes'] })
    const shown = await readWhile(isPage, () =>
      service.db.script(`delete from labels where name_key = 'goes'; delete from customers where id = '${toId(customerId)}'`),
    )
    expect(shown?.labels.map(({ name }) => name)).toEqual(['stays'])
    expect(shown?.customer).toEqual({ id: customerId, email: 'erased@erased.invalid', name: null })
  })

  it('is left out when it leaves the filter, and later pages follow', async () => {
    const { threadId } = await createThread()
    let isDone = false
    const db: Queryable = {
      ...service.db,
      async rows(query, params) {
        const found = await service.db.rows(query, params)
        if (query.text.includes('from thread_activity k') && !isDone) {
          isDone = true
          await tenant.skein.updateThread({ path: { id: threadId }, body: { status: 'closed' } })
        }
        return found
      },
      isCluster: true,
      together: (_tenantId, work) => work(db),
    }
    const read = (after: Awaited<ReturnType<typeof threadList.fetch>>['next']) =>
      threadList.fetch(db, tenant.tenantId, { limit: 1, after }, { status: 'open' }, '-updatedAt')
    const first = await read(null)
    expect([isDone, first.records.length]).toEqual([true, 0])
    const { records } = await read(first.next)
    expect(records.map(({ status }) => status)).toEqual(['open'])
  })

  it('never makes a page with all threads differ from its total', async () => {
    const { customerId } = await createThread()
    const { data: customer } = await tenant.skein.getCustomer({ path: { id: customerId } })
    let counted: Promise<unknown> | undefined
    const db: Queryable = {
      ...service.db,
      first: (query, params) => {
        const found = service.db.first(query, params)
        counted ??= found
        return found
      },
      async rows(query, params) {
        if (isPage(query.text)) {
          await counted
          await createThread({ requester: { email: customer.email } })
        }
        return service.db.rows(query, params)
      },
      isCluster: true,
      together: (_tenantId, work) => work(db),
    }
    const page = { limit: 20, after: null }
    const { records, total } = await threadList.fetch(db, tenant.tenantId, page, { customerId: toId(customerId) })
    expect([await counted, records.length, total]).toEqual([{ total: 1 }, 2, 2])
  })
})

type Filters = Record<string, unknown>

const filters = (): Filters[] => {
  const single: Filters[] = [
    { assigneeId: getId('usr') },
    { unassigned: true },
    { teamId: getId('tea') },
    { inboxId: getId('inb') },
    { customerId: getId('cst') },
    { priority: 'high' },
    { channel: 'sms' },
  ]
  return [
    {},
    ...single,
    ...[{}, ...single].map((filter) => Object.assign({ status: 'open' }, filter)),
    { priority: 'high', channel: 'sms' },
  ]
}

it('pages in parts have the same threads, totals and positions', async () => {
  const { tenantId } = tenant
  for (const filter of filters())
    for (const sort of ['createdAt', '-createdAt', '-updatedAt', 'priority', '-priority'])
      for (const limit of [3, 100]) {
        let after = null
        for (let n = 0; n < 3; n++) {
          const inParts = await threadList.fetch(cluster, tenantId, { limit, after }, filter, sort)
          const atOnce = await threadList.fetch(service.db, tenantId, { limit, after }, filter, sort)
          const what = JSON.stringify([filter, sort, limit, n])
          expect(inParts.records.map(present), what).toEqual(atOnce.records.map(present))
          expect([inParts.total, inParts.next], what).toEqual([atOnce.total, atOnce.next])
          after = atOnce.next
          if (!after) break
        }
      }
})

it('pages in parts end where their bytes are too many', async () => {
  const { id, threadId } = await createThread()
  const body = 'x'.repeat(100_000)
  for (let i = 0; i < 5; i++) await tenant.skein.createMessage({ path: { id: threadId }, body: { body, internal: true } })
  const show = ({ id: messageId, body: text }: MessageRecord) => [messageId, text.length]
  for (const limit of [1, 5, 6, 50]) {
    let after = null
    for (let n = 0; n < 6; n++) {
      const inParts = await messageList.fetch(cluster, tenant.tenantId, { limit, after }, { threadId: id })
      const atOnce = await messageList.fetch(service.db, tenant.tenantId, { limit, after }, { threadId: id })
      expect(inParts.records.map(show)).toEqual(atOnce.records.map(show))
      expect([inParts.total, inParts.next]).toEqual([6, atOnce.next])
      after = atOnce.next
      if (!after) break
    }
    if (limit === 50) expect(after).toBeNull()
  }
})

/** No index covers one of these filters together with the status and the order. */
const noIndex = ['customerId', 'priority', 'channel']

it('messages and usual pages in parts need statements of one table only', async () => {
  heard.clear()
  const { tenantId } = tenant
  const { id } = await createThread()
  await messageList.fetch(cluster, tenantId, { limit: 50, after: null }, { threadId: id })
  for (const filter of filters().filter((each) => !('status' in each) || !noIndex.some((name) => name in each)))
    for (const limit of [20, 100]) await threadList.fetch(cluster, tenantId, { limit, after: null }, filter)
  for (const status of [undefined, 'open'])
    for (const sort of ['-lastMessageAt', 'priority'])
      await threadList.fetch(cluster, tenantId, { limit: 20, after: null }, { status }, sort)
  const texts = [...heard].filter((text) => !text.includes('pg_dist'))
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.flatMap((text) => findLarge(text).map((fault) => `${fault} in: ${text}`))).toEqual([])
})
