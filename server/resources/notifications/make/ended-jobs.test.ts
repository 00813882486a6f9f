/** The user who started a job is notified once when it ends. */
import { expect, it } from 'vitest'
import type { Inbox, Job, Notification, NotificationCounts } from '../../../../client/index.ts'
import { type Agent, getNotifications } from '../../../../test/support/notifications.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant({ worker: true })
const by = getNotifications(service)
const ada = await by.createAgent(tenant, 'Ada', 'ADMIN')
const grace = await by.createAgent(tenant, 'Grace')

type Ended = { actor: { type: string; id: string }; cause: { type: string; id: string } | null; data: { object: Job } }
const getEnds = async (jobId: string): Promise<Ended[]> => {
  const { data } = (await tenant.api<Ended[]>('GET', '/events?types=job.ended&limit=100')).body
  return data.filter(({ data: { object } }) => object.id === jobId)
}
const toldOf = async (agent: Agent, jobId: string): Promise<Notification[]> => {
  const { data } = (await by.as<Notification[]>(agent, 'GET', '/notifications?type=JOB_DONE&limit=100')).body
  return data.filter(({ job }) => job?.id === jobId)
}

/**
 * Resolves all open threads in a job, with the credential `key`, and waits until it has ended and the reader has created the notification.
 */
async function runBatch(key: string): Promise<string> {
  await by.createThread(tenant)
  const { total } = (await tenant.api('GET', '/threads?status=open')).body.meta
  const body = { filter: { status: 'open' }, expectedTotal: total, changes: { status: 'resolved' } }
  const started = await service.api<Job>('POST', '/threads/batch', { key, body })
  expect(started.status, started.text).toBe(202)
  return settleJob(started.body.data.id)
}

async function settleJob(id: string): Promise<string> {
  await expect.poll(() => getEnds(id)).toHaveLength(1)
  await by.settle(tenant)
  return id
}

it('a batch tells the agent who started it, and nobody else', async () => {
  const id = await runBatch(grace.session)
  const [event] = await getEnds(id)
  const { body } = await tenant.api<Job>('GET', `/jobs/${id}`)
  expect(event?.data.object).toEqual(body.data)
  expect(event).toMatchObject({ actor: { type: 'USER', id: grace.id }, cause: { type: 'BATCH', id } })
  const { type, state, total, done, failed } = body.data
  expect(await toldOf(grace, id)).toMatchObject([
    {
      type: 'JOB_DONE',
      count: 1,
      thread: null,
      excerpt: null,
      job: { id, type, state, total, done, failed },
      actor: { type: 'SYSTEM', name: null },
    },
  ])
  expect([type, state, total]).toEqual(['THREAD_BATCH', 'DONE', 1])
  expect(await toldOf(ada, id)).toEqual([])
})

it('each job is told for itself, until it is read', async () => {
  const ids = [await runBatch(grace.session), await runBatch(grace.session)]
  const told = await Promise.all(ids.map((id) => toldOf(grace, id)))
  expect(told.map(({ length }) => length)).toEqual([1, 1])
  const before = (await by.countsOf(grace)).byType.JOB_DONE
  const read = await by.as<NotificationCounts>(grace, 'POST', '/notifications/read', { ids: told.flat().map(({ id }) => id) })
  expect(read.body.data.byType.JOB_DONE).toBe(before - 2)
})

it('a program that starts a job with a key is told of nothing', async () => {
  const id = await runBatch(grace.key)
  expect((await getEnds(id))[0]?.actor).toMatchObject({ type: 'API_KEY', id: grace.id })
  expect(await toldOf(grace, id)).toEqual([])
})

it('a rebuild of reports and a test of an inbox that fails are told as well', async () => {
  const rebuild = await by.as<Job>(ada, 'POST', '/reports/rebuild', { what: 'SUMS' })
  const created = await tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'Mail', type: 'EMAIL', address: 'support@example.com' } })
  const test = await by.as<Job>(ada, 'POST', `/inboxes/${created.body.data.id}/test`, { roundTrip: true })
  expect([rebuild.status, test.status], `${rebuild.text}${test.text}`).toEqual([202, 202])
  for (const [{ body }, job] of [
    [rebuild, { type: 'REPORT_REBUILD', state: 'DONE' }],
    [test, { type: 'MAIL_ROUND_TRIP', state: 'FAILED' }],
  ] as const)
    expect(await toldOf(ada, await settleJob(body.data.id))).toMatchObject([{ job }])
})

it('a job that was deleted leaves its notification', async () => {
  const id = await runBatch(grace.session)
  const told = (await toldOf(grace, id))[0]
  await service.db.script(`delete from bulk_jobs where tenant_id = '${tenant.tenantId}'`)
  const { data } = (await by.as<Notification[]>(grace, 'GET', '/notifications?type=JOB_DONE')).body
  expect(data.find((each) => each.id === told?.id)).toMatchObject({ type: 'JOB_DONE', job: null })
})
