import { beforeEach, expect, it } from 'vitest'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

type Target = { metric: string; dueAt: string | null; pausedAt: string | null; remainingMs: number; state: string }
type Thing = { id: string; threadId?: string; sla: Target[] }

let tenant: TestTenant
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
  const minutes = { normal: 60 }
  await make('/sla-policies', { name: 'All', targets: { firstResponse: minutes, nextResponse: minutes, resolution: minutes } })
})

const make = async (path: string, body?: object, status = 201) => {
  const made = await tenant.api<Thing>('POST', path, { body })
  expect(made.status, made.text).toBe(status)
  return made.body.data
}
const createThread = async (email = 'ada@example.com') => {
  const { threadId } = await make('/threads', { title: 'Help', body: 'Please', requester: { email } })
  return String(threadId)
}
const say = (id: string) => make(`/threads/${id}/messages`, { body: 'And?' })
const answer = (id: string) => make(`/threads/${id}/reply`, { body: 'On it.' })
const next = async (id: string) =>
  (await tenant.skein.getThread({ path: { id } })).data.sla.find(({ metric }) => metric === 'NEXT_RESPONSE')
/** Returns the NEXT_RESPONSE events of all threads. */
const listAnnounced = async () => {
  const feed = await tenant.api<{ type: string; data: { object: { threadId: string; metric: string } } }[]>('GET', '/events?limit=100')
  return feed.body.data.flatMap(({ type, data: { object } }) =>
    type.startsWith('sla.') && object.metric === 'NEXT_RESPONSE' ? [`${type} ${object.threadId}`] : [],
  )
}
/** Creates a thread with an answered question and a second, open question. */
const createThreadWithQuestion = async () => {
  const id = await createThread()
  await answer(id)
  return { id, questionId: (await say(id)).id }
}

it('a question that is merged away waits there, and here again after the unmerge', async () => {
  const target = await createThread()
  await answer(target)
  const { id } = await createThreadWithQuestion()
  const before = await next(id)
  await make(`/threads/${target}/merge`, { sourceIds: [id] }, 200)
  expect(await next(id)).toMatchObject({ state: 'PENDING', dueAt: null, pausedAt: expect.any(String) })
  expect(await next(target)).toMatchObject({ state: 'PENDING', dueAt: before?.dueAt })
  await make(`/threads/${id}/unmerge`, undefined, 200)
  expect(await next(id)).toMatchObject({ state: 'PENDING', dueAt: expect.any(String), pausedAt: null })
  expect(await next(target)).toBeUndefined()
  expect(await listAnnounced()).toEqual([])
  await answer(id)
  expect(await listAnnounced()).toEqual([`sla.met ${id}`])
})

it('a question is no longer met when a split parts it from its reply', async () => {
  const [one, other] = [await createThreadWithQuestion(), await createThread()]
  await make(`/threads/${one.id}/split`, { messageIds: [one.questionId], subject: 'Another thing' })
  expect(await next(one.id)).toBeUndefined()
  const first = await answer(other)
  await say(other)
  await make(`/threads/${other}/split`, { messageIds: [first.id], subject: 'What was answered' })
  expect(await next(other)).toMatchObject({ state: 'PENDING' })
  expect(await listAnnounced()).toEqual([])
  await answer(other)
  expect(await listAnnounced()).toEqual([`sla.met ${other}`])
})

it('a question that was met stays met when it and its reply move away', async () => {
  const { id } = await createThreadWithQuestion()
  const met = await answer(id)
  const later = await say(id)
  for (const messageId of [later.id, met.id]) await make(`/threads/${id}/split`, { messageIds: [messageId], subject: 'Another thing' })
  expect(await next(id)).toBeUndefined()
  await answer(id)
  expect(await listAnnounced()).toEqual([`sla.met ${id}`])
  await say(id)
  expect(await next(id)).toMatchObject({ state: 'PENDING', dueAt: expect.any(String) })
})

it('a question is met by a reply that a merge brings', async () => {
  const target = await createThreadWithQuestion()
  const source = await createThread()
  await answer(source)
  await make(`/threads/${target.id}/merge`, { sourceIds: [source] }, 200)
  expect(await next(target.id)).toMatchObject({ state: 'MET' })
  expect(await listAnnounced()).toEqual([`sla.met ${target.id}`])
})

it('a late question stays late in its first thread when it moves', async () => {
  const { id, questionId } = await createThreadWithQuestion()
  await service.db.script(`update sla_threads set clocks = (
    select jsonb_agg(case when c ->> 'metric' = 'NEXT_RESPONSE' then c || '{"dueAt": 1, "warnAt": 0}' else c end) from jsonb_array_elements(clocks) c)
    where tenant_id = '${tenant.tenantId}'`)
  await make(`/threads/${id}/split`, { messageIds: [questionId], subject: 'Another thing' })
  expect(await next(id)).toMatchObject({ state: 'BREACHED' })
  expect(await listAnnounced()).toEqual([`sla.warning ${id}`, `sla.breached ${id}`])
})

it('a thread that gets another customer by an erasure gets that customer’s SLA', async () => {
  await make('/sla-policies', {
    name: 'Gold',
    order: 0,
    conditions: { customerFields: [{ key: 'plan', values: ['gold'] }] },
    targets: { resolution: { normal: 600 } },
  })
  // If the conditions of both policies hold, the other one applies because it comes first.
  const all = (await tenant.skein.listSlaPolicies()).data.find(({ name }) => name === 'All')
  await tenant.api('PATCH', `/sla-policies/${all?.id}`, { body: { order: 1 } })
  await make('/customers', { email: 'bob@example.com', customFields: { plan: 'gold' } })
  const [own, others] = [await createThread(), await createThread('bob@example.com')]
  await make(`/threads/${own}/merge`, { sourceIds: [others], allowCrossCustomer: true }, 200)
  await make('/privacy/erase', { email: 'ada@example.com', mode: 'DELETE' }, 202)
  const worker = service.startWorker()
  const metrics = async () => (await tenant.skein.getThread({ path: { id: own } })).data.sla.map(({ metric }) => metric)
  await expect.poll(metrics).toEqual(['RESOLUTION'])
  await worker.stop()
})
