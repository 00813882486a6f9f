/** A scheduled reply can be sent immediately, and is sent once even if it becomes due, is cancelled or is sent again at the same moment. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Message } from '../../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { getEvents, getJobs, makeThread } from '../../../../test/support/threads.ts'

const { service, tenant, readThread } = await setUpTenant()

const workers: { stop(): Promise<void> }[] = []
const startWorker = (): void => void workers.push(service.startWorker())
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})

const reply = (id: string, more: object, options: { headers?: Record<string, string> } = {}) =>
  tenant.api<Message>('POST', `/threads/${id}/reply`, { body: { body: 'On its way.', ...more }, ...options })
const listScheduled = async (id: string) => (await tenant.api<Message[]>('GET', `/threads/${id}/scheduled-messages`)).body
const listMessages = async (id: string) => (await tenant.skein.listMessages({ path: { id } })).data
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()
const listEventTypes = async (threadId: string, messageId: string) =>
  (await getEvents(tenant, threadId)).filter(({ object }) => object['id'] === messageId).map(({ type }) => type)

const makeDue = statement<{ tenantId: string; id: string }, object>(`
  with message as (
    update scheduled_messages set send_at = now() - interval '1 hour' where tenant_id = :tenantId::uuid and id = :id::uuid returning id),
  job as (
    update jobs set due_at = now() - interval '1 hour' where tenant_id = :tenantId::uuid and key = :id::text)
  update job_queues set due_at = now() - interval '1 hour' where tenant_id = :tenantId::uuid and name = 'send-scheduled-message'`)

/** Makes the reply an hour overdue, as after an hour of downtime. */
const passTime = (id: string) => service.db.rows(makeDue, { tenantId: tenant.tenantId, id: parseTypeId('msg', id) ?? '' })

describe('a scheduled reply that is sent immediately', () => {
  const sendNow = (id: string, options: { headers?: Record<string, string> } = {}) =>
    tenant.api<Message>('POST', `/messages/${id}/send`, options)

  it('becomes the agent’s message, once, with the same id, as it would have later', async () => {
    const id = await makeThread(tenant)
    const { data } = (await reply(id, { sendAt: inSeconds(3_600) })).body
    const { status, body } = await sendNow(data.id)
    expect([status, body.data]).toMatchObject([
      200,
      {
        id: data.id,
        threadId: id,
        author: { id: tenant.ownerId },
        body: 'On its way.',
        sendAt: null,
        delivery: { state: 'NOT_APPLICABLE' },
      },
    ])
    expect((await listMessages(id))[0]).toEqual(body.data)
    expect(await listEventTypes(id, data.id)).toEqual(['message.scheduled', 'message.created'])
    expect(await readThread(id)).toMatchObject({ messageCount: 2, lastMessageId: data.id, waitingSince: null })
    expect((await listScheduled(id)).meta.total).toBe(0)
    expect(await getJobs(service, tenant, 'send-scheduled-message')).not.toContain(parseTypeId('msg', data.id))
    const audited = await tenant.api<{ action: string; before: object }[]>('GET', `/audit-logs?targetId=${data.id}`)
    expect(audited.body.data.map(({ action, before }) => [action, before])).toEqual([
      ['message.sent_now', { threadId: id, sendAt: data.sendAt, state: 'QUEUED' }],
    ])
    for (const request of [sendNow(data.id), tenant.api('DELETE', `/messages/${data.id}`)]) {
      const late = await request
      expect([late.status, late.body.error?.code]).toEqual([409, 'SVC-MESSAGE-SENT'])
    }
  })

  it('is sent once, whatever the number of requests and keys', async () => {
    const id = await makeThread(tenant)
    const { data } = (await reply(id, { undoSeconds: 100 })).body
    const headers = { 'idempotency-key': 'now-once' }
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => sendNow(data.id, { headers })),
      ...Array.from({ length: 3 }, () => sendNow(data.id)),
    ])
    const sent = answers.filter(({ status }) => status === 200).length
    // If the request with the key won, its two retries get the same response; otherwise only one of the others succeeded.
    expect([1, 3]).toContain(sent)
    expect(answers.filter(({ body }) => body.error?.code === 'SVC-MESSAGE-SENT').length).toBe(6 - sent)
    expect((await listMessages(id)).length).toBe(2)
    expect(await listEventTypes(id, data.id)).toEqual(['message.scheduled', 'message.created'])
  })

  it('is either sent, sent on time or cancelled in a race, and the responses say which', async () => {
    startWorker()
    const ids = await Promise.all(Array.from({ length: 12 }, () => makeThread(tenant)))
    const made = await Promise.all(ids.map(async (id) => (await reply(id, { sendAt: inSeconds(3_600) })).body.data))
    const outcomes = await Promise.all(
      made.map(async ({ id }) => {
        const [, now, cancelled] = await Promise.all([passTime(id), sendNow(id), tenant.api('DELETE', `/messages/${id}`)])
        return { now: now.status, cancelled: cancelled.status }
      }),
    )
    await until(async () => (await Promise.all(ids.map(listScheduled))).every(({ meta }) => meta.total === 0))
    for (const [i, id] of ids.entries()) {
      const { now, cancelled } = outcomes[i] ?? { now: 0, cancelled: 0 }
      expect([200, 404, 409]).toContain(now)
      expect([200, 409]).toContain(cancelled)
      expect(now === 200 && cancelled === 200, `${now} ${cancelled}`).toBe(false)
      expect((await listMessages(id)).length).toBe(cancelled === 200 ? 1 : 2)
    }
  })

  it('is refused on a closed thread, and sent once the thread is open again', async () => {
    const id = await makeThread(tenant)
    const { data } = (await reply(id, { sendAt: inSeconds(3_600) })).body
    await tenant.skein.updateThread({ path: { id }, body: { status: 'closed' } })
    expect((await sendNow(data.id)).body.error?.code).toBe('SVC-THREAD-CLOSED')
    expect((await listScheduled(id)).data).toEqual([data])
    expect(await getJobs(service, tenant, 'send-scheduled-message')).toContain(parseTypeId('msg', data.id))
    await passTime(data.id)
    startWorker()
    await until(async () => (await listScheduled(id)).data[0]?.delivery.state === 'FAILED')
    await tenant.skein.updateThread({ path: { id }, body: { status: 'open' } })
    const { status, body } = await sendNow(data.id)
    expect([status, body.data.delivery]).toEqual([200, expect.objectContaining({ state: 'NOT_APPLICABLE', attempts: 0, lastError: null })])
    expect((await listMessages(id)).map((message) => message.id)).toContain(data.id)
    expect((await listScheduled(id)).meta.total).toBe(0)
  })

  it('goes to the merge target; other users’ and unscheduled messages are not found', async () => {
    const [id, target] = [await makeThread(tenant), await makeThread(tenant)]
    const { data } = (await reply(id, { undoSeconds: 100 })).body
    await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [id], allowCrossCustomer: true } })
    const other = await service.createTenant()
    expect((await other.api('POST', `/messages/${data.id}/send`)).status).toBe(404)
    expect((await sendNow((await listMessages(target))[0]?.id ?? '')).body.error?.code).toBe('SVC-MESSAGE-NOT_FOUND')
    expect((await sendNow(data.id)).body.data).toMatchObject({ id: data.id, threadId: target })
  })
})
