import { describe, expect, it } from 'vitest'
import { extent, testSeed } from '../../../../test/extent.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { seededRandom, type Random } from '../../../../test/torture/random.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { callProcedure } from '#platform/postgres/procedure.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { lockThread } from './lock-queries.ts'
import { findThread } from './queries.ts'

const { service, tenant } = await setUpTenant()

const labels = ['Billing', 'Angry', 'Later', 'Refund']
const emails = ['ada@example.com', 'grace@example.com', 'merged@example.com', 'erased@example.com', 'deleted@example.com'] as const

/** Creates a thread that differs from the others in every field that is read from another table or has its own format. */
async function createThread(random: Random): Promise<string> {
  const { skein } = tenant
  const fields = ['beta', 'alpha', 'zip_code', 'list'].filter(() => random.chance(0.5)).toSorted(() => random.next() - 0.5)
  const { data } = await skein.createThread({
    body: {
      title: `Printer ${random.between(1, 99)} “is” on \\fire`,
      body: 'Help',
      requester: { email: random.pick(emails), ...(random.chance(0.5) ? { name: 'Ada "L." Ünal' } : {}) },
      tags: labels.filter(() => random.chance(0.4)).toSorted(() => random.next() - 0.5),
      customFields: Object.fromEntries(fields.map((key) => [key, random.pick<unknown>([1.5, 'text', true, ['a', 'b']])])),
      ...(random.chance(0.3) ? { external_reference_id: `ref-${random.next()}` } : {}),
    },
  })
  const path = { id: data.threadId }
  if (random.chance(0.4)) await skein.assignThread({ path, body: { assigneeId: tenant.ownerId } })
  if (random.chance(0.3)) await skein.replyToThread({ path, body: { body: 'On it.' } })
  const next = random.pick(['open', 'resolved', 'closed', 'snoozed', 'snoozed until they write'])
  if (next === 'snoozed') await skein.snoozeThread({ path, body: { durationSeconds: 3600 } })
  else if (next === 'snoozed until they write') await skein.snoozeThread({ path, body: { untilReply: true } })
  else if (next !== 'open') await skein.updateThread({ path, body: { status: next as 'resolved' } }) // Safe because the others are compared before.
  return data.threadId
}

const getUuid = (id: string): Uuid => parseTypeId('thr', id) ?? ''

/** Reads a thread in both ways, at the same time of the database's clock. */
const readBoth = (id: string, target = id) =>
  service.db.transaction(async (tx) => {
    const { tenantId } = tenant
    return [
      await callProcedure(tx, lockThread, { tenantId, id: getUuid(id) }),
      await tx.first(findThread, { tenantId, id: getUuid(target) }),
    ] as const
  })

it('a locked thread has the same record as a thread that is read', async () => {
  const random = seededRandom(testSeed())
  const ids: string[] = []
  for (let i = 0; i < extent({ short: 15, all: 100 }); i++) {
    // From the eighth on, threads have clocks.
    if (i === 7) await tenant.skein.createSlaPolicy({ body: { name: 'Standard', targets: { firstResponse: { normal: 60 } } } })
    ids.push(await createThread(random))
  }
  const customers = new Map((await tenant.skein.listCustomers({})).data.map(({ email, id }) => [email, id]))
  const getId = (email: string): string => customers.get(email) ?? ''
  if (customers.has('merged@example.com') && customers.has('ada@example.com'))
    await tenant.api('POST', `/customers/${getId('ada@example.com')}/merge`, { body: { sourceIds: [getId('merged@example.com')] } })
  await service.db.script(`
    update customers set email = 'erased', name = null, erased_at = now() where tenant_id = '${tenant.tenantId}' and email = 'erased@example.com';
    delete from customers where tenant_id = '${tenant.tenantId}' and email = 'deleted@example.com'`)

  for (const id of ids) {
    const [locked, read] = await readBoth(id)
    expect(locked, `SKEIN_TEST_SEED=${random.seed}`).toEqual({ ...read, reachedFrom: null })
    expect(JSON.stringify(locked?.customFields)).toBe(JSON.stringify(read?.customFields))
  }
})

const create = async (): Promise<string> =>
  (await tenant.skein.createThread({ body: { title: 'T', body: 'm', requester: { email: 'ada@example.com' } } })).data.threadId

it('the lock of a merged thread is that of the thread that has its messages', async () => {
  const [a, b, c] = [await create(), await create(), await create()]
  await tenant.skein.mergeThread({ path: { id: b }, body: { sourceIds: [a] } })
  await tenant.skein.mergeThread({ path: { id: c }, body: { sourceIds: [b] } })
  for (const source of [a, b]) {
    const [locked, read] = await readBoth(source, c)
    expect(locked).toEqual({ ...read, reachedFrom: getUuid(source) })
  }
  await tenant.api('POST', `/threads/${a}/unmerge`)
  const [locked, read] = await readBoth(a)
  expect(locked).toEqual({ ...read, reachedFrom: null })
})

const countWaiting = statement<object, { waiting: number }>(
  `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)

describe('a thread whose merge changes while its lock is awaited', () => {
  /** Locks a thread that was merged while another transaction, which changes the merge, holds the lock of its target. */
  async function lockDuring(
    change: (ids: { source: Uuid; other: Uuid }) => string,
  ): Promise<[locked: Uuid | undefined, source: Uuid, other: Uuid]> {
    const [a, b, c] = [await create(), await create(), await create()]
    await tenant.skein.mergeThread({ path: { id: b }, body: { sourceIds: [a] } })
    const { tenantId } = tenant
    const [source, target, other] = [getUuid(a), getUuid(b), getUuid(c)]
    const db = openDatabase({ connection: service.connection, max: 3 })
    try {
      const locked = await db.transaction(async (tx) => {
        await callProcedure(tx, lockThread, { tenantId, id: target })
        const waiting = db.transaction((second) => callProcedure(second, lockThread, { tenantId, id: source }))
        await expect.poll(async () => (await db.first(countWaiting, {}))?.waiting, { interval: 5 }).toBe(1)
        await tx.script(change({ source, other }))
        return { waiting }
      })
      return [(await locked.waiting)?.id, source, other]
    } finally {
      await db.close()
    }
  }

  it('leads to the new target', async () => {
    const [locked, , other] = await lockDuring(
      (ids) => `update thread_merges set root_id = '${ids.other}' where tenant_id = '${tenant.tenantId}' and source_id = '${ids.source}'`,
    )
    expect(locked).toBe(other)
  })

  it('is locked itself when the merge was undone', async () => {
    const [locked, source] = await lockDuring(
      ({ source: id }) => `update threads set merged_into = null where tenant_id = '${tenant.tenantId}' and id = '${id}';
        delete from thread_merges where tenant_id = '${tenant.tenantId}' and source_id = '${id}'`,
    )
    expect(locked).toBe(source)
  })
})

it('a thread that does not exist, or is another tenant’s, is not locked', async () => {
  const threadId = await create()
  const other = await service.createTenant()
  const lock = (tenantId: Uuid, id: Uuid) => service.db.transaction((tx) => callProcedure(tx, lockThread, { tenantId, id }))
  expect(await lock(other.tenantId, getUuid(threadId))).toBeNull()
  expect(await lock(tenant.tenantId, other.tenantId)).toBeNull()
})
