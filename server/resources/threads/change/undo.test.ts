/** Undoes random changes to a thread one by one: after each step, the thread and its clocks are as they were before the change. */
import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Thread } from '../../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { setUpTenant, type TestTenant } from '../../../../test/support/service.ts'
import { propertyRuns } from '../../../../test/extent.ts'
import { undoWindowMinutes } from '../record/undo.ts'

let labelIds: string[]
let teamId: string
const { service, tenant, readThread } = await setUpTenant()
beforeAll(async () => {
  const { skein } = tenant
  const names = ['VIP', 'Refund']
  labelIds = await Promise.all(names.map(async (name) => (await skein.createLabel({ body: { name } })).data.id))
  teamId = (await skein.createTeam({ body: { name: 'Billing' } })).data.id
  const minutes = (normal: number) => ({ low: normal * 4, normal, high: normal / 2, urgent: normal / 10 })
  const targets = { firstResponse: minutes(60), nextResponse: minutes(30), resolution: minutes(600) }
  const vip = { firstResponse: minutes(20), resolution: { normal: 200 } }
  const conditions = { labelIds: labelIds.slice(0, 1) }
  await skein.createSlaPolicy({ body: { name: 'VIP', conditions, targets: vip } })
  await skein.createSlaPolicy({ body: { name: 'All', targets, pauseOn: ['pending'] } })
})

type Changes = NonNullable<Parameters<TestTenant['skein']['batchThreads']>[0]['body']['changes']>

const createThread = async (): Promise<string> => {
  const body = { title: 'Help', body: 'Please', requester: { email: 'ada@example.com' } }
  return (await tenant.skein.createThread({ body })).data.threadId
}
const reply = (id: string) => tenant.skein.replyToThread({ path: { id }, body: { body: 'On it.' } })
const ask = (id: string) => tenant.skein.createMessage({ path: { id }, body: { body: 'And?' } })
const resolve = (id: string) => tenant.skein.updateThread({ path: { id }, body: { status: 'resolved' } })
const getClock = async (id: string, wanted: string) => (await readThread(id)).sla.find(({ metric }) => metric === wanted)

/** Returns the thread without the fields that every change increases, and without the time that is left on its clocks. */
function withoutVolatile({ version: _version, updatedAt: _updatedAt, sla, ...thread }: Thread) {
  const clocks = sla.map(({ remainingMs, ...clock }) => (clock.dueAt !== null && clock.state !== 'MET' ? clock : { ...clock, remainingMs }))
  return { ...thread, sla: clocks }
}

async function change(threadId: string, changes: Changes): Promise<void> {
  const { data } = await tenant.skein.batchThreads({ body: { threadIds: [threadId], changes } })
  expect(data).toMatchObject({ failed: 0 })
}

/** Sends the values that the thread had before. Reopens a closed thread first. */
async function restore(before: Thread): Promise<void> {
  const { id, status, priority, assignee, snoozed, snoozedUntil } = before
  const now = await readThread(id)
  const had = new Set(before.labels.map((label) => label.id))
  const has = new Set(now.labels.map((label) => label.id))
  const others = {
    priority,
    assigneeId: assignee?.id ?? null,
    teamId: before.teamId,
    addLabels: [...had].filter((each) => !has.has(each)),
    removeLabels: [...has].filter((each) => !had.has(each)),
  }
  if (now.status === 'closed' && status !== 'closed') await change(id, { status: 'open' })
  if (snoozedUntil !== null) await change(id, { ...others, snoozedUntil })
  else if (snoozed) await change(id, { ...others, snoozedUntilReply: true })
  else await change(id, { ...others, status, ...(now.snoozed ? { snoozedUntil: null } : {}) })
}

const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('status' as const), status: fc.constantFrom('open', 'pending', 'resolved', 'closed') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('snooze' as const), until: fc.constantFrom(tomorrow, null) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('assign' as const), isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('team' as const), isOn: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('label' as const), at: fc.nat(1), isOn: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('priority' as const), priority: fc.constantFrom('low', 'normal', 'high', 'urgent') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('merge' as const), source: fc.nat(2) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
const toStatus = (to: 'open' | 'pending' | 'resolved' | 'closed'): Step => ({ do: 'status', status: to })

/** Makes a change and returns a function that undoes it; null when the thread does not allow the change. */
async function make(id: string, sources: string[], what: Step): Promise<(() => Promise<unknown>) | null> {
  const before = await readThread(id)
  if (what.do === 'merge') {
    const source = sources[what.source] ?? ''
    const sourceBefore = await readThread(source)
    if (sourceBefore.mergedInto !== null) return null
    await tenant.skein.mergeThread({ path: { id }, body: { sourceIds: [source] } })
    return async () => {
      await tenant.skein.unmergeThread({ path: { id: source } })
      expect(withoutVolatile(await readThread(source)), 'the source').toEqual(withoutVolatile(sourceBefore))
    }
  }
  if (before.status === 'closed' && (what.do === 'snooze' || (what.do === 'status' && what.status !== 'open'))) return null
  if (what.do === 'snooze') await change(id, what.until === null ? { snoozedUntilReply: true } : { snoozedUntil: what.until })
  else if (what.do === 'assign') await change(id, { assigneeId: what.isOn ? tenant.ownerId : null })
  else if (what.do === 'team') await change(id, { teamId: what.isOn ? teamId : null })
  else if (what.do === 'label') await change(id, { [what.isOn ? 'addLabels' : 'removeLabels']: [labelIds[what.at] ?? ''] })
  // Safe because the arbitrary generates only priorities.
  else if (what.do === 'priority') await change(id, { priority: what.priority as 'low' })
  else await change(id, { status: what.status as 'open' })
  return () => restore(before)
}

it('undo restores the state exactly, clocks and times included, step by step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), fc.nat(2), fc.nat(3), async (steps, history, others) => {
      const id = await createThread()
      // 0: no reply yet, 1: an agent has replied, 2: the customer has written again.
      if (history > 0) await reply(id)
      if (history > 1) await ask(id)
      const sources = [await createThread(), await createThread(), await createThread()]
      const [first = '', second = '', third = ''] = sources
      if (others & 1) await reply(first)
      if (others & 2) await resolve(second)
      await tenant.skein.snoozeThread({ path: { id: third }, body: { untilReply: true } })
      const undos: (() => Promise<void>)[] = []
      for (const what of steps) {
        const before = withoutVolatile(await readThread(id))
        const undo = await make(id, sources, what)
        if (undo === null) continue
        undos.push(async () => {
          await undo()
          expect(withoutVolatile(await readThread(id)), JSON.stringify(what)).toEqual(before)
        })
      }
      for (const undo of undos.toReversed()) await undo()
    }),
    {
      ...propertyRuns({ short: 8, all: 300 }),
      examples: [
        // A resolution after a reopening must not replace the times of the closed thread.
        [[toStatus('closed'), toStatus('open'), toStatus('resolved')], 0, 0],
        [[toStatus('closed'), { do: 'merge', source: 0 }, toStatus('resolved')], 0, 0],
        [[toStatus('resolved'), toStatus('closed'), toStatus('open'), toStatus('closed')], 1, 0],
      ],
    },
  )
}, 1_200_000)

/** Makes the last changes of the tenant's threads older than the undo window. */
const endWindow = statement<{ tenantId: string }, object>(`with
  clock as materialized (select now() - interval '${undoWindowMinutes + 1} minutes' as at),
  reopened as (update threads set reopened_at = least(reopened_at, clock.at) from clock where tenant_id = :tenantId::uuid)
  update sla_threads set former = null where tenant_id = :tenantId::uuid`)

it('the resolution clock of a reopened thread continues with the time that was left', async () => {
  const id = await createThread()
  const before = await getClock(id, 'RESOLUTION')
  await resolve(id)
  const resolved = await getClock(id, 'RESOLUTION')
  expect(resolved).toMatchObject({ state: 'MET' })
  await service.db.rows(endWindow, { tenantId: tenant.tenantId })
  await tenant.skein.updateThread({ path: { id }, body: { status: 'open' } })
  const reopened = await getClock(id, 'RESOLUTION')
  expect(reopened).toMatchObject({ state: 'PENDING', pausedAt: null })
  // The time that the thread spent resolved does not count.
  expect(Date.parse(reopened?.dueAt ?? '')).toBeGreaterThan(Date.parse(before?.dueAt ?? ''))
})

it('undoing a merge takes the merged reply away, and the customer waits as before', async () => {
  const [id, source] = [await createThread(), await createThread()]
  const before = await getClock(id, 'FIRST_RESPONSE')
  await reply(source)
  await tenant.skein.mergeThread({ path: { id }, body: { sourceIds: [source] } })
  expect(await getClock(id, 'FIRST_RESPONSE')).toMatchObject({ state: 'MET' })
  await service.db.rows(endWindow, { tenantId: tenant.tenantId })
  await tenant.skein.unmergeThread({ path: { id: source } })
  expect(await getClock(id, 'FIRST_RESPONSE')).toMatchObject({ state: 'PENDING', dueAt: before?.dueAt })
})

it('a message ends the time in which a change can be undone', async () => {
  const id = await createThread()
  await tenant.skein.updateThread({ path: { id }, body: { status: 'pending' } })
  await reply(id)
  await tenant.skein.updateThread({ path: { id }, body: { status: 'open' } })
  expect(await getClock(id, 'FIRST_RESPONSE')).toMatchObject({ state: 'MET' })
})

it('a warning that became due before a change is undone is announced', async () => {
  const { skein, api } = await service.createTenant()
  const targets = { resolution: { normal: 1 } }
  await skein.createSlaPolicy({ body: { name: 'Soon', targets, pauseOn: ['pending'], warningPercent: 95 } })
  const requester = { email: 'ada@example.com' }
  const { threadId: id } = (await skein.createThread({ body: { title: 'Help', body: 'Please', requester } })).data
  const setStatus = (status: 'open' | 'pending') => skein.updateThread({ path: { id }, body: { status } })
  const dueAt = Date.parse((await skein.getThread({ path: { id } })).data.sla[0]?.dueAt ?? '')
  for (const status of ['pending', 'open'] as const) await setStatus(status)
  await expect.poll(() => dueAt - Date.now()).toBeLessThan(0.95 * 60_000 - 100)
  // Each status change returns to clocks that the thread had before. No worker has announced the warning.
  for (const status of ['pending', 'open'] as const) await setStatus(status)
  const { body } = await api<{ data: { object: { metric: string } } }[]>('GET', '/events?types=sla.warning')
  expect(body.data.map(({ data }) => data.object.metric)).toEqual(['RESOLUTION'])
})
