/** Effects of answers: figures in reports, notifications, and the rest after an erasure. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Customer, Report, SatisfactionRequest } from '../../../client/index.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { isRead } from '../../../test/support/measures.ts'
import { getNotifications } from '../../../test/support/notifications.ts'
import { runPrivacyRequest } from '../../../test/support/privacy.ts'
import { getSatisfaction } from '../../../test/support/satisfaction.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

let tenant: TestTenant
const service = await setUpService({ worker: true })
const by = getSatisfaction(service)
beforeEach(async () => {
  tenant = await service.createTenant()
})

const makeThread = (email?: string) => by.makeThread(tenant, email)
const setStatus = (threadId: string, status: string) => by.setStatus(tenant, threadId, status)

describe('an answer', () => {
  const getFigures = async () => {
    await isRead(service, tenant)
    const metrics = 'SATISFACTION_ASKED,SATISFACTION_ANSWERED,SATISFACTION_SCORE,SATISFACTION_RESPONSE_RATE'
    const query = `metrics=${metrics}&from=today-3&to=today%2B1`
    return (await tenant.api<Report>('GET', `/reports?${query}`)).body.data.totals
  }
  const answer = (id: string, body: object) => tenant.api('POST', `/satisfaction-requests/${id}/answer`, { body })

  it('counts once in reports, in its latest form, and a rebuild finds no difference', async () => {
    const [first, second] = [await by.askByLink(tenant, await makeThread()), await by.askByLink(tenant, await makeThread())]
    await answer(first.id, { score: 2 })
    expect(await getFigures()).toMatchObject({
      SATISFACTION_ASKED: { count: 2 },
      SATISFACTION_ANSWERED: { count: 1 },
      SATISFACTION_SCORE: { part: 0, whole: 1 },
      SATISFACTION_RESPONSE_RATE: { part: 1, whole: 2, settled: false },
    })
    await answer(first.id, { score: 5 })
    await answer(first.id, { score: 4 })
    await answer(second.id, { score: 3 })
    const expected = {
      SATISFACTION_ASKED: { count: 2 },
      SATISFACTION_ANSWERED: { count: 2 },
      SATISFACTION_SCORE: { part: 1, whole: 2 },
      SATISFACTION_RESPONSE_RATE: { part: 2, whole: 2 },
    }
    expect(await getFigures()).toMatchObject(expected)
    const query = 'metrics=SATISFACTION_SCORE,SATISFACTION_RESPONSE_RATE&from=today-3&to=today%2B1&groupBy=person,weekday'
    const rows = (await tenant.api<Report>('GET', `/reports?${query}`)).body.data.rows
    expect(
      rows.map(({ groups, figures }) => [
        groups[0]?.id !== null,
        figures.SATISFACTION_SCORE?.part,
        figures.SATISFACTION_RESPONSE_RATE?.part,
      ]),
    ).toEqual([[true, 1, 2]])
    for (const what of ['FACTS', 'SUMS']) {
      const job = await tenant.api<{ id: string }>('POST', '/reports/rebuild', { body: { what } })
      expect(job.status, job.text).toBe(202)
      const find = async () =>
        (await tenant.api<{ state: string; result: { different: unknown[] } | null }>('GET', `/jobs/${job.body.data.id}`)).body.data
      await until(async () => (await find()).state === 'DONE')
      expect((await find()).result?.different).toEqual([])
    }
    expect(await getFigures()).toMatchObject(expected)
  })

  it('that is low tells the assignee and the followers, once', async () => {
    const told = getNotifications(service)
    const [ada, grace] = [await told.createAgent(tenant, 'Ada'), await told.createAgent(tenant, 'Grace')]
    const threadId = await makeThread()
    await tenant.api('POST', `/threads/${threadId}/assign`, { body: { assigneeId: ada.id } })
    await tenant.api('PUT', `/threads/${threadId}/followers/${grace.id}`)
    const { id } = await by.askByLink(tenant, threadId)
    await answer(id, { score: 3 })
    await answer(id, { score: 2 })
    await answer(id, { score: 1 })
    await told.settle(tenant)
    for (const agent of [ada, grace]) {
      const low = (await told.unreadOf(agent, threadId)).find(({ type }) => type === 'RATED_LOW')
      expect(low).toMatchObject({ count: 1, actor: { type: 'CUSTOMER', name: 'Carla' } })
    }
  })

  it.each(['ANONYMIZE', 'DELETE'] as const)('loses its comment by erasing the customer (%s), and its figure stays', async (mode) => {
    const request = await by.askByLink(tenant, await makeThread())
    await answer(request.id, { score: 1, comment: 'My secret canary' })
    await answer(request.id, { score: 5, comment: 'My other canary', reasons: ['A canary'] })
    const before = await getFigures()
    const { state } = await runPrivacyRequest(tenant, '/privacy/erase', { customerId: request.customerId, mode })
    expect(state).toBe('DONE')
    const rest = [
      await tenant.api('GET', '/satisfaction-requests'),
      await tenant.api('GET', '/events?limit=100'),
      await tenant.api('GET', '/audit-logs?limit=100'),
    ]
    for (const { text } of rest) expect(text).not.toContain('canary')
    const [kept] = (await tenant.api<SatisfactionRequest[]>('GET', '/satisfaction-requests')).body.data
    if (mode === 'ANONYMIZE') expect(kept?.answer).toMatchObject({ score: 5, comment: null, reasons: [] })
    else expect(kept).toBeUndefined()
    const after = await getFigures()
    expect(after.SATISFACTION_SCORE).toMatchObject({ part: before.SATISFACTION_SCORE?.part, whole: before.SATISFACTION_SCORE?.whole })
  })

  it('neither reopens the thread nor is a message of it', async () => {
    const threadId = await makeThread()
    await setStatus(threadId, 'resolved')
    const { id } = await by.askByLink(tenant, threadId)
    await answer(id, { score: 1, comment: 'Not solved!' })
    const { data } = await tenant.skein.getThread({ path: { id: threadId } })
    expect([data.status, data.messageCount]).toEqual(['resolved', 2])
  })
})

it('two customers who are merged are found together, and keep the opt-out of either', async () => {
  const [a, b] = [
    await by.askByLink(tenant, await makeThread('a@example.com')),
    await by.askByLink(tenant, await makeThread('b@example.com')),
  ]
  await tenant.api('PATCH', `/customers/${b.customerId}`, { body: { satisfactionOptOut: true } })
  const merged = await tenant.api<Customer>('POST', `/customers/${a.customerId}/merge`, { body: { sourceIds: [b.customerId] } })
  expect(merged.body.data.satisfactionOptOut).toBe(true)
  for (const customerId of [a.customerId, b.customerId]) {
    const found = (await tenant.api<SatisfactionRequest[]>('GET', `/satisfaction-requests?customerId=${customerId}`)).body.data
    expect(found.map((request) => request.customerId)).toEqual([a.customerId, a.customerId])
  }
})
