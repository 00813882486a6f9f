/** G21: a scheduled reply is sent once and on time, and can be cancelled until then. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Message } from '../../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { checkTimeliness, watchStalls } from '../../../../test/support/stalls.ts'
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

describe('until it is due, a scheduled reply', () => {
  it('is in the list of scheduled replies, and does not affect the thread', async () => {
    const id = await makeThread(tenant)
    const before = await readThread(id)
    const sendAt = inSeconds(3_600)
    const { status, body } = await reply(id, { sendAt })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ sendAt, delivery: { state: 'QUEUED' }, threadId: id, authorType: 'AGENT', body: 'On its way.' })
    expect((await listScheduled(id)).data.map((message) => message.id)).toEqual([body.data.id])
    expect(await readThread(id)).toEqual(before)
    expect((await listMessages(id)).length).toBe(1)
    expect(await listEventTypes(id, body.data.id)).toEqual(['message.scheduled'])
  })

  it('can be cancelled once, and is never sent afterwards', async () => {
    const id = await makeThread(tenant)
    const { data } = (await reply(id, { undoSeconds: 1 })).body
    const taken = await tenant.api<Message>('DELETE', `/messages/${data.id}`)
    expect([taken.status, taken.body.data]).toEqual([200, data])
    expect((await tenant.api('DELETE', `/messages/${data.id}`)).status).toBe(404)
    expect(await getJobs(service, tenant, 'send-scheduled-message')).not.toContain(parseTypeId('msg', data.id))
    startWorker()
    await sleep(1_500)
    expect((await listMessages(id)).length).toBe(1)
    expect((await listScheduled(id)).meta.total).toBe(0)
    expect(await listEventTypes(id, data.id)).toEqual(['message.scheduled', 'message.deleted'])
  })

  it('is created once, even if the request is repeated with its key', async () => {
    const id = await makeThread(tenant)
    const headers = { 'idempotency-key': 'scheduled-once' }
    const body = { sendAt: inSeconds(3_600) }
    const answers = await Promise.all(Array.from({ length: 5 }, () => reply(id, body, { headers })))
    expect(new Set(answers.map(({ body: { data } }) => data.id)).size).toBe(1)
    expect((await listScheduled(id)).meta.total).toBe(1)
    expect((await reply(id, {}, { headers })).status).toBe(422)
  })

  it('belongs to its tenant', async () => {
    const id = await makeThread(tenant)
    const { data } = (await reply(id, { undoSeconds: 100 })).body
    const other = await service.createTenant()
    expect((await other.api('DELETE', `/messages/${data.id}`)).status).toBe(404)
    expect((await other.api('GET', `/threads/${id}/scheduled-messages`)).status).toBe(404)
    expect((await listScheduled(id)).meta.total).toBe(1)
  })
})

describe('scheduling refuses', () => {
  it.each([
    [{ sendAt: inSeconds(60), undoSeconds: 5 }, 400],
    [{ undoSeconds: 121 }, 400],
    [{ undoSeconds: -1 }, 400],
    [{ sendAt: 'soon' }, 400],
    [{ sendAt: inSeconds(-60) }, 422],
    [{ sendAt: inSeconds(31 * 86_400) }, 422],
  ])('%j with %d', async (body, status) => {
    const id = await makeThread(tenant)
    expect((await reply(id, body)).status).toBe(status)
    expect((await listScheduled(id)).meta.total).toBe(0)
    expect((await listMessages(id)).length).toBe(1)
  })

  it('a closed thread, an unknown thread, and one with messages after the expected one', async () => {
    const id = await makeThread(tenant)
    const expectedLastMessageId = (await readThread(id)).lastMessageId
    const missed = (await tenant.skein.createMessage({ path: { id }, body: { body: 'Another thing' } })).data
    const stale = await reply(id, { undoSeconds: 5, expectedLastMessageId })
    expect([stale.status, stale.body.error?.details?.map(({ message }) => message)]).toEqual([409, [missed.id]])
    expect((await reply(id, { undoSeconds: 5, expectedLastMessageId: missed.id })).status).toBe(201)
    await tenant.skein.updateThread({ path: { id }, body: { status: 'closed' } })
    expect((await reply(id, { undoSeconds: 5 })).body.error?.code).toBe('SVC-THREAD-CLOSED')
    expect((await reply(`thr_${'0'.repeat(26)}`, { undoSeconds: 5 })).status).toBe(404)
  })

  it('nothing for undoSeconds 0, and the reply is sent at once', async () => {
    const id = await makeThread(tenant)
    const { data } = (await reply(id, { undoSeconds: 0 })).body
    expect(data).toMatchObject({ sendAt: null, delivery: { state: 'NOT_APPLICABLE' } })
    expect((await listMessages(id)).length).toBe(2)
  })
})

const makeDue = statement<{ tenantId: string; id: string }, object>(`
  with message as (
    update scheduled_messages set send_at = now() - interval '1 hour' where tenant_id = :tenantId::uuid and id = :id::uuid returning id),
  job as (
    update jobs set due_at = now() - interval '1 hour' where tenant_id = :tenantId::uuid and key = :id::text)
  update job_queues set due_at = now() - interval '1 hour' where tenant_id = :tenantId::uuid and name = 'send-scheduled-message'`)

/** Makes the reply an hour overdue, as after an hour of downtime. */
const passTime = (id: string) => service.db.rows(makeDue, { tenantId: tenant.tenantId, id: parseTypeId('msg', id) ?? '' })

describe('when it is due, a scheduled reply', () => {
  it('is sent once, within two seconds, by its agent, with two workers', async () => {
    startWorker()
    startWorker()
    const stalls = watchStalls(service.db)
    const ids = await Promise.all(Array.from({ length: 8 }, () => makeThread(tenant)))
    const sent = await Promise.all(ids.map(async (id) => (await reply(id, { undoSeconds: 1 })).body.data))
    await until(async () => (await Promise.all(ids.map(readThread))).every(({ messageCount }) => messageCount === 2))
    const lost = await stalls()
    await sleep(300)
    const lateMs: number[] = []
    for (const [i, id] of ids.entries()) {
      const [message] = await listMessages(id)
      expect(message).toMatchObject({
        id: sent[i]?.id,
        body: 'On its way.',
        author: { id: tenant.ownerId },
        sendAt: null,
        delivery: { state: 'NOT_APPLICABLE' },
      })
      lateMs.push(Date.parse(message?.createdAt ?? '') - Date.parse(sent[i]?.sendAt ?? ''))
      expect(await listEventTypes(id, sent[i]?.id ?? '')).toEqual(['message.scheduled', 'message.created'])
      expect(await readThread(id)).toMatchObject({ messageCount: 2, lastMessageId: sent[i]?.id, waitingSince: null })
      expect((await listScheduled(id)).meta.total).toBe(0)
    }
    const { isTimely, told: figures } = checkTimeliness('scheduled replies', lateMs, lost)
    expect(isTimely, figures).toBe(true)
  })

  it('is sent after downtime, and cannot be cancelled then', async () => {
    const id = await makeThread(tenant)
    const { data } = (await reply(id, { sendAt: inSeconds(3_600) })).body
    await passTime(data.id)
    startWorker()
    startWorker()
    await until(async () => (await listMessages(id)).length === 2)
    const late = await tenant.api('DELETE', `/messages/${data.id}`)
    expect([late.status, late.body.error?.code]).toEqual([409, 'SVC-MESSAGE-SENT'])
    expect((await listMessages(id)).map((message) => message.id)).toContain(data.id)
  })

  it('fails on a closed thread, is listed as failed, and can then be removed', async () => {
    const id = await makeThread(tenant)
    const { data } = (await reply(id, { sendAt: inSeconds(3_600) })).body
    await tenant.skein.updateThread({ path: { id }, body: { status: 'closed' } })
    await passTime(data.id)
    startWorker()
    await until(async () => (await listScheduled(id)).data[0]?.delivery.state === 'FAILED')
    expect((await listScheduled(id)).data[0]?.delivery.lastError).toContain('closed')
    expect(await listEventTypes(id, data.id)).toEqual(['message.scheduled', 'message.delivery_changed'])
    expect((await listMessages(id)).length).toBe(1)
    expect((await tenant.api('DELETE', `/messages/${data.id}`)).status).toBe(200)
    expect((await listScheduled(id)).meta.total).toBe(0)
  })

  it('assigns an unassigned thread, like every first reply', async () => {
    const id = await makeThread(tenant)
    const { data } = (await reply(id, { sendAt: inSeconds(3_600) })).body
    await passTime(data.id)
    startWorker()
    await until(async () => (await readThread(id)).messageCount === 2)
    expect((await readThread(id)).assignee?.id).toBe(tenant.ownerId)
  })

  it('that is cancelled at the same time is either sent or cancelled, never both', async () => {
    startWorker()
    const ids = await Promise.all(Array.from({ length: 16 }, () => makeThread(tenant)))
    const outcomes = await Promise.all(
      ids.map(async (id, i) => {
        const { data } = (await reply(id, { undoSeconds: 1 })).body
        await sleep(Math.max(0, Date.parse(data.sendAt ?? '') - Date.now() + i * 12))
        return (await tenant.api('DELETE', `/messages/${data.id}`)).status
      }),
    )
    const counts = async () => (await Promise.all(ids.map(readThread))).map(({ messageCount }) => messageCount)
    await until(async () => (await counts()).every((count, i) => outcomes[i] === 200 || count === 2))
    await sleep(200)
    for (const [i, id] of ids.entries()) {
      expect([200, 409]).toContain(outcomes[i])
      expect((await listMessages(id)).length).toBe(outcomes[i] === 200 ? 1 : 2)
    }
  })
})
